-- +goose Up
-- What the decisions of a first game explain: taught has a bit for each kind of
-- decision that has been explained to the player, quiet says that they want no more.
ALTER TABLE players ADD COLUMN taught INTEGER NOT NULL DEFAULT 0;
ALTER TABLE players ADD COLUMN quiet INTEGER NOT NULL DEFAULT 0 CHECK (quiet IN (0, 1));

-- +goose Down
ALTER TABLE players DROP COLUMN quiet;
ALTER TABLE players DROP COLUMN taught;
