package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"syscall"
	"time"

	"github.com/bankhalter/bankhalter/db/postgres"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/library"
	"github.com/bankhalter/bankhalter/game/operator"
	"github.com/bankhalter/bankhalter/game/people"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/talk"
	"github.com/bankhalter/bankhalter/handlers"
	"github.com/bankhalter/bankhalter/handlers/live"
)

// run opens everything in order, serves until ctx ends and closes everything
// in the opposite order. release restores the default handling of signals, so
// that a second one ends the program at once.
func (plan *servePlan) run(ctx context.Context, release func(), stdout io.Writer) (err error) {
	var sparing func(bool)
	if plan.paced {
		g, stop := tuneGarbage()
		defer stop()
		sparing = g.spare
	}
	store, err := plan.open(ctx, opening{sync: plan.syncing, log: plan.log})
	if err != nil {
		return unlessStopped(ctx, err)
	}
	defer func() { err = errors.Join(unlessStopped(ctx, err), store.Close()) }() //nolint:contextcheck // accepted writes finish whatever ends
	now, began := clockOf(store), time.Now()
	streams := live.NewReaders(nil)
	mail, err := plan.openNotifications(ctx, store, streams)
	if err != nil {
		return err
	}
	boards, chats := library.New(store, nil), talk.NewCache(store, now)
	mine, err := plan.join(ctx, store)
	if err != nil {
		return err
	}
	operators, err := operator.Open(ctx, store, now)
	if err != nil {
		return fmt.Errorf("read bans: %w", err)
	}
	results, ended := plan.results(store, operators, now)
	tables := table.New(store, boards, chats, plan.tableConfig(table.Config{
		Mine: mine, Now: now, Steady: func() time.Duration { return time.Since(began) }, Ended: ended,
		Heeds: mail.notifications.Heeds, Tells: mail.notifications.Tells, Rematched: mail.notifications.Rematched,
	}))
	defer tables.Close()
	if err := mail.notifications.Open(ctx, tables); err != nil {
		return fmt.Errorf("open the notifications: %w", err)
	}
	if plan.check {
		if err := checkBefore(ctx, plan.log, &checkup{file: plan.name(store), store: store, tables: tables}); err != nil {
			return err
		}
	}
	if err := tables.Resume(ctx); err != nil {
		return fmt.Errorf("resume games: %w", err)
	}
	persons := account.Config{Now: now, Public: plan.public, Logger: plan.log, RecoveryLife: plan.recoveryLife}
	if mail.mailer != nil {
		persons.Mail = mail.mailer.Send
	}
	players := account.NewPlayers(store, account.PlayersConfig{Now: now, Logger: plan.log})
	defer players.Close()                            //nolint:contextcheck // pending data is written, whatever ends
	accounts := account.New(store, players, persons) //nolint:contextcheck // mails under way are sent, whatever ends
	defer accounts.Close()
	presence := live.NewPresence(now)
	presence.OnChange(tables.Wake)
	h, err := handlers.New(plan.handlersConfig(handlers.Config{ //nolint:contextcheck // each request brings its own
		Now: now, Operator: operators, Accounts: accounts, Notifications: mail.notifications, PushKey: mail.pushKey, People: results,
		Ready: store.Ping, Metrics: numbers(store, tables, mail.notifications, plan.valid), Readers: streams, Presence: presence, Sparing: sparing,
	}), handlers.Services{
		Tables: tables, Talk: talk.New(chats, tables), Boards: boards, Players: players, Sessions: store.Sessions(plan.public != nil && plan.public.Scheme == "https", now),
	})
	if err != nil {
		return err
	}
	defer plan.neighbours(store, tables, chats, operators, presence, players, h).begin(ctx)()
	defer plan.nightly(ctx, &cleaning{plan: plan.retention(), tables: tables, operators: operators, export: h.WriteExport, log: plan.log, alone: alone(store)})()
	if plan.notices {
		defer mail.work(ctx)()
	}
	if results != nil {
		defer beside(ctx, func(ctx context.Context) { results.Run(ctx, tables) })()
	}
	return plan.serve(ctx, release, stdout, handlers.NewHTTPServer(h), h.MetricsHandler())
}

