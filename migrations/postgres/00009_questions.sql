-- +goose Up
-- Questions to passkeys that are open, for all servers together: whichever is given
-- the answer. hash is of the challenge; expires_at is in milliseconds by the clock of the database.
CREATE TABLE questions (
    hash       bytea  NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    question   text   NOT NULL,
    expires_at bigint NOT NULL
);
CREATE INDEX questions_expires ON questions (expires_at);

-- +goose Down
DROP TABLE questions;
