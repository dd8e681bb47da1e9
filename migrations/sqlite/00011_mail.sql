-- +goose Up
-- A link to a new password goes only to an address that its owner has confirmed.

-- When the address of an account was confirmed; 0: it was not.
ALTER TABLE accounts ADD COLUMN mail_at INTEGER NOT NULL DEFAULT 0;

-- Links that confirm an address, as the sha256 of what was sent by mail. One a player.
CREATE TABLE mail_links (
    player     TEXT    NOT NULL PRIMARY KEY REFERENCES accounts (player) ON DELETE CASCADE,
    hash       BLOB    NOT NULL UNIQUE CHECK (length(hash) = 32),
    mail_key   TEXT    NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_links_expiry ON mail_links (expires_at);

-- +goose Down
DROP TABLE mail_links;
ALTER TABLE accounts DROP COLUMN mail_at;
