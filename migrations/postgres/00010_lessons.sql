-- +goose Up
-- What the decisions of a first game explain: taught has a bit for each kind of
-- decision that has been explained to the player, quiet says that they want no more.
ALTER TABLE players ADD COLUMN taught bigint NOT NULL DEFAULT 0;
ALTER TABLE players ADD COLUMN quiet boolean NOT NULL DEFAULT false;

-- +goose Down
ALTER TABLE players DROP COLUMN quiet;
ALTER TABLE players DROP COLUMN taught;
