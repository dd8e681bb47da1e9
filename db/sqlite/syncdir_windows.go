package sqlite

// SyncDir does nothing: Windows has no sync of folders and needs none.
func SyncDir(string) error { return nil }
