package owner

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
)

func none(string) (Answer, bool) { return Answer{}, false }

func quiet(dir string) *Folder { return NewFolder(dir, slog.New(slog.DiscardHandler)) }

// spec: runtime §13.1, §13.3, safety §15.1, heartbeat §13: every word that a command posts
// is read back, in the order of the ids, and goes with its answer.
func TestALetterThatIsPostedIsReadAnsweredAndKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "words") // is made by the first
	f := quiet(dir)
	if _, there := f.Next(t.Context(), none); there || f.Waits() {
		t.Fatal("a letter in a folder that is not there")
	}
	posted := []Letter{
		{ID: "1", At: 5, Word: Kill{Cause: lifecycle.OwnerKill, Abandon: true}},
		{ID: "2", Word: HaltAt(turn.HaltFreeze), Expires: 9},
		{ID: "3", Word: Steer{Text: "close all", Severity: 2}, Proof: []byte{1, 2}},
		{ID: "4", Word: FollowUp{Text: "look", Window: "next_decide"}},
	}
	for _, l := range slices.Backward(posted) {
		if err := Post(dir, l); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range posted {
		got, there := f.Next(t.Context(), none)
		if !there || got.ID != want.ID || got.Word != want.Word || got.At != want.At || got.Expires != want.Expires || !bytes.Equal(got.Proof, want.Proof) {
			t.Fatalf("posted %+v, read %+v", want, got)
		}
		if _, there, err := Answered(dir, got.ID); there || err != nil {
			t.Errorf("answered before it was heard, %v", err)
		}
		f.Answer(got, Answer{Status: Rejected, Reason: "no", At: 7, Tick: 3})
		if a, there, err := Answered(dir, got.ID); !there || err != nil || a.Answer != (Answer{Rejected, "no", 7, 3}) || !a.Letter.Same(got) {
			t.Errorf("answered %+v, %v", a, err)
		}
		if err := Post(dir, want); !errors.Is(err, ErrTaken) {
			t.Errorf("the id was used again: %v", err)
		}
	}
	if _, there := f.Next(t.Context(), none); there || f.Waits() {
		t.Error("a letter that was answered waits")
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*.json")); err != nil || len(left) != 0 {
		t.Errorf("left are %v", left)
	}
}

// What is put there under a name that was heard is another letter, also with the same text, and
// none that was heard is taken for it.
func TestANameThatIsUsedAgainIsAnotherLetter(t *testing.T) {
	dir := t.TempDir()
	text := []byte(`{"kind":"halt","word":{"level":"freeze"}}`)
	path := filepath.Join(dir, "stop.json")
	answers := map[string]Answer{}
	known := func(id string) (Answer, bool) { a, there := answers[id]; return a, there }
	for i, id := range []string{"stop", "stop.2", "stop.3"} {
		f := quiet(dir) // a process may have ended in between
		put := text
		if i == 2 {
			put = []byte(`{"kind":"halt","word":{"level":"none"}}`)
		}
		if err := os.WriteFile(path, put, 0o600); err != nil {
			t.Fatal(err)
		}
		pushed := time.Unix(int64(4e9)+int64(i), 0) // after the answer before it
		if err := os.Chtimes(path, pushed, pushed); err != nil {
			t.Fatal(err)
		}
		l, there := f.Next(t.Context(), known)
		if !there || l.ID != id {
			t.Fatalf("%d: %+v, %v", i, l, there)
		}
		answers[id] = Answer{Status: Accepted, Tick: uint64(i)}
		f.Answer(l, answers[id])
		if said, there, err := Answered(dir, id); err != nil || !there || said.Answer.Tick != uint64(i) || !said.Letter.Same(l) {
			t.Errorf("%d: %+v, %v, %v", i, said, there, err)
		}
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%d: the file is left: %v", i, err)
		}
	}
	long := strings.Repeat("x", 64)
	if id := another(long, func(id string) (Answer, bool) { return Answer{}, strings.HasSuffix(id, ".2") }); id != long[:62]+".3" {
		t.Errorf("%q", id)
	}
}

// Any number of other files hides no letter.
func TestOtherFilesHideNoLetter(t *testing.T) {
	dir := t.TempDir()
	for i := range 3_000 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("note-%d.txt", i)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := Post(dir, Letter{ID: "z", Word: HaltAt(turn.HaltFreeze)}); err != nil {
		t.Fatal(err)
	}
	if l, there := quiet(dir).Next(t.Context(), none); !there || l.ID != "z" {
		t.Errorf("%+v, %v", l, there)
	}
}

// A letter that was heard before the process died is answered and not heard again.
func TestALetterThatTheJournalKnowsIsOnlyAnswered(t *testing.T) {
	dir := t.TempDir()
	if err := Post(dir, Letter{ID: "a", Word: HaltAt(turn.HaltNone)}); err != nil {
		t.Fatal(err)
	}
	known := func(id string) (Answer, bool) { return Answer{Status: Accepted, Tick: 4}, id == "a" }
	if _, there := quiet(dir).Next(t.Context(), known); there {
		t.Error("it is heard again")
	}
	if a, there, err := Answered(dir, "a"); !there || err != nil || a.Answer.Tick != 4 {
		t.Errorf("answered %v, %+v, %v", there, a, err)
	}
}

// Where the answer cannot be kept the letter stays and holds, and nobody hears it twice.
func TestAnAnswerThatCannotBeKeptIsNoSecondLetter(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, heard), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	l := Letter{ID: "a", Word: HaltAt(turn.HaltNone)}
	if err := Post(dir, l); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	f := NewFolder(dir, slog.New(slog.NewTextHandler(&said, nil)))
	f.Answer(l, Answer{Status: Accepted})
	if _, there := f.Next(t.Context(), none); there || f.Waits() || !strings.Contains(said.String(), "was not written") {
		t.Errorf("heard again %v, the log says %s", there, &said)
	}
}

