-- +goose Up
-- What people write beside the game, and how far it reaches.

-- Only its owner ever sees a note.
CREATE TABLE notes (
    player TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game   TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    text   TEXT    NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX notes_game ON notes (game);

-- The chat of a table. rev counts its changes, so that a reader who knows one
-- finds all that came later, messages taken away included. What a computer
-- player says is the key of a sentence; the reader's language makes the text.
CREATE TABLE chat (
    game    TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    id      INTEGER NOT NULL,
    rev     INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    player  TEXT    REFERENCES players (id) ON DELETE CASCADE,
    seat    INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    bot     TEXT    NOT NULL,
    text    TEXT    NOT NULL,
    about   INTEGER NOT NULL,
    removed TEXT    NOT NULL,
    PRIMARY KEY (game, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX chat_rev ON chat (game, rev);
CREATE INDEX chat_player ON chat (player) WHERE player IS NOT NULL;

-- Whose messages somebody does not want to read.
CREATE TABLE mutes (
    id     TEXT    NOT NULL PRIMARY KEY,
    player TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    muted  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    name   TEXT    NOT NULL,
    at     INTEGER NOT NULL,
    UNIQUE (player, muted)
) STRICT, WITHOUT ROWID;
CREATE INDEX mutes_muted ON mutes (muted);

-- What the operator was asked to look at, with a copy of the words: they count
-- even if their author, or the table, takes them back.
CREATE TABLE reports (
    id         TEXT    NOT NULL PRIMARY KEY,
    at         INTEGER NOT NULL,
    game       TEXT    NOT NULL,
    message    INTEGER NOT NULL,
    reporter   TEXT    REFERENCES players (id) ON DELETE SET NULL,
    author     TEXT    REFERENCES players (id) ON DELETE SET NULL,
    name       TEXT    NOT NULL,
    text       TEXT    NOT NULL,
    why        TEXT    NOT NULL,
    settled_at INTEGER,
    note       TEXT    NOT NULL,
    UNIQUE (reporter, game, message)
) STRICT, WITHOUT ROWID;
CREATE INDEX reports_open ON reports (at) WHERE settled_at IS NULL;
CREATE INDEX reports_author ON reports (author) WHERE author IS NOT NULL;

-- +goose Down
DROP TABLE reports;
DROP TABLE mutes;
DROP TABLE chat;
DROP TABLE notes;
