package cage

import (
	"reflect"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/core/config"
)

// spec: safety §7.4 — every limit may be tightened by a word and loosened by none. The walk
// over the fields fails for one that Loosened forgets.
func TestEveryLimitIsTightenedAndNeverLoosened(t *testing.T) {
	keys := config.Reference()
	var p Policy
	fill := func(by int64) Policy {
		q := p
		walk(reflect.ValueOf(&q).Elem(), "", func(_ string, f reflect.Value) { bump(f, by) })
		return q
	}
	if lines := p.Loosened(p); len(lines) != 0 {
		t.Fatalf("no policy loosens itself by %q", lines)
	}
	p = fill(100)
	p.Tokens, p.Markets, p.Protocols = []common.Address{{1}}, []Listing{{Handle: "weth-usdc-5"}}, []string{"uniswap-v3"}
	if lines := p.Loosened(p); len(lines) != 0 {
		t.Fatalf("the same policy loosens %q", lines)
	}
	walk(reflect.ValueOf(&p).Elem(), "", func(name string, _ reflect.Value) {
		if strings.HasPrefix(name, "Caps.") || name == "FeedAge.Own" {
			return // see TestACapIsOnlyTightened and TestTheAgeOfEachFeedReachesTheCage
		}
		for _, by := range []int64{1, -1} {
			q := p
			var field reflect.Value
			walk(reflect.ValueOf(&q).Elem(), "", func(n string, f reflect.Value) {
				if n == name {
					field = f
				}
			})
			bump(field, by)
			lines := p.Loosened(q)
			looser := by > 0 != (name == "MinCollateral")
			switch {
			case field.Kind() == reflect.Slice:
				looser = true // is not changed at all
			case name == "Fenced":
				looser = !field.Bool() // is not changed at all, and was true
			case name == "Paper" || name == "Shadow" || name == "Screened" || name == "Sourced":
				looser = field.Bool() == (name == "Paper" || name == "Shadow")
				before := p
				walk(reflect.ValueOf(&before).Elem(), "", func(n string, f reflect.Value) {
					if n == name {
						f.SetBool(!field.Bool())
					}
				})
				lines = before.Loosened(q)
			}
			if (len(lines) > 0) != looser || looser && strings.Contains(lines[0], "looser") && strings.Count(lines[0], "10") < 1 {
				t.Errorf("%s by %d: %q", name, by, lines)
			}
			if len(lines) > 0 && strings.Contains(lines[0], "looser") {
				if key, _, _ := strings.Cut(lines[0], " "); !strings.Contains(keys, "`"+key+"`") {
					t.Errorf("%s is named by %q, which is no key of the configuration", name, key)
				}
			}
		}
	})
}

// walk visits the fields of a policy, those of its parts too.
func walk(v reflect.Value, prefix string, visit func(name string, f reflect.Value)) {
	for i := range v.NumField() {
		name, f := prefix+v.Type().Field(i).Name, v.Field(i)
		if f.Kind() == reflect.Struct {
			walk(f, name+".", visit)
			continue
		}
		visit(name, f)
	}
}

func bump(f reflect.Value, by int64) {
	switch f.Kind() {
	case reflect.Bool:
		f.SetBool(by > 0)
	case reflect.Slice:
		f.Set(reflect.Append(f.Slice(0, f.Len()), reflect.Zero(f.Type().Elem())))
	case reflect.Uint64:
		f.SetUint(uint64(int64(f.Uint()) + by)) //nolint:gosec // small
	default:
		f.SetInt(f.Int() + by)
	}
}
