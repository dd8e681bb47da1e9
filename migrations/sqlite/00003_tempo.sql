-- +goose Up
-- The time of the people at a table, and what they have ordered ahead.

-- How far everybody's clock has run, days off, pauses and votes; due_at is when
-- the table goes on by itself because of them.
CREATE TABLE tempo (
    game   TEXT    NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    due_at INTEGER,
    tempo  TEXT    NOT NULL CHECK (json_valid(tempo))
) STRICT, WITHOUT ROWID;
CREATE INDEX tempo_due ON tempo (due_at) WHERE due_at IS NOT NULL;

-- Standing orders and standing bids: only their owner may ever see them.
CREATE TABLE orders (
    game TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    book TEXT    NOT NULL CHECK (json_valid(book)),
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- A move may come from a standing order. A CHECK cannot be changed in place.
CREATE TABLE moves_new (
    id      INTEGER PRIMARY KEY,
    game    TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq     INTEGER NOT NULL,
    first   INTEGER NOT NULL CHECK (first >= 1 AND first <= seq),
    at      INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    origin  TEXT    NOT NULL CHECK (origin IN ('person', 'bot', 'clock', 'system', 'order')),
    command TEXT    NOT NULL,
    luck    TEXT,
    events  TEXT    NOT NULL,
    UNIQUE (game, seq)
) STRICT;
INSERT INTO moves_new SELECT id, game, seq, first, at, seat, origin, command, luck, events FROM moves ORDER BY id;
DROP TABLE moves;
ALTER TABLE moves_new RENAME TO moves;

-- +goose Down
CREATE TABLE moves_old (
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
INSERT INTO moves_old SELECT id, game, seq, first, at, seat, replace(origin, 'order', 'person'), command, luck, events FROM moves ORDER BY id;
DROP TABLE moves;
ALTER TABLE moves_old RENAME TO moves;
DROP TABLE orders;
DROP TABLE tempo;
