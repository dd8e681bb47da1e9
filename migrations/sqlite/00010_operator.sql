-- +goose Up
-- What the operator of the server does.

-- A ban is of a person or of a network of addresses.
CREATE TABLE bans (
    id       TEXT    NOT NULL PRIMARY KEY,
    player   TEXT    REFERENCES players (id) ON DELETE CASCADE,
    network  TEXT,
    reason   TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    until_at INTEGER,
    CHECK ((player IS NULL) <> (network IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX bans_player ON bans (player) WHERE player IS NOT NULL;

-- What stands on every page; texts is a JSON object by language. One row at most.
CREATE TABLE announcements (
    id       INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    texts    TEXT    NOT NULL CHECK (json_valid(texts)),
    at       INTEGER NOT NULL,
    until_at INTEGER
) STRICT;

-- The book of all that; nothing in it is ever changed.
CREATE TABLE acts (
    id     INTEGER PRIMARY KEY,
    at     INTEGER NOT NULL,
    what   TEXT    NOT NULL,
    object TEXT    NOT NULL,
    note   TEXT    NOT NULL,
    origin TEXT    NOT NULL
) STRICT;

-- +goose Down
DROP TABLE acts;
DROP TABLE announcements;
DROP TABLE bans;
