-- +goose Up
-- How far the clocks of a table have run, and when it goes on by itself because of them,
-- lie in its row of games. Every move at a table with clocks rewrites both, and in a
-- table of their own that was a second row to find and a second page for the log of SQLite.
-- There is no check of the JSON: it would be read anew at every move.
ALTER TABLE games ADD COLUMN due_at INTEGER;
ALTER TABLE games ADD COLUMN clocks TEXT;
UPDATE games SET due_at = t.due_at, clocks = t.tempo FROM tempo t WHERE t.game = games.id;
DROP TABLE tempo;

-- +goose Down
CREATE TABLE tempo (
    game   TEXT    NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    due_at INTEGER,
    tempo  TEXT    NOT NULL CHECK (json_valid(tempo))
) STRICT, WITHOUT ROWID;
INSERT INTO tempo SELECT id, due_at, clocks FROM games WHERE CASE WHEN clocks IS NOT NULL THEN json_valid(clocks) END;
ALTER TABLE games DROP COLUMN clocks;
ALTER TABLE games DROP COLUMN due_at;
