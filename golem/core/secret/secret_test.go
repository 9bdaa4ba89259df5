package secret

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/pelletier/go-toml/v2"
)

const canary = "canary-5b1f-0xdeadbeef"

// outer buries secrets the way real structs do.
type outer struct {
	Name   string
	Key    Secret
	Ptr    *Secret
	List   []Secret
	ByName map[string]Secret
	hidden Secret
	inner  struct{ deep Secret }
}

// xmlKey has a name, which an XML element needs.
type xmlKey struct{ Key Secret }

func buried() outer {
	s := New([]byte(canary))
	o := outer{Name: "golem", Key: s, Ptr: &s, List: []Secret{s}, ByName: map[string]Secret{"k": s}, hidden: s}
	o.inner.deep = s
	return o
}

// leaks reports whether the canary shows in any usual spelling.
func leaks(text string) bool {
	for _, spelling := range []string{
		canary, fmt.Sprintf("%x", canary), fmt.Sprintf("%X", canary), fmt.Sprint([]byte(canary)),
		strings.Trim(fmt.Sprintf("%#v", []byte(canary)), "[]byte{}"), "Y2FuYXJ5",
	} {
		if strings.Contains(text, spelling) {
			return true
		}
	}
	return false
}

// spec: runtime §11, "logging a struct that contains a WalletSecret prints a redaction marker".
func TestNoWayOfPrintingShowsTheSecret(t *testing.T) {
	o := buried()
	said := map[string]string{}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%T", "%p", "%c", "%08b"} {
		for name, value := range map[string]any{"value": o.Key, "pointer": o.Ptr, "struct": o, "pointer to struct": &o, "list": o.List, "map": o.ByName} {
			said[verb+" of "+name] = fmt.Sprintf(verb, value)
		}
	}
	var text, jsonLog bytes.Buffer
	slog.New(slog.NewTextHandler(&text, nil)).Info("boot", "secret", o.Key, "config", o, "ptr", &o)
	slog.New(slog.NewJSONHandler(&jsonLog, nil)).Info("boot", "secret", o.Key, "config", o, "ptr", &o)
	said["text log"], said["json log"] = text.String(), jsonLog.String()
	said["error"] = fmt.Errorf("sign with %v: %w", o.Key, ErrReleased).Error()
	said["panic value"] = fmt.Sprint(any(o))

	exported := struct {
		Key    Secret
		Ptr    *Secret
		List   []Secret
		ByName map[string]Secret
	}{o.Key, o.Ptr, o.List, o.ByName}
	encode := map[string]func() ([]byte, error){
		"json": func() ([]byte, error) { return json.Marshal(exported) },
		"toml": func() ([]byte, error) { return toml.Marshal(exported) },
		"cbor": func() ([]byte, error) { return cbor.Marshal(exported) },
		"xml":  func() ([]byte, error) { return xml.Marshal(xmlKey{o.Key}) },
		"gob": func() ([]byte, error) {
			var b bytes.Buffer
			err := gob.NewEncoder(&b).Encode(struct{ Key Secret }{o.Key})
			return b.Bytes(), err
		},
	}
	for name, f := range encode {
		data, err := f()
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !bytes.Contains(data, []byte(Redacted)) {
			t.Errorf("%s lacks the marker: %q", name, data)
		}
		said[name] = string(data)
	}
	for how, text := range said {
		if leaks(text) {
			t.Errorf("%s shows the secret: %s", how, text)
		}
	}
	for _, how := range []string{"%v of value", "%#v of pointer", "%+v of struct", "%x of list", "text log", "json log", "error"} {
		if !strings.Contains(said[how], Redacted) {
			t.Errorf("%s lacks the marker: %s", how, said[how])
		}
	}
}

func TestCBORIsATextString(t *testing.T) {
	data, err := cbor.Marshal(New([]byte(canary)))
	var back string
	if err != nil || cbor.Unmarshal(data, &back) != nil || back != Redacted {
		t.Errorf("got % x, %q (%v)", data, back, err)
	}
}

func TestLeaksWouldFindTheCanary(t *testing.T) {
	for _, text := range []string{canary, fmt.Sprintf("%x", canary), fmt.Sprintf("%v", []byte(canary)), fmt.Sprintf("%#v", []byte(canary))} {
		if !leaks("..." + text + "...") {
			t.Errorf("%s was not recognised", text)
		}
	}
}

