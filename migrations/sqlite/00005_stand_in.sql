-- +goose Up
-- Who plays a seat for its player until he is back, and under which name.
ALTER TABLE seats ADD COLUMN sub TEXT REFERENCES players (id) ON DELETE SET NULL;
ALTER TABLE seats ADD COLUMN sub_name TEXT NOT NULL DEFAULT '';
CREATE INDEX seats_sub ON seats (sub) WHERE sub IS NOT NULL;

-- +goose Down
DROP INDEX seats_sub;
ALTER TABLE seats DROP COLUMN sub_name;
ALTER TABLE seats DROP COLUMN sub;
