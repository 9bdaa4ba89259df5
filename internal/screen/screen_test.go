package screen

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func printed(t *testing.T, wide int, pieces ...string) string {
	t.Helper()
	var b bytes.Buffer
	w := &Writer{out: &b, wide: wide}
	for _, p := range pieces {
		if n, err := w.Write([]byte(p)); n != len(p) || err != nil {
			t.Fatalf("wrote %d of %d (%v)", n, len(p), err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestALineGoesOnBelowItsLastColumn(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"a flag":                 {"      --url string   where the Golem answers in place of its folder\n", "      --url string   where the Golem\n                     answers in place of\n                     its folder\n"},
		"a text":                 {"one two three four five six seven eight nine ten\n", "one two three four five six seven eight\n  nine ten\n"},
		"a command":              {"  next   bardo live --world flash-crash --strategy a-long-name.md --seed 7\n", "  next   bardo live --world flash-crash --strategy a-long-name.md --seed 7\n"},
		"JSON":                   {`{"a": "` + strings.Repeat("b c ", 30) + `"}` + "\n", `{"a": "` + strings.Repeat("b c ", 30) + `"}` + "\n"},
		"a column":               {strings.Repeat(" ", 10) + "one two three four five six seven\n", strings.Repeat(" ", 10) + "one two three four five six\n" + strings.Repeat(" ", 10) + "seven\n"},
		"a label that is a name": {"  golem      one two three four five six seven\n", "  golem      one two three four five six\n             seven\n"},
		"a long word":            {"  a  " + strings.Repeat("w", 37) + " and more words\n", "  a\n    " + strings.Repeat("w", 37) + "\n    and more words\n"},
		"a hash":                 {strings.Repeat("f", 66) + " and more\n", strings.Repeat("f", 66) + "\n  and more\n"},
		"no end":                 {"stopped", "stopped"},
		"short":                  {"a\n\n b\n", "a\n\n b\n"},
	} {
		if got := printed(t, 40, c.in); got != c.want {
			t.Errorf("%s:\n%q\nwant\n%q", name, got, c.want)
		}
	}
}

// However it is cut into pieces, the same text comes out, nothing of it is lost, and no line
// that has a blank to break at is wider than the terminal.
func TestNothingIsLostAndNothingIsWider(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text := rapid.StringMatching(`([a-zé−]{1,9}( {1,3}|\n)){0,60}`).Draw(r, "text")
		wide := rapid.IntRange(narrowest, 130).Draw(r, "columns")
		at := rapid.IntRange(0, len(text)).Draw(r, "cut")
		whole, pieces := printed(t, wide, text), printed(t, wide, text[:at], text[at:])
		if whole != pieces {
			r.Fatalf("%q\nand in pieces\n%q", whole, pieces)
		}
		if strings.Join(strings.Fields(whole), " ") != strings.Join(strings.Fields(text), " ") {
			r.Fatalf("%q\nbecame\n%q", text, whole)
		}
		for _, line := range strings.Split(whole, "\n") {
			if utf8.RuneCountInString(strings.TrimRight(line, " ")) > wide && !copied.MatchString(line) {
				r.Fatalf("%d columns of %d: %q", utf8.RuneCountInString(line), wide, line)
			}
		}
	})
}

// A file, a pipe and a buffer get what was printed, whatever COLUMNS says.
func TestWhatIsNoTerminalIsLeftAlone(t *testing.T) {
	t.Setenv("COLUMNS", "40")
	long := strings.Repeat("word ", 40) + "\n"
	file, err := os.Create(t.TempDir() + "/out")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w := On(file)
	if _, err := w.Write([]byte(long)); err != nil || w.Terminal() {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(file.Name()); err != nil || string(got) != long {
		t.Errorf("%q (%v)", got, err)
	}
	var b bytes.Buffer
	if _, err := On(&b).Write([]byte(long)); err != nil || b.String() != long {
		t.Errorf("%q (%v)", b.String(), err)
	}
}
