-- +goose Up
-- The same check of moves.origin, written out: for a list of more than two
-- SQLite makes a table in memory, fills it and drops it again with every row.
CREATE TABLE moves_new (
    id      INTEGER PRIMARY KEY,
    game    TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq     INTEGER NOT NULL,
    first   INTEGER NOT NULL CHECK (first >= 1 AND first <= seq),
    at      INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    origin  TEXT    NOT NULL CHECK (origin = 'person' OR origin = 'bot' OR origin = 'clock' OR origin = 'system' OR origin = 'order'),
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
    origin  TEXT    NOT NULL CHECK (origin IN ('person', 'bot', 'clock', 'system', 'order')),
    command TEXT    NOT NULL,
    luck    TEXT,
    events  TEXT    NOT NULL,
    UNIQUE (game, seq)
) STRICT;
INSERT INTO moves_old SELECT id, game, seq, first, at, seat, origin, command, luck, events FROM moves ORDER BY id;
DROP TABLE moves;
ALTER TABLE moves_old RENAME TO moves;
