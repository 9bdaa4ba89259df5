package report

// Live is the kind of a place that is a chain of others.
const Live = "live"

func (b Subject) title() string { return b.name() + ": a life" }

// name is what the Golem is called, or its id.
func (b Subject) name() string {
	switch {
	case b.Identity.Name != "":
		return label(b.Identity.Name)
	case b.Identity.GolemID != "":
		return short(b.Identity.GolemID)
	}
	return "A Golem"
}

// rows say where, when and by what it lived.
func (b Subject) rows(s *sheet) {
	switch b.Place.Kind {
	case "":
		s.row("place", "told when the life is over")
	case Live:
		s.row("place", "%s", b.Place.label())
	default:
		s.row("place", "%s, seed %d", b.Place.label(), b.Seed)
	}
	s.row("time", "%s to %s UTC", moment(b.From), moment(b.To))
	s.row("strategy", "%s, %s, revision %d%s", b.Strategy.label(), short(b.Strategy.Hash), b.Strategy.Revision, b.Strategy.stage())
}

func (p Place) label() string { return known(label(p.Kind + " " + p.Name)) }

func (y Strategy) label() string { return known(label(y.Name)) }

func (y Strategy) stage() string {
	if y.StartStage == "" {
		return ""
	}
	return ", start stage set to " + label(y.StartStage)
}

func (t Tiers) row(s *sheet, ticks uint64) {
	s.row("ticks", "%d: %s only a look (T0), %s analysed (T1), %s urgent (T2)", ticks, portion(t.T0, ticks), portion(t.T1, ticks), portion(t.T2, ticks))
}
