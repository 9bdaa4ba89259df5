package halt

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// spec: safety §15.1 — the levels of a halt, as a file.
func TestAWordThatIsGivenIsReadBackAndTheNextTakesItsPlace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "halt.json")
	f := NewFile(path, slog.New(slog.DiscardHandler))
	if w, there := f.Halt(); there {
		t.Fatalf("nobody said %+v", w)
	}
	for i, level := range Levels() {
		want := Word{Halt: level.String(), At: int64(1 + i)}
		if err := Give(path, want); err != nil {
			t.Fatal(err)
		}
		got, there := f.Halt()
		if at, err := got.Level(); !there || got != want || err != nil || at != level {
			t.Errorf("gave %+v, read %+v, %v", want, got, err)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if w, there := f.Halt(); !there || w.At != 3 {
		t.Errorf("taken back: %+v", w)
	}
}

func TestWhatIsNoWordIsIgnoredAndToldOnce(t *testing.T) {
	for name, text := range map[string]string{
		"empty": "", "no JSON": "halt", "half": `{"halt":"fre`, "another level": `{"halt":"slow","at_ms":1}`, "no level": `{"at_ms":1}`,
		"no time": `{"halt":"freeze"}`, "a time before 1970": `{"halt":"freeze","at_ms":-1}`, "an unknown field": `{"halt":"freeze","at_ms":1,"force":true}`,
		"null": "null", "two": `{"halt":"none","at_ms":1}{"halt":"none","at_ms":2}`, "a wrong type": `{"halt":"none","at_ms":"1"}`,
	} {
		path := filepath.Join(t.TempDir(), "halt.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var said bytes.Buffer
		f := NewFile(path, slog.New(slog.NewTextHandler(&said, nil)))
		for range 3 {
			if w, there := f.Halt(); there {
				t.Errorf("%s: taken for %+v", name, w)
			}
		}
		if lines := strings.Count(said.String(), "\n"); lines != 1 || !strings.Contains(said.String(), "golem resume") {
			t.Errorf("%s: the log has %d lines: %s", name, lines, said.String())
		}
		if _, err := Parse([]byte(text)); !errors.Is(err, ErrNone) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whatever a file holds: it is refused, or it is a word that is written as it was read.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"halt":"freeze","at_ms":1790000000000}`))
	f.Add([]byte(`{"halt":"none","at_ms":0}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		w, err := Parse(text)
		if err != nil {
			if !errors.Is(err, ErrNone) || w != (Word{}) {
				t.Fatalf("%+v, %v", w, err)
			}
			return
		}
		path := filepath.Join(t.TempDir(), "halt.json")
		if err := Give(path, w); err != nil {
			t.Fatal(err)
		}
		if again, there := NewFile(path, slog.New(slog.DiscardHandler)).Halt(); !there || again != w {
			t.Fatalf("%+v became %+v", w, again)
		}
	})
}
