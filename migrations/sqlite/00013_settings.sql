-- +goose Up
-- What a table agrees on before the start gets a table of its own. Every move
-- rewrites its row of games, and every page that changed goes into the log of
-- SQLite as a whole: without this text several times as many games share one.
-- There is no check of the JSON: what has been damaged is taken along as it is,
-- and whoever reads it says of which game it was.
CREATE TABLE settings (
    game     TEXT NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    settings TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO settings SELECT id, settings FROM games;
ALTER TABLE games DROP COLUMN settings;

-- +goose Down
ALTER TABLE games ADD COLUMN settings TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(settings));
UPDATE games SET settings = s.settings FROM settings s WHERE s.game = games.id AND json_valid(s.settings);
DROP TABLE settings;
