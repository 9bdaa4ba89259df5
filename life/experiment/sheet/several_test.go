package sheet_test

import (
	"bytes"
	"encoding/csv"
	"io"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"bardo.run/bardo/life/experiment/findings"
	"bardo.run/bardo/life/experiment/outcome"
	"bardo.run/bardo/life/experiment/sheet"
)

// withSet are findings of an arm of one strategy and of a set, whose second life in one place was not born.
func withSet(t *testing.T) findings.Findings {
	t.Helper()
	f := of(t, "a.md", "both")
	f.Columns[1].Form, f.Columns[1].Of = outcome.InOneWorld, []string{"a.md", "b.md"}
	for i := range f.Lives {
		l := &f.Lives[i]
		if l.Arm != "both" {
			continue
		}
		one, two := l.Outcome, l.Outcome
		one.Golem, two.Golem, one.Command, two.Command = "first", "second", l.Command+"/1", l.Command+"/2"
		l.Form, l.Command, l.Members = outcome.InOneWorld, "", []outcome.Outcome{one, two}
	}
	f.Lives[3].Members, f.Lives[3].Unborn = f.Lives[3].Members[:1], "b.md <did> not begin"
	return f
}

// What several lives are as one stands before each of them, everywhere, and its numbers lead to their commands.
func TestSeveralLivesStandBehindWhatTheyAreAsOne(t *testing.T) {
	f := withSet(t)
	text := page(t, f)
	for _, want := range []string{
		"<h2>Sets and chains</h2><ul><li>both is a set: a.md and b.md live in one world",
		`<tr id="life-3"><td class="num">3</td><td>both</td>`, "a set of the lives below</td></tr>", `<tr id="life-3.1"><td class="num">3.1</td><td>first</td>`,
		"<code>bardo replay lives/10/1</code>", "<code>bardo replay lives/10/2</code>", "<code>bardo replay lives/11/1</code>", "a set of the lives below; b.md &lt;did&gt; not begin</td>",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for i := range f.Lives {
		if f.Lives[i].Form != "" {
			f.Lives[i].Form = outcome.InTurn
		}
	}
	if text := page(t, f); !strings.Contains(text, "<td>second</td><td>world chop, seed 0, 1970-01-01 00:00 to 1970-01-03 00:00</td>") {
		t.Error("the page lacks when a life of a chain lived")
	}
	for i := range f.Lives {
		if f.Lives[i].Form != "" {
			f.Lives[i].Form = outcome.InOneWorld
		}
	}
	many := of(t, "a", "b", "c", "d", "e")
	many.Lives[0].Form, many.Lives[0].Members = outcome.InOneWorld, []outcome.Outcome{many.Lives[0].Outcome, many.Lives[0].Outcome}
	if text := page(t, many); !strings.Contains(text, "<h1>5 arms, 11 lives</h1>") {
		t.Error("another number of lives")
	}
	if plain := page(t, of(t, "a.md", "b.md")); strings.Contains(plain, "Sets and chains") || strings.Contains(text, "<code></code>") {
		t.Error("what is not there is told")
	}
	said := written(t, func(b *bytes.Buffer) error { return sheet.Text(b, f) })
	for _, want := range []string{"\n  arms      both is a set: a.md and b.md live in one world", "\n            bardo replay lives/10/1\n            bardo replay lives/10/2\n            bardo replay lives/11/1\n"} {
		if !strings.Contains(said, want) {
			t.Errorf("the text lacks %q:\n%s", want, said)
		}
	}
	rows, err := csv.NewReader(strings.NewReader(written(t, func(b *bytes.Buffer) error { return sheet.CSV(b, f) }))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]int{}
	for i, name := range rows[0] {
		at[name] = i
	}
	var got []string
	for _, r := range rows[1:] {
		got = append(got, strings.Join([]string{r[at["arm"]], r[at["strategy"]], r[at["form"]], r[at["part"]], r[at["replay"]]}, " "))
	}
	want := []string{
		"a.md golem life  bardo replay lives/00", "a.md golem life  bardo replay lives/01",
		"both golem set  ", "both first set 1 bardo replay lives/10/1", "both second set 2 bardo replay lives/10/2",
		"both golem set  ", "both first set 1 bardo replay lives/11/1",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%q", got)
	}
	table := parquet.NewReader(bytes.NewReader([]byte(written(t, func(b *bytes.Buffer) error { return sheet.Parquet(b, f) }))))
	n := 0
	for ; ; n++ {
		row := map[string]any{}
		if err := table.Read(&row); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if row["part"] != rows[n+1][at["part"]] || row["form"] != rows[n+1][at["form"]] {
			t.Errorf("row %d: %v %v", n, row["form"], row["part"])
		}
	}
	if n != len(want) {
		t.Errorf("%d rows", n)
	}
}
