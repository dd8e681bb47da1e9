-- +goose Up
-- The tables that somebody owns are looked for when he deletes himself, joins
-- two players or is cleared away: once for each guest who may go.
CREATE INDEX games_owner ON games (owner) WHERE owner IS NOT NULL;

-- +goose Down
DROP INDEX games_owner;
