package canon

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
)

// spec: RFC 8785 §3.2.2, §3.2.3 and appendix B
func TestTheExamplesOfTheStandard(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{
			"{\n\"numbers\":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],\"string\":\"\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\\"\\/\",\"literals\":[null,true,false]}",
			`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
		},
		{
			`{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}`,
			"{\"\\r\":2,\"1\":4,\"\u0080\":6,\"ö\":7,\"€\":1,\"😀\":5,\"\ufb33\":3}",
		},
		{
			`[-0, 5e-324, 1.7976931348623157e308, 9007199254740992, 295147905179352830000, 9.999999999999997e22, 1e23, 1e21, 999999999999999900000, 1e-6, 1e-7]`,
			`[0,5e-324,1.7976931348623157e+308,9007199254740992,295147905179352830000,9.999999999999997e+22,1e+23,1e+21,999999999999999900000,0.000001,1e-7]`,
		},
		{"\"\u2028\u2029<&>\"", "\"\u2028\u2029<&>\""},
		{` { } `, `{}`},
		{`[ ]`, `[]`},
		{`"\\ud800"`, `"\\ud800"`},
	} {
		got, err := Bytes([]byte(c.in))
		if err != nil || string(got) != c.want {
			t.Errorf("%s\n got %s (%v)\nwant %s", c.in, got, err, c.want)
		}
	}
}

func TestWhatHasNoCanonicalFormIsRefused(t *testing.T) {
	for _, in := range []string{
		``, `{`, `[1,]`, `{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, `1 2`, `{} {}`, `1e999`, `"\ud800"`, `"\ud800\u0041"`, `"\udc00"`, "\"\xff\"", `nul`, `{"a"}`, `{1:2}`,
		strings.Repeat("[", 300) + strings.Repeat("]", 300),
	} {
		if got, err := Bytes([]byte(in)); !errors.Is(err, ErrNoForm) {
			t.Errorf("%.40q gave %s (%v)", in, got, err)
		}
	}
	if _, err := JSON(map[string]any{"f": func() {}}); err == nil {
		t.Error("a function was written")
	}
}

func TestAValueIsWrittenAsItsText(t *testing.T) {
	got, err := JSON(struct {
		B string `json:"b"`
		A []int  `json:"a"`
	}{"<&>", []int{1}})
	if want := `{"a":[1],"b":"<&>"}`; err != nil || string(got) != want {
		t.Errorf("%s (%v), want %s", got, err, want)
	}
}

func FuzzACanonicalTextIsItsOwnAndMeansTheSame(f *testing.F) {
	for _, seed := range []string{`{"b":[1,2.50,"\u00e9\n"],"a":null}`, `"\ud83d\ude00"`, `[[],{},-0]`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		once, err := Bytes(in)
		if err != nil {
			return
		}
		twice, err := Bytes(once)
		if err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("%q, then %q (%v)", once, twice, err)
		}
		var a, b any
		if err := json.Unmarshal(in, &a); err != nil {
			t.Fatalf("%q is no JSON: %v", in, err)
		}
		if err := json.Unmarshal(once, &b); err != nil || !reflect.DeepEqual(a, b) {
			t.Fatalf("%q means %v, %q means %v (%v)", in, a, once, b, err)
		}
	})
}
