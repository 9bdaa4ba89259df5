package findings

import (
	"fmt"

	"bardo.run/bardo/life/experiment/outcome"
)

// mostNamed is how many arms are told of one by one.
const mostNamed = 3

// acted says which arms did nothing, and which lives ended before their time or go on.
func acted(arms []Arm) (notes []string) {
	var idle, early, open []string
	died, going := 0, 0
	for _, a := range arms {
		dead, alive := 0, 0
		for _, o := range a.each() {
			if o.Span.Early() {
				dead++
			}
			if !o.Span.Over() {
				alive++
			}
		}
		if a.orders() == 0 {
			idle = append(idle, fmt.Sprintf("%s traded nothing: bardo report %s says why.", a.Name, a.each()[0].Dir))
		}
		if dead > 0 {
			early = append(early, fmt.Sprintf("%s of %s died before the paid time was over, and what it left counts as cash %s.", count(dead, "life", "lives"), a.Name, a.after()))
		}
		if alive > 0 {
			open = append(open, fmt.Sprintf("%s of %s %s on: it is told as it stands, and compared as far as all have lived.", count(alive, "life", "lives"), a.Name, numbered(alive, "goes", "go")))
		}
		died, going = died+dead, going+alive
	}
	notes = append(notes, few(idle, fmt.Sprintf("%d of %d arms traded nothing: bardo report DIR says why of each.", len(idle), len(arms)))...)
	notes = append(notes, few(early, fmt.Sprintf("%d lives of %d arms died before the paid time was over, and what they left counts as cash from then on, or until the next of a chain begins.", died, len(early)))...)
	return append(notes, few(open, fmt.Sprintf("%d lives of %d arms go on: they are told as they stand, and compared as far as all have lived.", going, len(open)))...)
}

// cutShort says whose lives are longer than what is compared.
func (s stand) cutShort() (notes []string) {
	for _, a := range s.arms {
		longer := 0
		for i, o := range a.Lives {
			if s.cut && len(o.Hours) > s.hours[i] && o.Span.Over() {
				longer++
			}
		}
		if longer > 0 {
			notes = append(notes, fmt.Sprintf("%s lived longer than others: the table tells it whole, and it is compared as far as all have lived.", a.Name))
		}
	}
	return few(notes, fmt.Sprintf("%d arms lived longer than others: the table tells them whole, and they are compared as far as all have lived.", len(notes)))
}

// each is every life of an arm, those that are one together by themselves.
func (a Arm) each() (all []outcome.Outcome) {
	for _, o := range a.Lives {
		all = append(all, o.Lives()...)
	}
	return all
}

// after is how long what a life left lies as cash.
func (a Arm) after() string {
	if a.Form == outcome.InTurn {
		return "until the next of its chain begins, if one does"
	}
	return "from then on"
}

// ended says which chains ended before their last life, and why the first of them did.
func ended(arms []Arm) []string {
	var each []string
	for _, a := range arms {
		short, why := 0, ""
		for _, o := range a.Lives {
			if o.Unborn != "" {
				if short++; short == 1 {
					why = o.Unborn
				}
			}
		}
		if short > 0 {
			each = append(each, fmt.Sprintf("The chain %s ended before its last life in %d of %d; in the first of them %s.", a.Name, short, len(a.Lives), why))
		}
	}
	return few(each, fmt.Sprintf("%d chains ended before their last life, some of them or all; the page says of each why.", len(each)))
}

// few are the sentences, or one for all where there are too many.
func few(each []string, all string) []string {
	if len(each) <= mostNamed {
		return each
	}
	return []string{all}
}
