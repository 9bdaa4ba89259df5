package rule

import "strings"

// Parse checks one rule. src is the text between the fences, line that of its
// first character in the file. The values the rule reads are added to slots. All
// problems that can be told apart are returned together; the rule is nil then.
func Parse(kind Kind, name, src string, line int, slots *Slots) (*Rule, []Problem) {
	tokens, problem := scan(src, line)
	if problem != nil {
		return nil, []Problem{*problem}
	}
	w := &words{tokens: tokens}
	r := &Rule{Kind: kind, Name: name, Line: line, Text: flatten(src)}
	w.rule(r, slots)
	if len(w.problems) > 0 {
		SortProblems(w.problems)
		return nil, w.problems
	}
	return r, nil
}

// flatten puts a rule on one line, without its comments.
func flatten(src string) string {
	var words []string
	for _, l := range strings.Split(src, "\n") {
		l, _, _ = strings.Cut(l, "#")
		words = append(words, strings.Fields(l)...)
	}
	return strings.Join(words, " ")
}

// rule = "when" condition "do" actions [ "cooldown" duration ].
func (w *words) rule(r *Rule, slots *Slots) {
	if !w.accept("when") {
		w.fail(w.peek(), "a rule begins with when, not "+w.peek().say())
		return
	}
	r.When = (&terms{words: w, slots: slots}).condition()
	for !w.broken && w.peek().kind != tokEnd {
		t := w.next()
		switch {
		case t.text == "do" && r.Do == nil:
			r.Do = deeds{w, r.Kind, slots.Names}.actions()
		case t.text == "cooldown" && r.Cooldown == 0:
			r.Cooldown = w.cooldown()
		default:
			w.fail(t, "unexpected "+t.say()+"; after the condition come do and, once, cooldown")
		}
	}
	if r.Do == nil && !w.broken {
		w.problem(w.peek(), "the rule does nothing; add a line like: do "+verbsOf(r.Kind)[0])
	}
}

func (w *words) cooldown() int64 {
	t := w.next()
	value, dim, ok := w.literal(t)
	if !ok || dim != DimDuration || value <= 0 || value > 7*86400 {
		w.fail(t, "cooldown takes a duration between 1s and 7d, like 30m, not "+t.say())
		return 0
	}
	return int64(value * 1000)
}
