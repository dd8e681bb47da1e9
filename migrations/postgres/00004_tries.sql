-- +goose Up
-- How often passwords and the like were tried, on all servers together. hash is of
-- what is counted; full_at is when as many tries are free again as ever, in
-- milliseconds by the clock of the database.
CREATE TABLE tries (
    hash    bytea  NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    full_at bigint NOT NULL
);
CREATE INDEX tries_full ON tries (full_at);

-- +goose Down
DROP TABLE tries;
