-- +goose Up
-- A table can have a hook of its own, which tells a group who is up. player is who gave
-- its address; it is not one of their own channels.
ALTER TABLE channels ADD COLUMN game text COLLATE "C" REFERENCES games (id) ON DELETE CASCADE;
DROP INDEX channels_address;
CREATE UNIQUE INDEX channels_address ON channels (player, kind, md5(address)) WHERE address <> '' AND game IS NULL;
CREATE UNIQUE INDEX channels_game ON channels (game) WHERE game IS NOT NULL;

-- The names by which the players of a table are mentioned by its hook.
CREATE TABLE mentions (
    game   text COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    player text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    name   text NOT NULL,
    PRIMARY KEY (game, player)
);
CREATE INDEX mentions_player ON mentions (player);

-- +goose Down
DROP TABLE mentions;
DELETE FROM channels WHERE game IS NOT NULL;
DROP INDEX channels_game;
DROP INDEX channels_address;
CREATE UNIQUE INDEX channels_address ON channels (player, kind, md5(address)) WHERE address <> '';
ALTER TABLE channels DROP COLUMN game;
