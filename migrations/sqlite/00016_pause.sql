-- +goose Up
-- A pause of the computers that nobody chose was kept as 0, like one that was
-- switched off, and so was played without any. What nobody chose is now null.
-- Nothing tells the two apart in what is stored. A pause too many costs seconds,
-- a pause too few costs rents, so every 0 counts as not chosen; it was that at
-- all tables but those whose owner typed it in.
UPDATE settings SET settings = json_set(settings, '$.bot_pause_ms', null)
    WHERE CASE WHEN json_valid(settings) THEN json_type(settings, '$.bot_pause_ms') = 'integer' AND settings ->> '$.bot_pause_ms' <= 0 END;

-- +goose Down
UPDATE settings SET settings = json_set(settings, '$.bot_pause_ms', 0)
    WHERE CASE WHEN json_valid(settings) THEN json_type(settings, '$.bot_pause_ms') = 'null' END;
