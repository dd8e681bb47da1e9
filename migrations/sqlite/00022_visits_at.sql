-- +goose Up
-- Visits of long ago are deleted every hour, while no move can be made. Without this
-- index that reads all of them.
CREATE INDEX visits_at ON visits (at);

-- +goose Down
DROP INDEX visits_at;
