-- +goose Up
-- Times are unix milliseconds, UTC. Names of kinds are those of package table.
PRAGMA application_id = 1113681515; -- "Bank"

CREATE TABLE players (
    id         TEXT    NOT NULL PRIMARY KEY,
    name       TEXT    NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Secrets are stored as the sha256 of what their owner holds.
CREATE TABLE tokens (
    hash       BLOB    NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    kind       TEXT    NOT NULL CHECK (kind IN ('bearer', 'link')),
    player     TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    once       INTEGER NOT NULL DEFAULT 0 CHECK (once IN (0, 1)),
    created_at INTEGER NOT NULL,
    expires_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_player ON tokens (player);
CREATE INDEX tokens_expiry ON tokens (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE sessions (
    hash       BLOB    NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    player     TEXT    REFERENCES players (id) ON DELETE CASCADE,
    data       BLOB    NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_player ON sessions (player) WHERE player IS NOT NULL;
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- A board is named by its content, so a running game keeps the one it began with.
CREATE TABLE editions (
    hash       TEXT    NOT NULL PRIMARY KEY,
    id         TEXT    NOT NULL,
    title      TEXT    NOT NULL,
    owner      TEXT    REFERENCES players (id) ON DELETE SET NULL,
    body       TEXT    NOT NULL CHECK (json_valid(body)),
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX editions_owner ON editions (owner) WHERE owner IS NOT NULL;

-- settings is everything a table agrees on before the start; the columns after
-- it are the summary that every move rewrites.
CREATE TABLE games (
    id         TEXT    NOT NULL PRIMARY KEY,
    edition    TEXT    NOT NULL REFERENCES editions (hash),
    owner      TEXT    REFERENCES players (id) ON DELETE SET NULL,
    private    INTEGER NOT NULL CHECK (private IN (0, 1)),
    settings   TEXT    NOT NULL CHECK (json_valid(settings)),
    created_at INTEGER NOT NULL,
    status     INTEGER NOT NULL CHECK (status IN (0, 1, 2)),
    seq        INTEGER NOT NULL,
    rev        INTEGER NOT NULL,
    waiting    INTEGER NOT NULL,
    turn       INTEGER NOT NULL,
    round      INTEGER NOT NULL,
    bots_due   INTEGER NOT NULL CHECK (bots_due IN (0, 1)),
    started_at INTEGER,
    ends_at    INTEGER,
    ended_at   INTEGER,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX games_status ON games (status); -- not with updated_at, which every move changes
CREATE INDEX games_clock ON games (ends_at) WHERE ends_at IS NOT NULL;
CREATE INDEX games_bots ON games (bots_due) WHERE bots_due = 1;

CREATE TABLE seats (
    game   TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat   INTEGER NOT NULL,
    player TEXT    REFERENCES players (id) ON DELETE SET NULL,
    name   TEXT    NOT NULL,
    bot    TEXT    NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX seats_player ON seats (player, game) WHERE player IS NOT NULL;

CREATE TABLE secrets (
    game TEXT NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    seed BLOB NOT NULL CHECK (length(seed) = 32)
) STRICT, WITHOUT ROWID;

-- The log. Rows lie in the order of writing, so that games that are played at
-- the same time share pages; the unique index is the last word on conflicts.
CREATE TABLE moves (
    id      INTEGER PRIMARY KEY,
    game    TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq     INTEGER NOT NULL,
    first   INTEGER NOT NULL CHECK (first >= 1 AND first <= seq),
    at      INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    origin  TEXT    NOT NULL CHECK (origin IN ('person', 'bot', 'clock', 'system')),
    command TEXT    NOT NULL,
    luck    TEXT,
    events  TEXT    NOT NULL,
    UNIQUE (game, seq)
) STRICT;

-- +goose Down
DROP TABLE moves;
DROP TABLE secrets;
DROP TABLE seats;
DROP TABLE games;
DROP TABLE editions;
DROP TABLE sessions;
DROP TABLE tokens;
DROP TABLE players;
