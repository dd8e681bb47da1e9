-- +goose Up
-- What servers have to know of each other: where people reach them, so that those
-- of another address are not let in by mistake; which of them answers a request with
-- a key now.
ALTER TABLE nodes ADD COLUMN public_url text NOT NULL DEFAULT '';
ALTER TABLE receipts ADD COLUMN node text COLLATE "C";

-- +goose Down
ALTER TABLE receipts DROP COLUMN node;
ALTER TABLE nodes DROP COLUMN public_url;
