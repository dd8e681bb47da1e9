-- +goose Up
-- How games ended for those who played them, and what follows from it. All of it
-- but profiles can be made anew from the logs.

-- From where a seat was taken, as hashes that mean nothing at any other table.
ALTER TABLE seats ADD COLUMN origin TEXT NOT NULL DEFAULT '';

-- What players have chosen about their pages. switched is a list of times, in
-- JSON, at which the rating was switched on, off, on and so on.
CREATE TABLE profiles (
    player   TEXT NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    open     TEXT NOT NULL CHECK (open IN ('nobody', 'opponents', 'everyone')),
    switched TEXT NOT NULL CHECK (json_valid(switched))
) STRICT, WITHOUT ROWID;
CREATE INDEX players_name ON players (name);

-- The games whose results are kept, or that have none.
CREATE TABLE scored (
    game TEXT NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Results outlive their games. mu and sigma are the rating after it, in
-- millionths, where unrated is ''.
CREATE TABLE results (
    player   TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    ended_at INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    title    TEXT    NOT NULL,
    edition  TEXT    NOT NULL,
    board    TEXT    NOT NULL,
    rulebook TEXT    NOT NULL,
    slow     INTEGER NOT NULL CHECK (slow IN (0, 1)),
    private  INTEGER NOT NULL CHECK (private IN (0, 1)),
    place    INTEGER NOT NULL,
    seats    INTEGER NOT NULL,
    won      INTEGER NOT NULL CHECK (won IN (0, 1)),
    gone     INTEGER NOT NULL CHECK (gone IN (0, 1)),
    in_time  INTEGER NOT NULL,
    late     INTEGER NOT NULL,
    deeds    TEXT    NOT NULL,
    unrated  TEXT    NOT NULL,
    mu       INTEGER NOT NULL,
    sigma    INTEGER NOT NULL,
    PRIMARY KEY (player, ended_at, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX results_game ON results (game);
CREATE INDEX results_rated ON results (rulebook, slow, ended_at, game) WHERE unrated = '';

CREATE TABLE ratings (
    player   TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    rulebook TEXT    NOT NULL,
    slow     INTEGER NOT NULL CHECK (slow IN (0, 1)),
    mu       INTEGER NOT NULL,
    sigma    INTEGER NOT NULL,
    games    INTEGER NOT NULL,
    PRIMARY KEY (player, rulebook, slow)
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE ratings;
DROP TABLE results;
DROP TABLE scored;
DROP INDEX players_name;
DROP TABLE profiles;
ALTER TABLE seats DROP COLUMN origin;
