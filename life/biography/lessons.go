package biography

import (
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/life/report"
)

// learned are the lists of a testament that say what the life found out, and how sure
// it may be of each.
func learned(s thanatopsis.Sections) (facts []report.Fact) {
	for _, l := range s.Learned {
		facts = append(facts, report.Fact{Name: "Learned", Value: l.Insight})
	}
	for _, w := range s.Wrong {
		facts = append(facts, report.Fact{Name: "Got wrong", Value: w.Misconception + "; " + w.Held})
	}
	for _, text := range s.Suspect {
		facts = append(facts, report.Fact{Name: "Suspects", Value: text})
	}
	for _, text := range s.Untested {
		facts = append(facts, report.Fact{Name: "Never tested", Value: text})
	}
	return facts
}

func advice(s thanatopsis.Sections) (facts []report.Fact) {
	for _, a := range s.Change {
		facts = append(facts, report.Fact{Name: map[string]string{"critical": "Now", "important": "Next time"}[a.Priority], Value: a.Text})
		if last := &facts[len(facts)-1]; last.Name == "" {
			last.Name = "Perhaps"
		}
	}
	return facts
}

// signature says who signed the file, after checking it.
func signature(t thanatopsis.Testament, text []byte) []report.Fact {
	hash := report.Fact{Name: "SHA-256", Value: t.Integrity.SHA256}
	signed, err := thanatopsis.Verify(text)
	switch {
	case err != nil:
		return []report.Fact{hash, {Name: "Signed", Value: "not to be trusted: " + err.Error()}}
	case !signed:
		return []report.Fact{hash, {Name: "Signed", Value: "by nobody: its identity was not at hand"}}
	}
	return []report.Fact{hash, {Name: "Signed", Value: "by its identity, " + t.Identity.Key + "; hash and signature were checked"}}
}
