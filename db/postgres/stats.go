package postgres

import "github.com/bankhalter/bankhalter/db/record"

// Stats reads the counters of the writer; they may be a commit apart from one another.
func (d *DB) Stats() record.Stats {
	if d.writer == nil {
		return record.Stats{}
	}
	s := d.writer.stats.Stats()
	s.Queue, s.QueueLimit = len(d.writer.queue), cap(d.writer.queue)
	return s
}