func TestASecretCannotBeCompared(t *testing.T) {
	if reflect.TypeFor[Secret]().Comparable() {
		t.Error("== compiles")
	}
	a, b, c := New([]byte("same")), New([]byte("same")), New([]byte("other"))
	if !a.Equal(b) || a.Equal(c) || a.Equal(Secret{}) || (Secret{}).Equal(Secret{}) {
		t.Error("Equal is wrong")
	}
}

func TestNewTakesTheBytesAndWipesTheirSource(t *testing.T) {
	source := []byte(canary)
	s := New(source)
	if !bytes.Equal(source, make([]byte, len(canary))) {
		t.Errorf("the source still holds %q", source)
	}
	err := s.Use(func(b []byte) error {
		if string(b) != canary {
			t.Errorf("holds %q", b)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestReleaseWipesForEveryHandle(t *testing.T) {
	s := New([]byte(canary))
	other := s
	var seen []byte
	s.buffer().bytes = append(make([]byte, 0, 64), s.buffer().bytes...) // on the heap, so that it may be looked at afterwards
	_ = s.Use(func(b []byte) error { seen = b; return nil })
	s.Release()
	s.Release()
	if !bytes.Equal(seen, make([]byte, len(canary))) {
		t.Errorf("after the release the buffer holds %q", seen)
	}
	err := other.Use(func([]byte) error { t.Error("a released secret was used"); return nil })
	if !errors.Is(err, ErrReleased) || other.Present() || other.Equal(s) {
		t.Errorf("the copy answers %v", err)
	}
	if !leaksNothing(s) {
		t.Error("a released secret prints otherwise")
	}
}

func leaksNothing(s Secret) bool { return fmt.Sprint(s) == Redacted }

func TestTheZeroSecretHoldsNothing(t *testing.T) {
	var s Secret
	s.Release()
	if s.Present() || !errors.Is(s.Use(func([]byte) error { return nil }), ErrReleased) || fmt.Sprint(s) != Redacted {
		t.Error("the zero secret has a value")
	}
	if empty := New(nil); !empty.Present() {
		t.Error("an empty secret was set, so it is present")
	} else {
		empty.Release()
	}
}

func TestSetSecretReleasesTheOldBytes(t *testing.T) {
	s := New([]byte("old"))
	old := s
	s.SetSecret([]byte("new"))
	if old.Present() || !s.Equal(New([]byte("new"))) {
		t.Error("the old bytes live, or the new ones are not there")
	}
}

func TestUsePassesTheErrorOn(t *testing.T) {
	want := errors.New("bad key")
	if err := New([]byte("k")).Use(func([]byte) error { return want }); !errors.Is(err, want) {
		t.Errorf("got %v", err)
	}
}

// spec: runtime §11.1, "read from GOLEM_SESSION_KEY once, then the variable is unset".
func TestTakeEnvReadsOnceAndUnsets(t *testing.T) {
	t.Setenv("GOLEM_SESSION_KEY", canary)
	s, found, err := TakeEnv("GOLEM_SESSION_KEY")
	if err != nil || !found || !s.Equal(New([]byte(canary))) {
		t.Fatalf("found %v (%v)", found, err)
	}
	if value, set := os.LookupEnv("GOLEM_SESSION_KEY"); set {
		t.Errorf("the variable is still there: %q", value)
	}
	if _, found, err := TakeEnv("GOLEM_SESSION_KEY"); found || err != nil {
		t.Errorf("a second read found it (%v)", err)
	}
}

func TestUseAndReleaseMayRace(t *testing.T) {
	for range 100 {
		s := New([]byte(canary))
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				_ = s.Use(func(b []byte) error {
					if string(b) != canary {
						t.Errorf("used %q", b)
					}
					return nil
				})
			})
		}
		other := New([]byte(canary))
		wg.Go(func() { s.Equal(other) })
		wg.Go(func() { other.Equal(s) })
		wg.Go(func() { s.Equal(s) })
		wg.Go(other.Release)
		wg.Go(s.Release)
		wg.Wait()
	}
}