func TestWhatIsNoLetterIsIgnoredAndToldOnce(t *testing.T) {
	for name, text := range map[string]string{
		"empty": "", "no JSON": "die", "half": `{"kind":"kill","word":{"cau`, "another kind": `{"kind":"dance","word":{}}`, "no kind": `{"word":{"cause":"owner_kill"}}`,
		"no word": `{"kind":"kill"}`, "another cause": `{"kind":"kill","word":{"cause":"stochastic"}}`, "an unknown field": `{"kind":"kill","word":{"cause":"owner_kill","now":1}}`,
		"an unknown field beside it": `{"kind":"kill","word":{"cause":"owner_kill"},"by":"me"}`, "null": "null", "a list": `[{"kind":"kill"}]`,
		"two": `{"kind":"kill","word":{"cause":"owner_kill"}}{}`, "a wrong type": `{"kind":"kill","word":{"cause":7}}`, "a word that is none": `{"kind":"kill","word":null}`,
		"a level that is none": `{"kind":"halt","word":{"level":"slow"}}`, "a time before 1970": `{"kind":"halt","word":{"level":"none"},"at_ms":-1}`,
		"nothing said": `{"kind":"steer","word":{"text":""}}`, "too much said": `{"kind":"steer","word":{"text":"` + strings.Repeat("x", MaxText+1) + `"}}`,
		"too urgent": `{"kind":"steer","word":{"text":"x","severity":4}}`, "no window": `{"kind":"follow_up","word":{"text":"x"}}`,
		"a strategy": `{"kind":"strategy","word":{"text":"eA=="}}`, "a grant": `{"kind":"grant","word":{"Grant":{}}}`, "a key": `{"kind":"key","word":{"Need":{}}}`,
		"huge": `{"kind":"kill","word":{"cause":"owner_kill"}}` + strings.Repeat(" ", longest),
	} {
		ignored(t, name, func(path string) error { return os.WriteFile(path, []byte(text), 0o600) })
	}
	for name, put := range map[string]func(path string) error{
		"a folder": func(path string) error { return os.Mkdir(path, 0o700) },
		"a pipe":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"a link":   func(path string) error { return os.Symlink("nowhere", path) },
	} {
		ignored(t, name, put)
	}
}

// ignored looks three times at a folder in which something lies beside a letter.
func ignored(t *testing.T, name string, put func(path string) error) {
	t.Helper()
	var said bytes.Buffer
	dir := t.TempDir()
	f := NewFolder(dir, slog.New(slog.NewTextHandler(&said, nil)))
	if err := put(filepath.Join(dir, "a.json")); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if l, there := f.Next(t.Context(), none); there || f.Waits() {
			t.Errorf("%s: taken for %+v", name, l)
		}
	}
	if lines := strings.Count(said.String(), "\n"); lines != 1 || !strings.Contains(said.String(), "is ignored") {
		t.Errorf("%s: the log has %d lines: %s", name, lines, said.String())
	}
	if err := Post(dir, Letter{ID: "b", Word: HaltAt(turn.HaltNone)}); err != nil {
		t.Fatal(err)
	}
	if l, there := f.Next(t.Context(), none); !there || l.ID != "b" {
		t.Errorf("%s: the letter after it is not heard: %+v", name, l)
	}
}

// Files that cannot be letters are not looked at, and no command writes one.
func TestNobodyPostsWhatIsNoLetter(t *testing.T) {
	dir := t.TempDir()
	for _, l := range []Letter{
		{},
		{ID: "a"},
		{Word: HaltAt(turn.HaltNone)},
		{ID: "../a", Word: HaltAt(turn.HaltNone)},
		{ID: ".a", Word: HaltAt(turn.HaltNone)},
		{ID: strings.Repeat("a", 65), Word: HaltAt(turn.HaltNone)},
		{ID: "a", Word: Halt{Level: "slow"}},
		{ID: "a", Word: Kill{Cause: "owner_kill "}},
		{ID: "a", Word: Steer{Text: "\xff"}},
		{ID: "a", Word: Strategy{}},
		{ID: "a", Word: HaltAt(turn.HaltNone), Expires: -1},
	} {
		if err := Post(dir, l); !errors.Is(err, ErrNone) {
			t.Errorf("%+v: %v", l, err)
		}
	}
	for _, name := range []string{".a.json", "a.json.tmp", "a b.json", "a"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(`{"kind":"kill","word":{"cause":"owner_kill"}}`), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if l, there := quiet(dir).Next(context.Background(), none); there {
		t.Errorf("heard %+v", l)
	}
}

// Whatever a file holds: it is refused, or it is a letter that is written as it was read.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"kind":"kill","word":{"cause":"owner_kill","abandon":true},"at_ms":1,"expires_ms":2,"proof":"0x01"}`))
	f.Add([]byte(`{"kind":"halt","word":{"level":"freeze"}} x`))
	f.Add([]byte(`{"kind":"steer","word":{"text":"close all","severity":3}}`))
	f.Add([]byte("null"))
	f.Fuzz(func(t *testing.T, text []byte) {
		l, err := Parse("a", text)
		if err != nil {
			if !errors.Is(err, ErrNone) {
				t.Fatal(err)
			}
			return
		}
		again, err := l.Text()
		if err != nil {
			t.Fatal(err)
		}
		if same, err := Parse("a", again); err != nil || same.Word != l.Word || same.At != l.At || same.Expires != l.Expires {
			t.Fatalf("%+v became %+v, %v", l, same, err)
		}
	})
}
