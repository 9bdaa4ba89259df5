package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares got with a file of testdata, or rewrites it.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (run with -update after adding an event)", err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s changed\n got %s\nwant %s", name, got, want)
	}
}

// sample fills every field of a payload with a value that tells its place.
func sample(v reflect.Value, n int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("text %d", n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Uint64:
		v.SetUint(uint64(n))
	case reflect.Int64, reflect.Int32:
		v.SetInt(int64(-n))
	case reflect.Float64:
		v.SetFloat(float64(n) + 0.5)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		sample(v.Index(0), n)
		sample(v.Index(1), n+1)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for _, key := range []string{"b", "a"} {
			elem := reflect.New(v.Type().Elem()).Elem()
			sample(elem, n)
			v.SetMapIndex(reflect.ValueOf(key), elem)
		}
	case reflect.Struct:
		switch o := v.Addr().Interface().(type) {
		case *Optional[string]:
			*o = Some(fmt.Sprintf("text %d", n))
		case *Optional[float64]:
			*o = Some(float64(n) + 0.5)
		default:
			for i := range v.NumField() {
				sample(v.Field(i), i+1)
			}
		}
	default:
		panic("no sample for " + v.Type().String())
	}
}

// payloadType returns the Go type of a payload, as its decoder makes it.
func payloadType(t *testing.T, typ Type) reflect.Type {
	t.Helper()
	empty, err := catalogue[typ].decode([]byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	return reflect.TypeOf(empty)
}

func sampleEvent(t *testing.T, typ Type) Event {
	t.Helper()
	v := reflect.New(payloadType(t, typ)).Elem()
	sample(v, 0)
	return Event{Timestamp: 1691884800123, GolemID: "golem-7", Sequence: 42, Tick: 6, Coalesced: 1, Payload: v.Interface().(Payload)}
}

func TestEveryEventHasItsFixtureAndReadsBack(t *testing.T) {
	written := 0
	for _, typ := range Types() {
		if !typ.HasPayload() {
			continue
		}
		written++
		event := sampleEvent(t, typ)
		data, err := json.Marshal(event)
		if err != nil {
			t.Fatalf("%s: %v", typ, err)
		}
		golden(t, "events/"+typ.String()+".json", append(data, '\n'))
		var back Event
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatalf("%s: %v", typ, err)
		}
		if !reflect.DeepEqual(back, event) {
			t.Errorf("%s read back as %+v, want %+v", typ, back, event)
		}
	}
	files, err := filepath.Glob("testdata/events/*.json")
	if err != nil || len(files) != written {
		t.Errorf("%d fixtures (%v), want one for each of %d payloads", len(files), err, written)
	}
}

// spec: runtime §9.2, "a golden file pins names and fields".
func TestCatalogueIsPinned(t *testing.T) {
	var out strings.Builder
	for _, typ := range Types() {
		fields := "reserved"
		if typ.HasPayload() {
			fields = "{" + describe(payloadType(t, typ)) + "}"
		}
		frequency := ""
		if typ.HighFrequency() {
			frequency = " coalesced"
		}
		fmt.Fprintf(&out, "%s %s%s\n", typ, fields, frequency)
	}
	golden(t, "catalogue.txt", []byte(out.String()))
}

func describe(t reflect.Type) string {
	var fields []string
	for f := range fieldsOf(t) {
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		if option != "" {
			name += "?"
		}
		fields = append(fields, name+" "+strings.NewReplacer("wire.", "", "bardo.run/bardo/", "").Replace(f.Type.String()))
	}
	return strings.Join(fields, ", ")
}

func fieldsOf(t reflect.Type) func(yield func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		for i := range t.NumField() {
			if !yield(t.Field(i)) {
				return
			}
		}
	}
}

func TestNoPayloadFieldHidesABaseField(t *testing.T) {
	reserved := map[string]bool{}
	for f := range fieldsOf(reflect.TypeFor[base]()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		reserved[name] = true
	}
	for _, typ := range Types() {
		if !typ.HasPayload() {
			continue
		}
		for f := range fieldsOf(payloadType(t, typ)) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "" || reserved[name] {
				t.Errorf("%s: field %s is written as %q", typ, f.Name, name)
			}
		}
	}
}

