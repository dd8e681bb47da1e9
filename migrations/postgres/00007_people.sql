-- +goose Up
-- How games ended for those who played them, and what follows from it. All of it
-- but profiles can be made anew from the logs.

-- From where a seat was taken, as hashes that mean nothing at any other table.
ALTER TABLE seats ADD COLUMN origin text NOT NULL DEFAULT '';

-- What players have chosen about their pages. switched is a list of times, in
-- JSON, at which the rating was switched on, off, on and so on.
CREATE TABLE profiles (
    player   text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    open     text NOT NULL CHECK (open IN ('nobody', 'opponents', 'everyone')),
    switched text NOT NULL
);
CREATE INDEX players_name ON players (name);

-- The games whose results are kept, or that have none.
CREATE TABLE scored (
    game text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE
);

-- Results outlive their games. mu and sigma are the rating after it, in
-- millionths, where unrated is ''.
CREATE TABLE results (
    player   text COLLATE "C"    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    ended_at bigint NOT NULL,
    game     text COLLATE "C"    NOT NULL,
    title    text    NOT NULL,
    edition  text COLLATE "C"    NOT NULL,
    board    text COLLATE "C"    NOT NULL,
    rulebook text COLLATE "C"    NOT NULL,
    slow     boolean NOT NULL,
    private  boolean NOT NULL,
    place    bigint NOT NULL,
    seats    bigint NOT NULL,
    won      boolean NOT NULL,
    gone     boolean NOT NULL,
    in_time  bigint NOT NULL,
    late     bigint NOT NULL,
    deeds    text    NOT NULL,
    unrated  text    NOT NULL,
    mu       bigint NOT NULL,
    sigma    bigint NOT NULL,
    PRIMARY KEY (player, ended_at, game)
);
CREATE INDEX results_game ON results (game);
CREATE INDEX results_rated ON results (rulebook, slow, ended_at, game) WHERE unrated = '';

CREATE TABLE ratings (
    player   text COLLATE "C"    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    rulebook text COLLATE "C"    NOT NULL,
    slow     boolean NOT NULL,
    mu       bigint NOT NULL,
    sigma    bigint NOT NULL,
    games    bigint NOT NULL,
    PRIMARY KEY (player, rulebook, slow)
);

-- +goose Down
DROP TABLE ratings;
DROP TABLE results;
DROP TABLE scored;
DROP INDEX players_name;
DROP TABLE profiles;
ALTER TABLE seats DROP COLUMN origin;
