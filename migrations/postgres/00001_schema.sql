-- +goose Up
-- The same tables as in SQLite, see migrations/sqlite for what they are for.
-- Times are unix milliseconds, UTC; JSON is text. The key of every table about a
-- game begins with the game, so that an engine that spreads rows over machines
-- keeps a game together. Ids sort by their bytes, whatever the database's language.

CREATE TABLE players (
    id         text COLLATE "C" NOT NULL PRIMARY KEY,
    name       text   NOT NULL,
    created_at bigint NOT NULL
);

CREATE TABLE tokens (
    hash       bytea   NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    kind       text    NOT NULL CHECK (kind IN ('bearer', 'link')),
    player     text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    once       boolean NOT NULL DEFAULT false,
    name       text    NOT NULL DEFAULT '',
    scopes     integer NOT NULL DEFAULT 15,
    created_at bigint  NOT NULL,
    expires_at bigint,
    used_at    bigint
);
CREATE INDEX tokens_player ON tokens (player);
CREATE INDEX tokens_expiry ON tokens (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE sessions (
    hash       bytea  NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    player     text COLLATE "C" REFERENCES players (id) ON DELETE CASCADE,
    data       bytea  NOT NULL,
    created_at bigint NOT NULL,
    seen_at    bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE INDEX sessions_player ON sessions (player) WHERE player IS NOT NULL;
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE editions (
    hash       text COLLATE "C" NOT NULL PRIMARY KEY,
    id         text   NOT NULL,
    title      text   NOT NULL,
    owner      text COLLATE "C" REFERENCES players (id) ON DELETE SET NULL,
    body       text   NOT NULL,
    created_at bigint NOT NULL
);
CREATE INDEX editions_owner ON editions (owner) WHERE owner IS NOT NULL;

-- Every move rewrites its row of games. As long as no indexed column changes and
-- its page has room, no index is written and the old row is cleared away by the next.
CREATE TABLE games (
    id         text COLLATE "C" NOT NULL PRIMARY KEY,
    edition    text COLLATE "C" NOT NULL REFERENCES editions (hash),
    owner      text COLLATE "C" REFERENCES players (id) ON DELETE SET NULL,
    private    boolean NOT NULL,
    sealed     boolean NOT NULL DEFAULT false,
    created_at bigint  NOT NULL,
    status     integer NOT NULL CHECK (status IN (0, 1, 2)),
    seq        bigint  NOT NULL,
    rev        bigint  NOT NULL,
    waiting    bigint  NOT NULL,
    turn       integer NOT NULL,
    round      integer NOT NULL,
    bots_due   boolean NOT NULL,
    started_at bigint,
    ends_at    bigint,
    link_by    bigint,
    ended_at   bigint,
    updated_at bigint  NOT NULL,
    stamp      bigint  NOT NULL DEFAULT 1 -- counts the writes to this game, so that a server knows whether what it has in memory is still so
) WITH (fillfactor = 50);
CREATE INDEX games_status ON games (status);
CREATE INDEX games_clock ON games (ends_at) WHERE ends_at IS NOT NULL;
CREATE INDEX games_link ON games (link_by) WHERE link_by IS NOT NULL;
CREATE INDEX games_bots ON games (id) WHERE bots_due;
CREATE INDEX games_owner ON games (owner) WHERE owner IS NOT NULL;

CREATE TABLE settings (
    game     text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    settings text NOT NULL
);

CREATE TABLE seats (
    game     text COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat     integer NOT NULL,
    player   text COLLATE "C" REFERENCES players (id) ON DELETE SET NULL,
    name     text    NOT NULL,
    bot      text    NOT NULL,
    anchor   bytea CHECK (anchor IS NULL OR length(anchor) = 32),
    link     bytea CHECK (link IS NULL OR length(link) = 32),
    sub      text COLLATE "C" REFERENCES players (id) ON DELETE SET NULL,
    sub_name text    NOT NULL DEFAULT '',
    PRIMARY KEY (game, seat)
);
CREATE UNIQUE INDEX seats_player ON seats (game, player) WHERE player IS NOT NULL;
CREATE INDEX seats_sitting ON seats (player) WHERE player IS NOT NULL;
CREATE INDEX seats_sub ON seats (sub) WHERE sub IS NOT NULL;

CREATE TABLE secrets (
    game text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    seed bytea NOT NULL CHECK (length(seed) = 32)
);

-- The log. That no two servers go on from the same event is decided by games.seq.
CREATE TABLE moves (
    game    text COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq     bigint  NOT NULL,
    first   bigint  NOT NULL CHECK (first >= 1 AND first <= seq),
    at      bigint  NOT NULL,
    seat    integer NOT NULL,
    origin  text    NOT NULL CHECK (origin IN ('person', 'bot', 'clock', 'system', 'order')),
    command text    NOT NULL,
    luck    text,
    events  text    NOT NULL,
    PRIMARY KEY (game, seq)
);

CREATE TABLE instance (
    name  text  NOT NULL PRIMARY KEY,
    value bytea NOT NULL
);

CREATE TABLE tempo (
    game   text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    due_at bigint,
    tempo  text NOT NULL
);
CREATE INDEX tempo_due ON tempo (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE orders (
    game text COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat integer NOT NULL,
    book text    NOT NULL,
    PRIMARY KEY (game, seat)
);

CREATE TABLE visits (
    game   text COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    player text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    seq    bigint NOT NULL,
    at     bigint NOT NULL,
    PRIMARY KEY (game, player)
);
CREATE INDEX visits_player ON visits (player);

CREATE TABLE wishes (
    player text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    wishes text NOT NULL
);

CREATE TABLE channels (
    id           text COLLATE "C" NOT NULL PRIMARY KEY,
    player       text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    kind         text    NOT NULL CHECK (kind IN ('mail', 'push', 'hook', 'feed')),
    address      text    NOT NULL,
    secret       text    NOT NULL,
    extra        text    NOT NULL,
    state        text    NOT NULL CHECK (state IN ('unconfirmed', 'on', 'off', 'dead')),
    created_at   bigint  NOT NULL,
    sent_at      bigint,
    day          bigint  NOT NULL DEFAULT 0,
    sent         bigint  NOT NULL DEFAULT 0,
    failures     bigint  NOT NULL DEFAULT 0,
    retry_at     bigint,
    error        text    NOT NULL DEFAULT '',
    failed_at    bigint,
    lease        text    NOT NULL DEFAULT '',
    leased_until bigint  NOT NULL DEFAULT 0
);
CREATE INDEX channels_player ON channels (player);
CREATE UNIQUE INDEX channels_address ON channels (player, kind, md5(address)) WHERE address <> '';
CREATE UNIQUE INDEX channels_feed ON channels (secret) WHERE kind = 'feed';

CREATE TABLE outbox (
    game   text COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    player text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    what   text COLLATE "C" NOT NULL,
    since  bigint NOT NULL,
    due_at bigint NOT NULL,
    PRIMARY KEY (game, player, what)
);
CREATE INDEX outbox_due ON outbox (due_at);
CREATE INDEX outbox_player ON outbox (player);

CREATE TABLE letters (
    game    text COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    channel text COLLATE "C" NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    what    text COLLATE "C" NOT NULL,
    since   bigint NOT NULL,
    due_at  bigint NOT NULL,
    PRIMARY KEY (game, channel, what)
);
CREATE INDEX letters_due ON letters (due_at);
CREATE INDEX letters_channel ON letters (channel);

CREATE TABLE notes (
    game   text COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    player text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    text   text   NOT NULL,
    at     bigint NOT NULL,
    PRIMARY KEY (game, player)
);
CREATE INDEX notes_player ON notes (player);

CREATE TABLE chat (
    game    text COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    id      bigint  NOT NULL,
    rev     bigint  NOT NULL,
    at      bigint  NOT NULL,
    player  text COLLATE "C" REFERENCES players (id) ON DELETE CASCADE,
    seat    integer NOT NULL,
    name    text    NOT NULL,
    bot     text    NOT NULL,
    text    text    NOT NULL,
    about   integer NOT NULL,
    removed text    NOT NULL,
    PRIMARY KEY (game, id)
);
CREATE UNIQUE INDEX chat_rev ON chat (game, rev);
CREATE INDEX chat_player ON chat (player) WHERE player IS NOT NULL;

CREATE TABLE mutes (
    id     text COLLATE "C" NOT NULL PRIMARY KEY,
    player text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    muted  text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    name   text   NOT NULL,
    at     bigint NOT NULL,
    UNIQUE (player, muted)
);
CREATE INDEX mutes_muted ON mutes (muted);

CREATE TABLE reports (
    id         text COLLATE "C" NOT NULL PRIMARY KEY,
    at         bigint NOT NULL,
    game       text COLLATE "C" NOT NULL,
    message    bigint NOT NULL,
    reporter   text COLLATE "C" REFERENCES players (id) ON DELETE SET NULL,
    author     text COLLATE "C" REFERENCES players (id) ON DELETE SET NULL,
    name       text   NOT NULL,
    text       text   NOT NULL,
    why        text   NOT NULL,
    settled_at bigint,
    note       text   NOT NULL,
    UNIQUE (reporter, game, message)
);
CREATE INDEX reports_open ON reports (at) WHERE settled_at IS NULL;
CREATE INDEX reports_author ON reports (author) WHERE author IS NOT NULL;

CREATE TABLE receipts (
    owner  text COLLATE "C" NOT NULL,
    hash   bytea  NOT NULL CHECK (length(hash) = 32),
    digest bytea  NOT NULL CHECK (length(digest) = 32),
    player text COLLATE "C" REFERENCES players (id) ON DELETE CASCADE,
    at     bigint NOT NULL,
    sealed bytea,
    PRIMARY KEY (owner, hash)
);
CREATE INDEX receipts_at ON receipts (at);
CREATE INDEX receipts_player ON receipts (player) WHERE player IS NOT NULL;

CREATE TABLE accounts (
    player     text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    login      text   NOT NULL,
    login_key  text COLLATE "C" NOT NULL UNIQUE,
    mail       text   NOT NULL DEFAULT '',
    mail_key   text COLLATE "C" NOT NULL DEFAULT '',
    mail_at    bigint NOT NULL DEFAULT 0,
    password   text   NOT NULL,
    changed_at bigint NOT NULL
);
CREATE INDEX accounts_mail ON accounts (mail_key) WHERE mail_key <> '';

CREATE TABLE passkeys (
    id         bytea  NOT NULL PRIMARY KEY,
    player     text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    name       text   NOT NULL,
    record     text   NOT NULL,
    created_at bigint NOT NULL,
    used_at    bigint
);
CREATE INDEX passkeys_player ON passkeys (player);

CREATE TABLE recoveries (
    player     text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES accounts (player) ON DELETE CASCADE,
    hash       bytea  NOT NULL UNIQUE CHECK (length(hash) = 32),
    expires_at bigint NOT NULL
);
CREATE INDEX recoveries_expiry ON recoveries (expires_at);

CREATE TABLE mail_links (
    player     text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES accounts (player) ON DELETE CASCADE,
    hash       bytea  NOT NULL UNIQUE CHECK (length(hash) = 32),
    mail_key   text COLLATE "C" NOT NULL,
    expires_at bigint NOT NULL
);
CREATE INDEX mail_links_expiry ON mail_links (expires_at);

CREATE TABLE bans (
    id       text COLLATE "C" NOT NULL PRIMARY KEY,
    player   text COLLATE "C" REFERENCES players (id) ON DELETE CASCADE,
    network  text,
    reason   text   NOT NULL,
    at       bigint NOT NULL,
    until_at bigint,
    CHECK ((player IS NULL) <> (network IS NULL))
);
CREATE INDEX bans_player ON bans (player) WHERE player IS NOT NULL;

CREATE TABLE announcements (
    id       integer NOT NULL PRIMARY KEY CHECK (id = 1),
    texts    text    NOT NULL,
    at       bigint  NOT NULL,
    until_at bigint
);

CREATE TABLE acts (
    id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at     bigint NOT NULL,
    what   text   NOT NULL,
    object text   NOT NULL,
    note   text   NOT NULL,
    origin text   NOT NULL
);

-- +goose Down
DROP TABLE acts, announcements, bans, mail_links, recoveries, passkeys, accounts, receipts, reports, mutes, chat, notes,
    letters, outbox, channels, wishes, visits, orders, tempo, instance, moves, secrets, seats, settings, games, editions,
    sessions, tokens, players;
