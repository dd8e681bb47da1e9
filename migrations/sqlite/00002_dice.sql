-- +goose Up
-- Dice that come from numbers of the players and the server together (PF1).
-- Games that have begun keep the luck they have: their settings name no other.

-- When a table goes on without the numbers it waits for.
ALTER TABLE games ADD COLUMN link_by INTEGER;
CREATE INDEX games_link ON games (link_by) WHERE link_by IS NOT NULL;

-- The chain that a player brings, and its first link, before the start; later the log has them.
ALTER TABLE seats ADD COLUMN anchor BLOB CHECK (anchor IS NULL OR length(anchor) = 32);
ALTER TABLE seats ADD COLUMN link BLOB CHECK (link IS NULL OR length(link) = 32);

-- What this server alone knows, such as the key with which it signs.
CREATE TABLE instance (
    name  TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE instance;
ALTER TABLE seats DROP COLUMN link;
ALTER TABLE seats DROP COLUMN anchor;
DROP INDEX games_link;
ALTER TABLE games DROP COLUMN link_by;
