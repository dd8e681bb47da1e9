-- +goose Up
-- The deadlines of the tables are listed once, when a server starts, and that reads
-- them all. Every move at a table with clocks moved an entry of this index.
DROP INDEX tempo_due;

-- +goose Down
CREATE INDEX tempo_due ON tempo (due_at) WHERE due_at IS NOT NULL;
