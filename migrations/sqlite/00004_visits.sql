-- +goose Up
-- How far a player has seen a game, and when he looked last. Written now and
-- then, not with every look.
CREATE TABLE visits (
    player TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game   TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq    INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX visits_game ON visits (game);

-- +goose Down
DROP TABLE visits;
