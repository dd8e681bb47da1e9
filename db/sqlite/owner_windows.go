package sqlite

// own changes nothing: files take after their folder here.
func own(string, string) error { return nil }
