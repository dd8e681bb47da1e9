package value

// Net is the net by which a model estimates, nil if it has none.
func (m *Model) Net() *Deep { return m.net }
