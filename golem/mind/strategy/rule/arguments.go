package rule

import "strings"

// arguments = [ "(" argument { "," argument } ")" ]: what a variable is of, and its window.
func (p *terms) arguments(name token, e Item, s *Slot) {
	open := p.peek()
	if !p.accept("(") {
		if missing := e.missing(); missing != "" {
			p.fail(open, name.text+" needs "+missing+", like "+e.Example())
		}
		return
	}
	if p.peek().kind == tokNumber && !e.Var.IsIndicator() || len(e.Takes) == 0 {
		also := ""
		if len(e.Takes) > 0 {
			also = "; it takes " + e.Takes[0].words() + ", like " + e.Example()
		}
		p.fail(open, name.text+" takes no window"+also)
		return
	}
	for i, takes := range e.Takes {
		if takes&ArgOptional != 0 && takes&ArgWindow == 0 && p.peek().kind == tokNumber {
			continue
		}
		if takes&ArgWindow != 0 {
			s.Minutes = p.window()
		} else if s.Of[i], p.broken = p.ref(name, takes); p.broken {
			return
		}
		if i < len(e.Takes)-1 && !p.broken && !p.accept(",") {
			p.fail(p.peek(), name.text+" needs "+e.Takes[i+1].words()+" too, like "+e.Example())
			return
		}
	}
	if p.peek().kind != tokEnd || len(p.problems) == 0 { // a missing window says it all
		p.expect(")")
	}
	p.related(name, s)
}

// ref reads the name of what a variable is of.
func (p *terms) ref(name token, takes Arg) (r Ref, broken bool) {
	t := p.next()
	if t.kind != tokWord {
		p.fail(t, name.text+" takes "+takes.words()+", not "+t.say())
		return r, true
	}
	r, complaint := p.slots.Names.resolve(p.handle(t), takes)
	if complaint != "" {
		p.problem(t, complaint)
		return Ref{}, false
	}
	if name.text == "range_share" && !p.slots.Names.market(r.Name).Ranges {
		p.problem(t, "the market "+r.Name+" has no ranges, and so no share of one")
	}
	return r, false
}

// related reports two names that do not go together.
func (p *terms) related(name token, s *Slot) {
	a, b := s.Of[0], s.Of[1]
	if a.Name == "" || b.Name == "" {
		return
	}
	switch {
	case s.Var == VarCorrelation && a == b:
		p.problem(name, "the correlation of "+a.Name+" with itself is always 1")
	case s.Var == VarBasis && a == b:
		p.problem(name, "the basis of "+a.Name+" with itself is always 0")
	case s.Var == VarBasis:
		x, y := p.slots.Names.market(a.Name), p.slots.Names.market(b.Name)
		if x.Base != y.Base || x.Quote != y.Quote {
			p.problem(name, "basis compares two markets of one pair, not "+a.Name+" and "+b.Name)
		}
	}
}

// window = duration, whole minutes from 1m to 24h.
func (p *terms) window() int {
	t := p.next()
	seconds, dim, ok := p.literal(t)
	minutes := int(seconds / 60)
	if !ok || dim != DimDuration || seconds > 86400 || float64(minutes*60) != seconds || minutes < 1 {
		p.problem(t, "a window is a duration in whole minutes from 1m to 24h, not "+t.say())
		minutes = 1
	}
	return minutes
}

// missing is what an item cannot do without; empty where it needs nothing.
func (e Item) missing() string {
	var need []string
	for _, a := range e.Takes {
		if a&ArgOptional == 0 {
			need = append(need, a.words())
		}
	}
	return strings.Join(need, " and ")
}

// Example is a way to write the item with what it cannot do without, or else with what it may have.
func (e Item) Example() string {
	var args []string
	all := e.missing() == ""
	for i, a := range e.Takes {
		if all || a&ArgOptional == 0 {
			args = append(args, a.example(min(i, 1)))
		}
	}
	return e.Name + "(" + strings.Join(args, ", ") + ")"
}

// Forms are the ways to write the item, the shortest first.
func (e Item) Forms() []string {
	forms, first := []string{e.Name}, 0
	if len(e.Takes) > 0 && e.Takes[0]&ArgOptional != 0 {
		first = 1
	}
	if rest := e.names(e.Takes[first:]); rest != "" {
		forms[0] += "(" + rest + ")"
	}
	if first == 0 {
		return forms
	}
	for _, kind := range []Arg{ArgAsset, ArgMarket, ArgLender} {
		if e.Takes[0]&kind == 0 {
			continue
		}
		forms = append(forms, e.Name+"("+e.names(append([]Arg{kind}, e.Takes[1:]...))+")")
	}
	return forms
}

func (e Item) names(args []Arg) string {
	var out []string
	for _, a := range args {
		out = append(out, a.form())
	}
	return strings.Join(out, ", ")
}
