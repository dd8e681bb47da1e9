-- +goose Up
-- Telling people that a table waits for them.

-- What a person wants to be told, and in which language and time zone.
CREATE TABLE wishes (
    player TEXT NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    wishes TEXT NOT NULL CHECK (json_valid(wishes))
) STRICT, WITHOUT ROWID;

-- The ways on which a person can be reached. address is where letters go; a
-- feed has none, its secret is kept as a hash. lease and leased_until belong to
-- the worker that is delivering.
CREATE TABLE channels (
    id           TEXT    NOT NULL PRIMARY KEY,
    player       TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    kind         TEXT    NOT NULL CHECK (kind IN ('mail', 'push', 'hook', 'feed')),
    address      TEXT    NOT NULL,
    secret       TEXT    NOT NULL,
    extra        TEXT    NOT NULL CHECK (json_valid(extra)),
    state        TEXT    NOT NULL CHECK (state IN ('unconfirmed', 'on', 'off', 'dead')),
    created_at   INTEGER NOT NULL,
    sent_at      INTEGER,
    day          INTEGER NOT NULL DEFAULT 0,
    sent         INTEGER NOT NULL DEFAULT 0,
    failures     INTEGER NOT NULL DEFAULT 0,
    retry_at     INTEGER,
    error        TEXT    NOT NULL DEFAULT '',
    failed_at    INTEGER,
    lease        TEXT    NOT NULL DEFAULT '',
    leased_until INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX channels_player ON channels (player);
CREATE UNIQUE INDEX channels_address ON channels (player, kind, address) WHERE address <> '';
CREATE UNIQUE INDEX channels_feed ON channels (secret) WHERE kind = 'feed';

-- The outbox: written in the same commit as the move that asks somebody.
CREATE TABLE outbox (
    player TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game   TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    what   TEXT    NOT NULL,
    since  INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    PRIMARY KEY (player, game, what)
) STRICT, WITHOUT ROWID;
CREATE INDEX outbox_due ON outbox (due_at);

-- What is to go out on one channel.
CREATE TABLE letters (
    channel TEXT    NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    game    TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    what    TEXT    NOT NULL,
    since   INTEGER NOT NULL,
    due_at  INTEGER NOT NULL,
    PRIMARY KEY (channel, game, what)
) STRICT, WITHOUT ROWID;
CREATE INDEX letters_due ON letters (due_at);
CREATE INDEX letters_game ON letters (game);
CREATE INDEX outbox_game ON outbox (game);

-- +goose Down
DROP TABLE letters;
DROP TABLE outbox;
DROP TABLE channels;
DROP TABLE wishes;
