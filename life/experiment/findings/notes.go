package findings

import "fmt"

// mostNamed is how many arms are told of one by one.
const mostNamed = 3

// acted says which arms did nothing, and which lives ended before their time or go on.
func acted(arms []Arm) (notes []string) {
	var idle, early, open []string
	died, going := 0, 0
	for _, a := range arms {
		dead, alive := 0, 0
		for _, o := range a.Lives {
			if o.Span.Early() {
				dead++
			}
			if !o.Span.Over() {
				alive++
			}
		}
		if a.orders() == 0 {
			idle = append(idle, fmt.Sprintf("%s traded nothing: bardo report %s says why.", a.Name, a.Lives[0].Dir))
		}
		if dead > 0 {
			early = append(early, fmt.Sprintf("%s of %s died before the paid time was over, and what it left counts as cash from then on.", count(dead, "life", "lives"), a.Name))
		}
		if alive > 0 {
			open = append(open, fmt.Sprintf("%s of %s %s on: it is told as it stands, and compared as far as all have lived.", count(alive, "life", "lives"), a.Name, numbered(alive, "goes", "go")))
		}
		died, going = died+dead, going+alive
	}
	notes = append(notes, few(idle, fmt.Sprintf("%d of %d arms traded nothing: bardo report DIR says why of each.", len(idle), len(arms)))...)
	notes = append(notes, few(early, fmt.Sprintf("%d lives of %d arms died before the paid time was over, and what they left counts as cash from then on.", died, len(early)))...)
	return append(notes, few(open, fmt.Sprintf("%d lives of %d arms go on: they are told as they stand, and compared as far as all have lived.", going, len(open)))...)
}

// few are the sentences, or one for all where there are too many.
func few(each []string, all string) []string {
	if len(each) <= mostNamed {
		return each
	}
	return []string{all}
}
