package edition

func check(r *reader, e *Edition) {}
