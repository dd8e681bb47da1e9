-- +goose Up
-- Accounts of those who want more than a name. Nobody needs one.

-- login_key and mail_key are what is compared: the same without capitals.
-- password holds its own parameters.
CREATE TABLE accounts (
    player     TEXT    NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    login      TEXT    NOT NULL,
    login_key  TEXT    NOT NULL UNIQUE,
    mail       TEXT    NOT NULL DEFAULT '',
    mail_key   TEXT    NOT NULL DEFAULT '',
    password   TEXT    NOT NULL,
    changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX accounts_mail ON accounts (mail_key) WHERE mail_key <> '';

CREATE TABLE passkeys (
    id         BLOB    NOT NULL PRIMARY KEY,
    player     TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    name       TEXT    NOT NULL,
    record     TEXT    NOT NULL CHECK (json_valid(record)),
    created_at INTEGER NOT NULL,
    used_at    INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX passkeys_player ON passkeys (player);

-- Links to a new password, as the sha256 of what was sent by mail. One a player.
CREATE TABLE recoveries (
    player     TEXT    NOT NULL PRIMARY KEY REFERENCES accounts (player) ON DELETE CASCADE,
    hash       BLOB    NOT NULL UNIQUE CHECK (length(hash) = 32),
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX recoveries_expiry ON recoveries (expires_at);

-- +goose Down
DROP TABLE recoveries;
DROP TABLE passkeys;
DROP TABLE accounts;
