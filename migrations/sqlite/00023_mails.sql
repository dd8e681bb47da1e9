-- +goose Up
-- Mails to the owners of accounts that wait to be sent. A link in them has no token: it is
-- made when the mail is handed to the mail server.
CREATE TABLE mails (
    id       TEXT    NOT NULL PRIMARY KEY,
    player   TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    kind     TEXT    NOT NULL, -- confirm, recover or news
    address  TEXT    NOT NULL,
    subject  TEXT    NOT NULL,
    body     TEXT    NOT NULL,
    asked_at INTEGER NOT NULL,
    due_at   INTEGER NOT NULL,
    until_at INTEGER NOT NULL, -- nobody needs it any more
    tries    INTEGER NOT NULL  -- how often the mail server could not take it
) STRICT, WITHOUT ROWID;
CREATE INDEX mails_player ON mails (player);
CREATE INDEX mails_due ON mails (due_at);

-- +goose Down
DROP TABLE mails;
