-- +goose Up
-- Mails to the owners of accounts that wait to be sent. A link in them has no token: it is
-- made when the mail is handed to the mail server.
CREATE TABLE mails (
    id       text COLLATE "C" NOT NULL PRIMARY KEY,
    player   text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    kind     text   NOT NULL, -- confirm, recover or news
    address  text   NOT NULL,
    subject  text   NOT NULL,
    body     text   NOT NULL,
    asked_at bigint NOT NULL,
    due_at   bigint NOT NULL,
    until_at bigint NOT NULL, -- nobody needs it any more
    tries    bigint NOT NULL  -- how often the mail server could not take it
);
CREATE INDEX mails_player ON mails (player);
CREATE INDEX mails_due ON mails (due_at);

-- +goose Down
DROP TABLE mails;
