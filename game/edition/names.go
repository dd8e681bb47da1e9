package edition

// Or fills the languages that are missing.
func (t Text) Or(de, en string) Text {
	if t.DE == "" {
		t.DE = de
	}
	if t.EN == "" {
		t.EN = en
	}
	return t
}

// SoftName is the name of a space with soft hyphens where it may break; the
// plain name if the document has no such form.
func (s *Space) SoftName(lang string) string {
	name, soft := s.Name.In(lang), s.Soft.In(lang)
	if withoutSoft(soft) == name {
		return soft
	}
	return name
}

func withoutSoft(s string) string {
	out := make([]rune, 0, len(s))
	for _, r := range s {
		if r != '\u00ad' {
			out = append(out, r)
		}
	}
	return string(out)
}
