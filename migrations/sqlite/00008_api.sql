-- +goose Up
-- Tokens of programs have names and do not open everything. scopes is a sum of
-- the bits of table.Scope; what there was before opens everything.
ALTER TABLE tokens ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE tokens ADD COLUMN scopes INTEGER NOT NULL DEFAULT 15;
ALTER TABLE tokens ADD COLUMN used_at INTEGER;

-- What was answered to a request with an Idempotency-Key. The answer is sealed
-- with that key, of which only the hash is kept here; NULL: begun, not finished.
CREATE TABLE receipts (
    owner  TEXT    NOT NULL,
    hash   BLOB    NOT NULL CHECK (length(hash) = 32),
    digest BLOB    NOT NULL CHECK (length(digest) = 32),
    player TEXT    REFERENCES players (id) ON DELETE CASCADE,
    at     INTEGER NOT NULL,
    sealed BLOB,
    PRIMARY KEY (owner, hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX receipts_at ON receipts (at);
CREATE INDEX receipts_player ON receipts (player) WHERE player IS NOT NULL;

-- +goose Down
DROP TABLE receipts;
ALTER TABLE tokens DROP COLUMN used_at;
ALTER TABLE tokens DROP COLUMN scopes;
ALTER TABLE tokens DROP COLUMN name;
