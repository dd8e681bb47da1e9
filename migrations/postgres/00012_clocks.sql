-- +goose Up
-- How far the clocks of a table have run, and when it goes on by itself because of them,
-- lie in its row of games. Every move at a table with clocks writes a new version of that
-- row, and of a table of their own it wrote another one.
ALTER TABLE games ADD COLUMN due_at bigint, ADD COLUMN clocks text;
UPDATE games SET due_at = t.due_at, clocks = t.tempo FROM tempo t WHERE t.game = games.id;
DROP TABLE tempo;

-- +goose Down
CREATE TABLE tempo (
    game   text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    due_at bigint,
    tempo  text NOT NULL
) WITH (fillfactor = 50);
INSERT INTO tempo SELECT id, due_at, clocks FROM games WHERE clocks IS NOT NULL;
ALTER TABLE games DROP COLUMN clocks, DROP COLUMN due_at;
