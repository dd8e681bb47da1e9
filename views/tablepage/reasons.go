package tablepage

import "github.com/bankhalter/bankhalter/views/page"

// reasonsFrame stands around the reasons of computer players.
func (v *view) reasonsFrame() page.Frame {
	f := v.aside(page.ReasonsPath(v.d.ID))
	f.Title = v.T("reason.title_page", "Table", v.d.Name)
	return f
}

// turns groups the reasons by turn.
func (x Reasons) turns() (all []Reasons) {
	for i := range x {
		if n := len(all); n > 0 && all[n-1][0].Turn == x[i].Turn {
			all[n-1] = append(all[n-1], x[i])
			continue
		}
		all = append(all, x[i:i+1:i+1])
	}
	return all
}
