-- +goose Up
-- The deadlines of the tables are listed once, when a server starts, and that reads
-- them all. Without this index a move changes no indexed column of its row, so that the
-- new version of it stays in the same page, if there is room, and in no index.
DROP INDEX tempo_due;
ALTER TABLE tempo SET (fillfactor = 50);

-- +goose Down
ALTER TABLE tempo RESET (fillfactor);
CREATE INDEX tempo_due ON tempo (due_at) WHERE due_at IS NOT NULL;
