package sqlite

import "github.com/bankhalter/bankhalter/db/record"

// Stats reads the counters of the writer; they may be a commit apart from one another.
func (d *DB) Stats() record.Stats {
	if d.writer == nil {
		return record.Stats{}
	}
	s := d.writer.stats.Stats()
	s.Queue, s.QueueLimit, s.Gone = d.writer.queue.Len(), d.writer.queue.Cap(), d.watch.err() != nil
	return s
}
