-- +goose Up
-- Who has a board in their list. Two players may bring the same document, and only
-- the first one found it there; who deletes it takes it off a list of their own.
-- editions.owner stays for the servers of before that still run, and counts no more.
CREATE TABLE edition_owners (
    player   text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    edition  text COLLATE "C" NOT NULL REFERENCES editions (hash) ON DELETE CASCADE,
    added_at bigint NOT NULL,
    PRIMARY KEY (player, edition)
);
CREATE INDEX edition_owners_edition ON edition_owners (edition);
INSERT INTO edition_owners (player, edition, added_at) SELECT owner, hash, created_at FROM editions WHERE owner IS NOT NULL;
-- A board is removed when no list and no table has it.
CREATE INDEX games_edition ON games (edition);

-- +goose Down
DROP INDEX games_edition;
DROP TABLE edition_owners;