func TestNamesMatchTheirCategoryAndDecoder(t *testing.T) {
	seen := map[string]bool{}
	for _, typ := range Types() {
		name := typ.String()
		if seen[name] || !strings.HasPrefix(name, typ.Category().String()+".") {
			t.Errorf("%q is twice in the catalogue or not in category %s", name, typ.Category())
		}
		seen[name] = true
		if back, ok := TypeNamed(name); !ok || back != typ {
			t.Errorf("%q is found as %v", name, back)
		}
		if !typ.HasPayload() {
			continue
		}
		if empty, _ := catalogue[typ].decode([]byte("{}")); empty.Type() != typ {
			t.Errorf("the payload of %q says it is %v", name, empty.Type())
		}
	}
}

func TestAbsentOptionalFieldsAreLeftOut(t *testing.T) {
	data, err := json.Marshal(Event{GolemID: "g", Payload: SystemActionFailure{PermitID: "p", TxHash: Some("")}})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"type":"system.action_failure","timestamp":0,"golem_id":"g","sequence":0,"tick":0,` +
		`"permit_id":"p","tx_hash":"","revert_reason":""}`
	if string(data) != want {
		t.Errorf("got %s\nwant %s", data, want)
	}
	absent, err := json.Marshal(SystemActionFailure{})
	if err != nil || strings.Contains(string(absent), "tx_hash") {
		t.Errorf("absent: %s (%v)", absent, err)
	}
}

func TestEmptyListsAreNeverNull(t *testing.T) {
	for _, typ := range Types() {
		if !typ.HasPayload() {
			continue
		}
		empty, _ := catalogue[typ].decode([]byte("{}"))
		data, err := json.Marshal(Event{Payload: empty})
		if err != nil || strings.Contains(string(data), "null") {
			t.Errorf("%s: %s (%v)", typ, data, err)
		}
	}
}

func TestNullIsAbsent(t *testing.T) {
	var e Event
	if err := json.Unmarshal([]byte(`{"type":"system.action_failure","tx_hash":null}`), &e); err != nil {
		t.Fatal(err)
	}
	if _, present := e.Payload.(SystemActionFailure).TxHash.Value(); present {
		t.Error("null counts as a value")
	}
}

func TestMergedEventsCarryTheirCount(t *testing.T) {
	e := Event{GolemID: "g", Coalesced: 9, Payload: ClockGammaTick{}}
	data, err := json.Marshal(e)
	if err != nil || !strings.Contains(string(data), `"coalesced":9`) {
		t.Fatalf("got %s (%v)", data, err)
	}
	var back Event
	if err := json.Unmarshal(data, &back); err != nil || back.Coalesced != 9 {
		t.Errorf("count read back as %d (%v)", back.Coalesced, err)
	}
}

// spec: runtime §9.2, "unknown types must be ignored by readers".
func TestUnknownTypesAndFieldsCanBeIgnored(t *testing.T) {
	var e Event
	err := json.Unmarshal([]byte(`{"type":"future.thing","sequence":8,"x":1}`), &e)
	if !errors.Is(err, ErrUnknownType) || e.Sequence != 8 {
		t.Errorf("unknown type: %v, sequence %d", err, e.Sequence)
	}
	err = json.Unmarshal([]byte(`{"type":"prediction.created","sequence":9}`), &e)
	if !errors.Is(err, ErrUnknownType) || e.Sequence != 9 {
		t.Errorf("reserved type: %v, sequence %d", err, e.Sequence)
	}
	err = json.Unmarshal([]byte(`{"type":"strategy.reloaded","hash":"h","revision":2,"later":true}`), &e)
	if err != nil || e.Payload != (StrategyReloaded{Hash: "h", Revision: 2}) {
		t.Errorf("unknown field: %v, %+v", err, e.Payload)
	}
}

func TestMalformedEventsAreErrors(t *testing.T) {
	for _, text := range []string{
		`[]`, `"x"`, `{"type":1}`, `{"type":"strategy.reloaded","revision":-1}`,
		`{"type":"clock.gamma_tick","interval_ms":"many"}`,
	} {
		var e Event
		if err := json.Unmarshal([]byte(text), &e); !errors.Is(err, ErrMalformed) {
			t.Errorf("%s: got %v, want ErrMalformed", text, err)
		}
	}
}

func TestWhatCannotBeWrittenIsAnError(t *testing.T) {
	if _, err := json.Marshal(Event{}); !errors.Is(err, ErrUnknownType) {
		t.Errorf("no payload: %v", err)
	}
	if _, err := json.Marshal(Event{Payload: HeartbeatTick{PE: math.NaN()}}); err == nil {
		t.Error("NaN was written")
	}
}

func TestSubscriptionsNameTheirCategories(t *testing.T) {
	// spec: runtime §9.2, "Composite subscriptions"; surfaces §3.2, aliases.
	cases := map[string]string{
		"dashboard": "heartbeat+tool+permit+daimon+vitality+cortical",
		"vitals":    "daimon+vitality+necrocracy",
		"activity":  "heartbeat+tool+inference+grimoire+prediction",
		"cognitive": "dream+cortical+prediction+clock",
		"llm":       "inference", "mortality": "vitality", "death": "necrocracy",
		"compaction": "context", "clade": "coordination", "permits": "permit", "trading": "trading",
	}
	for name, want := range cases {
		if set, ok := Subscription(name); !ok || set.String() != want {
			t.Errorf("%s = %s (%v), want %s", name, set, ok, want)
		}
	}
	all, _ := Subscription("all")
	for _, typ := range Types() {
		if !all.Has(typ.Category()) {
			t.Errorf("all lacks %s", typ.Category())
		}
	}
	if set, ok := Subscription("gossip"); ok || set != 0 {
		t.Errorf("gossip is a subscription: %s", set)
	}
}

func TestCodesAreSortedExplainedAndPinned(t *testing.T) {
	table := Explanations()
	if !slices.IsSortedFunc(table, func(a, b Explanation) int { return strings.Compare(string(a.Code), string(b.Code)) }) {
		t.Error("the table is not sorted")
	}
	var out strings.Builder
	for _, e := range table {
		if e.What == "" || e.Funds == "" || e.Next == "" {
			t.Errorf("%s lacks a sentence", e.Code)
		}
		if found, ok := Explain(e.Code); !ok || found != e {
			t.Errorf("%s is explained as %+v", e.Code, found)
		}
		fmt.Fprintf(&out, "%s: %s; %s; %s\n", e.Code, e.What, e.Funds, e.Next)
	}
	golden(t, "codes.txt", []byte(out.String()))
	if _, ok := Explain("NO_SUCH_CODE"); ok {
		t.Error("an unknown code is explained")
	}
}

// emitted finds the codes in the agent's source: a text that is one, or begins
// with one.
var emitted = regexp.MustCompile(`"((?:CAP|CONFIG|DATA|EXECUTION|HOOK|NO|PERMIT|ROUTING|SAFETY|SANCTIONS|VALIDATION|WALLET)_[A-Z_]+)(?:"|:)`)

// DESIGN §4 (Errors): one translation table for people. spec: safety §21 — an
// error says what happened, whether funds are safe, and what to do next.
func TestEveryCodeThatIsEmittedIsExplained(t *testing.T) {
	found := 0
	err := filepath.WalkDir(filepath.Join("..", "golem"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, match := range emitted.FindAllSubmatch(source, -1) {
			found++
			if _, ok := Explain(Code(match[1])); !ok {
				t.Errorf("%s: %s is not in the table", path, match[1])
			}
		}
		return err
	})
	if err != nil || found < 5 {
		t.Fatalf("%d codes found, %v", found, err)
	}
}

func FuzzDecodeEvent(f *testing.F) {
	for _, typ := range Types() {
		f.Add([]byte(`{"type":"` + typ.String() + `","sequence":1}`))
	}
	f.Add([]byte(`{"type":"system.health_status","sidecars":{"a":{"state":"up"}},"coalesced":0}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var e Event
		if json.Unmarshal(data, &e) != nil {
			return
		}
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatalf("%q was read but not written: %v", data, err)
		}
		var again Event
		if err := json.Unmarshal(text, &again); err != nil || !reflect.DeepEqual(again, e) {
			t.Fatalf("%q became %+v (%v), want %+v", text, again, err, e)
		}
	})
}
