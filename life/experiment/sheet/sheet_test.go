package sheet_test

import (
	"bytes"
	"encoding/csv"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"bardo.run/bardo/life/experiment/findings"
	"bardo.run/bardo/life/experiment/outcome"
	"bardo.run/bardo/life/experiment/sheet"
	"bardo.run/bardo/life/experiment/statistics"
	"bardo.run/bardo/life/report/performance"
)

// of are findings of arms of two lives each, the first of which gained.
func of(t *testing.T, names ...string) findings.Findings {
	t.Helper()
	q := findings.Question{Against: findings.Cash, Many: len(names) > 3, Plan: "abc"}
	for i, name := range names {
		a := findings.Arm{Name: name}
		for s := range 2 {
			points := []performance.Point{{Price: 100, Equity: 1000}}
			for h := range 48 {
				equity := points[h].Equity * (1 + float64((h+i+s)%5-2)/1000 + float64(len(names)-i)/5_000)
				points = append(points, performance.Point{Time: int64(h+1) * outcome.Hour, Price: 100, Equity: equity})
			}
			o := outcome.Outcome{
				Golem: "golem", Command: "bardo replay lives/" + strconv.Itoa(i) + strconv.Itoa(s), Period: outcome.Hour, Hours: performance.Returns(points, outcome.Hour), Holding: make([]float64, 48),
				Place: outcome.Place{Kind: "world", Name: "chop", Seed: uint64(s), Market: "m"}, Span: outcome.Span{To: 48 * outcome.Hour, Until: 48 * outcome.Hour, Cause: "ttl"},
				Did: outcome.Did{Orders: 3, Trades: 2, Trips: 1, Won: 1}, Assumed: []string{"nobody reacts"}, Records: "ff",
			}
			var err error
			if o.Figures, err = statistics.Compare(statistics.Life{Points: points, Period: outcome.Hour, Activity: &statistics.Activity{
				Bought: 100, Sold: 100, Invested: make([]float64, 49), Trips: []float64{1}, Costs: []statistics.Cost{{Kind: "gas", Amount: 2}},
			}}); err != nil {
				t.Fatal(err)
			}
			a.Lives = append(a.Lives, o)
		}
		q.Arms = append(q.Arms, a)
	}
	f, err := findings.Of(q)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func written(t *testing.T, write func(*bytes.Buffer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func page(t *testing.T, f findings.Findings) string {
	t.Helper()
	return written(t, func(b *bytes.Buffer) error { return sheet.Page(b, f) })
}

var (
	loads  = regexp.MustCompile(`(?i)<script|<link|<img|<iframe|src=|https?:|@import|url\(`)
	links  = regexp.MustCompile(`href="#(life-\d+)"`)
	number = regexp.MustCompile(`<td class="num"[^>]*>[^<]`)
)

// The page loads nothing, and each number of an arm leads to a life and its command.
func TestThePageOpensOfflineAndEachNumberLeadsToALife(t *testing.T) {
	f := of(t, "a.md", "b.md", "c.md band=2", "d.md")
	text := page(t, f)
	if found := loads.FindString(text); found != "" {
		t.Errorf("it has %q", found)
	}
	if !sheet.IsPage([]byte(text)) || sheet.IsPage([]byte("<!doctype html>")) || !strings.Contains(text, `script-src &#39;none&#39;`) {
		t.Error("no page")
	}
	_, body, _ := strings.Cut(text, `<p class="verdict">`)
	if !strings.HasPrefix(body, f.Says[:20]) {
		t.Errorf("it begins with %.200q", body)
	}
	all := links.FindAllStringSubmatch(text, -1)
	if len(all) < 4*10 {
		t.Fatalf("%d links", len(all))
	}
	for _, l := range all {
		if !strings.Contains(text, `<tr id="`+l[1]+`">`) {
			t.Errorf("%s leads nowhere", l[1])
		}
	}
	_, every, _ := strings.Cut(text, "<h2>Every arm</h2>")
	if every, _, _ = strings.Cut(every, "</section>"); len(links.FindAllString(every, -1)) != 4 {
		t.Errorf("of four arms that were judged %d lead to their lives", len(links.FindAllString(every, -1)))
	}
	for _, l := range f.Lives {
		if !strings.Contains(text, "<code>"+l.Command+"</code>") {
			t.Errorf("%s is not on the page", l.Command)
		}
	}
	if len(number.FindAllString(text, -1)) == 0 {
		t.Error("no number of holding")
	}
	if text != page(t, f) {
		t.Error("the same findings have two pages")
	}
}

// A name of a stranger's is shown, and is no markup.
func TestANameIsNoMarkup(t *testing.T) {
	text := page(t, of(t, `<script>alert(1)</script>"onload=`, "b"))
	if strings.Contains(text, "<script") || !strings.Contains(text, "&lt;script&gt;alert(1)&lt;/script&gt;") {
		t.Error("markup")
	}
}

func TestTheTextHasTheTableAndTheCommands(t *testing.T) {
	f := of(t, "a.md", "b.md")
	text := written(t, func(b *bytes.Buffer) error { return sheet.Text(b, f) })
	for _, want := range []string{"a.md did better than b.md", "time-weighted", "money-weighted", "Sharpe", "Sortino", "profit factor", "turnover", "exposure", "shortfall, 5 %", "paid for gas", "holding", "cash", "orders", "bardo replay lives/11", "Calmar: of several lives"} {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	for _, line := range strings.Split(text, "\n") {
		if len([]rune(line)) > 100 {
			t.Errorf("%d columns: %s", len([]rune(line)), line)
		}
	}
	many := written(t, func(b *bytes.Buffer) error {
		return sheet.Text(b, of(t, strings.Fields("a b c d e f g h i j k l m n o p q r s t u v w x")...))
	})
	for _, want := range []string{"return a life", "and 6 more, in the page and in --csv", "deflated Sharpe ratio", "plan      abc"} {
		if !strings.Contains(many, want) {
			t.Errorf("%q is not in\n%s", want, many)
		}
	}
}

func TestTheValuesHaveALineALife(t *testing.T) {
	f := of(t, "a.md", "b, of c")
	text := written(t, func(b *bytes.Buffer) error { return sheet.CSV(b, f) })
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(lines) != 5 || !sheet.IsCSV([]byte(text)) || sheet.IsCSV([]byte("arm\n")) {
		t.Fatalf("%d lines (%v)", len(lines), err)
	}
	at := map[string]int{}
	for i, name := range lines[0] {
		at[name] = i
	}
	last := lines[4]
	if last[at["arm"]] != "b, of c" || last[at["seed"]] != "1" || last[at["replay"]] != "bardo replay lives/11" || last[at["gas"]] != "2" || last[at["sharpe"]] == "" || last[at["calmar"]] != "" {
		t.Errorf("%q", last)
	}
	if got, err := strconv.ParseFloat(last[at["return"]], 64); err != nil || got != *f.Lives[3].Figures.Life.Return.Value {
		t.Errorf("%v (%v)", got, err)
	}
}

// What is written is read back by a reader: the columns of the other file, and null where it is empty.
func TestTheParquetFileHasTheSameValues(t *testing.T) {
	f := of(t, "a.md", "b.md")
	f.Lives[1].Figures.Life.Ratios.Calmar = statistics.Unknown("why not")
	f.Lives[1].Place.Seed = 1<<64 - 1
	text := written(t, func(b *bytes.Buffer) error { return sheet.Parquet(b, f) })
	lines, err := csv.NewReader(strings.NewReader(written(t, func(b *bytes.Buffer) error { return sheet.CSV(b, f) }))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(strings.NewReader(text), int64(len(text)))
	if err != nil || file.NumRows() != 4 || !sheet.IsParquet([]byte(text)) || text != written(t, func(b *bytes.Buffer) error { return sheet.Parquet(b, f) }) {
		t.Fatalf("%v", err)
	}
	r := parquet.NewReader(strings.NewReader(text))
	names := r.Schema().Columns()
	if len(names) != len(lines[0]) {
		t.Fatalf("%d columns", len(names))
	}
	rows := make([]parquet.Row, 4)
	if n, err := r.ReadRows(rows); n != 4 || err != nil && err != io.EOF {
		t.Fatalf("%d rows (%v)", n, err)
	}
	for i, row := range rows {
		for j, v := range row {
			at := slices.Index(lines[0], names[j][0])
			got, want := v.String(), lines[i+1][at]
			switch {
			case v.IsNull():
				got = ""
			case v.Kind() == parquet.Double:
				got = strconv.FormatFloat(v.Double(), 'f', -1, 64)
			case names[j][0] == "seed":
				got = strconv.FormatUint(v.Uint64(), 10)
			case names[j][0] == "from" || names[j][0] == "to":
				got = time.UnixMilli(v.Int64()).UTC().Format(time.RFC3339)
			}
			if got != want {
				t.Errorf("life %d, %s: %s, and %s in the other file", i, names[j][0], got, want)
			}
		}
	}
}
