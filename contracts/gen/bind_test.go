package main

import (
	"encoding/json"
	"strings"
	"testing"
)

const twoOverloads = `[
 {"type":"constructor","inputs":[]},
 {"type":"function","name":"f","inputs":[{"type":"uint256"}],"outputs":[],"stateMutability":"view"},
 {"type":"function","name":"f","inputs":[{"type":"tuple[]","components":[{"type":"address"},{"type":"int24"}]}],"outputs":[],"stateMutability":"view"},
 {"type":"function","name":"g","inputs":[],"outputs":[],"stateMutability":"view"},
 {"type":"error","name":"g","inputs":[]}]`

func TestReduceKeepsWhatIsNamedInTheListsOrder(t *testing.T) {
	for _, c := range []struct {
		keep []string
		want string
	}{
		{[]string{"g", "f"}, "g() f(uint256) f((address,int24)[])"},
		{[]string{"f((address,int24)[])"}, "f((address,int24)[])"},
		{[]string{"constructor", "f(uint256)"}, "() f(uint256)"},
	} {
		out, err := reduce(json.RawMessage(twoOverloads), c.keep)
		if err != nil {
			t.Fatal(err)
		}
		var entries []entry
		if err := json.Unmarshal(out, &entries); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range entries {
			got = append(got, e.signature())
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%v: got %v", c.keep, got)
		}
	}
	if _, err := reduce(json.RawMessage(twoOverloads), []string{"h"}); err == nil {
		t.Error("a name that is not there was accepted")
	}
}

func TestBindNeedsNoTransactionLayer(t *testing.T) {
	abi := `[{"type":"error","name":"Bad","inputs":[]},
	 {"type":"event","name":"E","inputs":[{"name":"a","type":"uint256"}]},
	 {"type":"function","name":"pair","inputs":[],"outputs":[{"name":"a","type":"uint256"},{"name":"b","type":"uint256"}],"stateMutability":"view"}]`
	code, err := bind("Thing", json.RawMessage(abi))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"type ThingPairOutput struct", "len(raw) < 4", "ErrNoEventSignature", "DO NOT EDIT"} {
		if !strings.Contains(string(code), want) {
			t.Errorf("lacks %q", want)
		}
	}
	if strings.Contains(string(code), "bind/v2") || strings.Contains(string(code), "Instance(") {
		t.Error("still links the transaction layer")
	}
}

func TestAStructOfTwoContractsIsWrittenOnce(t *testing.T) {
	abi := func(kind string) []byte {
		code, err := bind("Thing", json.RawMessage(`[{"type":"function","name":"f","stateMutability":"view","outputs":[],"inputs":[
		 {"name":"k","type":"tuple","internalType":"struct Key","components":[{"name":"a","type":"`+kind+`"}]}]}]`))
		if err != nil {
			t.Fatal(err)
		}
		return code
	}
	s := structs{}
	for i, want := range []int{1, 0} {
		code, err := s.once(abi("uint256"))
		if err != nil || strings.Count(string(code), "type Key struct") != want {
			t.Errorf("binding %d: %v\n%s", i, err, code)
		}
	}
	if _, err := s.once(abi("bool")); err == nil {
		t.Error("two shapes of one name were accepted")
	}
}
