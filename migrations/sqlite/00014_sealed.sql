-- +goose Up
-- That a game was closed because it cannot be read stands beside its settings,
-- which may be what cannot be read, and no longer in them.
ALTER TABLE games ADD COLUMN sealed INTEGER NOT NULL DEFAULT 0 CHECK (sealed IN (0, 1));
UPDATE games SET sealed = 1 WHERE id IN
    (SELECT game FROM settings WHERE CASE WHEN json_valid(settings) THEN settings ->> '$.sealed' END);

-- +goose Down
UPDATE settings SET settings = json_set(settings, '$.sealed', json('true'))
    WHERE json_valid(settings) AND game IN (SELECT id FROM games WHERE sealed = 1);
ALTER TABLE games DROP COLUMN sealed;