// unlessStopped is an error of the start, nil if the server has only been told to stop
// meanwhile.
func unlessStopped(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// join enters this server among those on its database, if others can be there, and
// returns which games it lets go on; nil stands for all.
func (plan *servePlan) join(ctx context.Context, store database) (mine func(id string) bool, err error) {
	d, ok := store.(*postgres.DB)
	if !ok {
		return nil, nil
	}
	public := ""
	if plan.public != nil {
		public = plan.public.String()
	}
	return d.Mine, d.Join(ctx, public)
}

// tableConfig adds what the operator has chosen.
func (plan *servePlan) tableConfig(c table.Config) table.Config {
	c.BotPause, c.Shown, c.ClaimGrace = plan.botPause, plan.botPause == usualPause, plan.claimGrace
	c.Idle, c.LobbyLife, c.Logger = plan.idle, plan.keepLobby, plan.log
	return c
}

// handlersConfig adds what the operator has chosen.
func (plan *servePlan) handlersConfig(c handlers.Config) handlers.Config {
	c.PublicURL, c.Proxies, c.TLS = plan.public, plan.networks, plan.byFiles() || plan.byACME()
	c.Network = plan.network()
	c.HSTS, c.HSTSSubdomains, c.SessionMax = plan.hsts, plan.hstsSubdomains, plan.sessionMax
	c.AdminPassword, c.KeepFinished, c.Limits = plan.admin, plan.keepFinished, plan.limits
	c.MetricsToken, c.MetricsApart = plan.measures, plan.metricsListen != ""
	c.Logger, c.AccessLog, c.LogAddresses = plan.log, plan.accessLog, plan.logAddresses
	c.Language, c.Version, c.Dev = plan.language, versionName(), plan.dev
	return c
}

// notListening is the error of an address at which the server cannot listen, for the operator.
func notListening(flag, address string, err error) error {
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s: another program listens on %s already, perhaps another Bankhalter; end it, or choose another address", flag, address)
	}
	return fmt.Errorf("%s: %w", flag, err)
}

// serve listens, prints the address, and stops when ctx ends: streams at once, running
// requests within the grace time.
func (plan *servePlan) serve(ctx context.Context, release func(), stdout io.Writer, srv *http.Server, metrics http.Handler) error {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", plan.listen)
	if err != nil {
		return notListening("--listen", plan.listen, err)
	}
	defer func() { _ = listener.Close() }() // the server has closed it before, if it came so far
	auxiliaries, err := plan.auxiliaries(ctx, srv, listener.Addr(), metrics)
	if err != nil {
		return err
	}
	defer auxiliaries.close()
	scheme := "http"
	begin := func() error { return srv.Serve(live.Listener(listener)) }
	if srv.TLSConfig != nil {
		scheme = "https"
		begin = func() error { return srv.Serve(live.TLSListener(listener, srv.TLSConfig)) }
	}
	fmt.Fprint(stdout, plan.greeting(scheme, listener.Addr()))
	failed := make(chan error, 1)
	go func() { failed <- begin() }()
	if auxiliaries.begin != nil {
		go auxiliaries.begin(ctx) // not waited for: an authority may take minutes
	}
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	release()
	plan.log.Info("stopping")
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), plan.grace)
	defer cancel()
	if err := srv.Shutdown(grace); err != nil {
		plan.log.Warn("some requests were cut off", "error", err)
		return srv.Close()
	}
	return nil
}

// results are the results of finished games, and what is told when a game ends;
// nil if the server keeps none.
func (plan *servePlan) results(store database, operators *operator.Service, now func() time.Time) (*people.Service, func(id string)) {
	if !plan.people {
		return nil, nil
	}
	results := people.New(store, people.Config{Logger: plan.log, Now: now, Banned: func(p account.PlayerID) bool {
		_, banned := operators.BannedPlayer(p)
		return banned
	}})
	return results, results.Ended
}

// beside runs something until ctx ends or the function that it returns is called,
// which waits for it.
func beside(ctx context.Context, run func(context.Context)) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		run(ctx)
	}()
	return func() { cancel(); <-done }
}
