-- +goose Up
-- The servers that use this database, and when each said last that it is alive, by
-- the clock of the database.
CREATE TABLE nodes (
    id      text COLLATE "C" NOT NULL PRIMARY KEY,
    seen_at timestamptz NOT NULL
);

-- +goose Down
DROP TABLE nodes;
