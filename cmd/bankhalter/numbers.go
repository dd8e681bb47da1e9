package main

import (
	"context"
	"fmt"
	"io"

	"github.com/bankhalter/bankhalter/db/postgres"
	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/db/sqlite"
	"github.com/bankhalter/bankhalter/game/notifications"
	"github.com/bankhalter/bankhalter/game/table"
)

// numbers prints the metrics of storage and tables in the Prometheus text format.
func numbers(store database, tables *table.Service, notifications *notifications.Service, certificates *validity) func(context.Context, io.Writer) {
	return func(ctx context.Context, w io.Writer) {
		if n, err := tables.Counts(ctx); err == nil {
			head(w, "bankhalter_games", "gauge", "Tables in the database.")
			fmt.Fprintf(w, "bankhalter_games{status=\"lobby\"} %d\nbankhalter_games{status=\"playing\"} %d\nbankhalter_games{status=\"finished\"} %d\n", n.Lobby, n.Playing, n.Finished)
			single(w, "bankhalter_players", "gauge", "Players in the database.", int64(n.Players))
			single(w, "bankhalter_stored_moves", "gauge", "Moves in the database.", n.Moves)
		}
		t := tables.Stats()
		single(w, "bankhalter_tables_live", "gauge", "Tables in memory.", t.Live)
		single(w, "bankhalter_table_moves_total", "counter", "Moves written, those of computers too.", t.Moves)
		single(w, "bankhalter_table_bot_moves_total", "counter", "Moves of computer players.", t.BotMoves)
		single(w, "bankhalter_table_events_total", "counter", "Events written.", t.Events)
		single(w, "bankhalter_table_refused_total", "counter", "Moves refused by the rules.", t.Refused)
		single(w, "bankhalter_table_stale_total", "counter", "Moves that came too late.", t.Stale)
		single(w, "bankhalter_table_loads_total", "counter", "Tables read from their log.", t.Loads)
		single(w, "bankhalter_table_failures_total", "counter", "Moves that could not be written.", t.Failures)
		single(w, "bankhalter_table_panics_total", "counter", "Moves that broke the rules core.", t.Panics)
		single(w, "bankhalter_table_lapsed_total", "counter", "Answers given for people whose time had run out.", t.Lapsed)
		single(w, "bankhalter_subscriptions", "gauge", "Streams that wait for news of a table.", t.Subscribers)
		notificationNumbers(ctx, w, notifications)
		certificates.write(w)
		d := store.Stats()
		single(w, "bankhalter_db_queue", "gauge", "Writes that wait.", d.Queue)
		single(w, "bankhalter_db_queue_limit", "gauge", "Writes that may wait.", d.QueueLimit)
		single(w, "bankhalter_db_refused_total", "counter", "Writes turned away because too many waited.", d.Refused)
		single(w, "bankhalter_db_failed_total", "counter", "Commits that failed.", d.Failed)
		gone := 0
		if d.Gone {
			gone = 1
		}
		single(w, "bankhalter_db_file_gone", "gauge", "1 if the files of the database were deleted or replaced while they are open.", gone)
		histogram(w, "bankhalter_db_commit_writes", "Writes in a commit.", d.BatchSize)
		histogram(w, "bankhalter_db_commit_seconds", "Time a commit took.", d.Latency)
		switch store := store.(type) {
		case *postgres.DB:
			if size, err := store.Size(ctx); err == nil {
				single(w, "bankhalter_db_bytes", "gauge", "Size of the database.", size)
			}
			single(w, "bankhalter_nodes", "gauge", "Servers on this database that are alive, as this one sees it.", store.Nodes())
			c := store.Connections()
			single(w, "bankhalter_db_connections", "gauge", "Connections to PostgreSQL.", c.Open)
			single(w, "bankhalter_db_connections_limit", "gauge", "Connections to PostgreSQL that may be open.", c.Limit)
			single(w, "bankhalter_db_connection_waits_total", "counter", "Queries that waited for a connection.", c.Waits)
		case *sqlite.DB:
			fileNumbers(w, store)
		}
	}
}

// fileNumbers prints how much room a database file takes and has.
func fileNumbers(w io.Writer, store *sqlite.DB) {
	space, err := store.Space()
	if err != nil {
		return
	}
	single(w, "bankhalter_db_bytes", "gauge", "Size of the database file.", space.File)
	single(w, "bankhalter_db_wal_bytes", "gauge", "Size of the write-ahead log beside it.", space.Log)
	if space.Disk > 0 {
		single(w, "bankhalter_disk_free_bytes", "gauge", "Room for the database on its disk.", space.Free)
		single(w, "bankhalter_disk_bytes", "gauge", "Size of that disk.", space.Disk)
	}
}

func head(w io.Writer, name, kind, text string) {
	fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", name, text, name, kind)
}

func single[N int | int64 | uint64](w io.Writer, name, kind, text string, value N) {
	head(w, name, kind, text)
	fmt.Fprintf(w, "%s %d\n", name, value)
}

func histogram(w io.Writer, name, text string, h record.Histogram) {
	head(w, name, "histogram", text)
	var sum uint64
	for i, count := range h.Counts {
		sum += count
		bound := "+Inf"
		if i < len(h.Bounds) {
			bound = fmt.Sprint(h.Bounds[i])
		}
		fmt.Fprintf(w, "%s_bucket{le=%q} %d\n", name, bound, sum)
	}
	fmt.Fprintf(w, "%s_sum %g\n%s_count %d\n", name, h.Sum, name, sum)
}
