package library_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"bardo.run/bardo/mirage/scenario/library"

	"github.com/ethereum/go-ethereum/common"
)

// spec: mirage-testing §12.3 (ranges)
func TestAParameterOutsideItsRangeIsRefusedWithTheRange(t *testing.T) {
	for _, c := range []struct {
		order library.Order
		says  string
	}{
		{order("crush", 0), `"crush" is none of crash, volume-spike, new-pool, stale-feeds`},
		{order("crash", 0, "drop", "40"), `crash has no parameter "drop", only drop_percent, swap_count`},
		{order("crash", 0, "drop_percent", "9.99"), `drop_percent is "9.99", want a number from 10 to 90`},
		{order("crash", 0, "drop_percent", "91"), "from 10 to 90"},
		{order("crash", 0, "drop_percent", "1e1"), "from 10 to 90"},
		{order("crash", 0, "drop_percent", "-40"), "from 10 to 90"},
		{order("crash", 0, "drop_percent", ""), "from 10 to 90"},
		{order("crash", 0, "swap_count", "4"), "swap_count is \"4\", want a whole number from 5 to 100"},
		{order("crash", 0, "swap_count", "101"), "from 5 to 100"},
		{order("crash", 0, "swap_count", "20.5"), "from 5 to 100"},
		{order("volume-spike", 0, "swap_count", "9"), "from 10 to 500"},
		{order("volume-spike", 0, "swap_count", "501"), "from 10 to 500"},
		{order("volume-spike", 0, "protocol", "v1"), `protocol is "v1", want all or v2 or v3 or v4`},
		{order("new-pool", 0, "symbol", "new"), "symbol is \"new\", want 1 to 11 capital letters and digits"},
		{order("new-pool", 0, "decimals", "7"), "want 6 or 8 or 18"},
		{order("new-pool", 0, "price", "0.0009"), "from 0.001 to 10000"},
		{order("new-pool", 0, "price", "10001"), "from 0.001 to 10000"},
		{order("new-pool", 0, "tvl", "9999"), "from 10000 to 10000000"},
		{order("stale-feeds", 0, "age", "604801"), "age is \"604801\", want a whole number from 0 to 604800"},
		{order("stale-feeds", 0, "feeds", "GOLD"), "want all or ETH or USDC or BTC"},
		{order("new-pool", 0, "tvl", "10000001"), "from 10000 to 10000000"},
	} {
		if err := c.order.Check(); !errors.Is(err, library.ErrOrder) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v, want %q", c.order, err, c.says)
		}
	}
	for _, o := range []library.Order{
		order("crash", 0), order("volume-spike", 0), order("new-pool", 0), order("crash", 0, "drop_percent", "10", "swap_count", "5"),
		order("crash", 0, "drop_percent", "90.0", "swap_count", "100"), order("volume-spike", 0, "swap_count", "500"),
	} {
		if err := o.Check(); err != nil {
			t.Error(err)
		}
	}
}

// spec: mirage-testing §12.3 (deterministic under --seed)
func TestOneSeedGivesTheSameBlocks(t *testing.T) {
	orders := func(seed uint64) []library.Order {
		return []library.Order{order("volume-spike", seed, "swap_count", "20"), order("crash", seed), order("new-pool", seed)}
	}
	lives := map[string]common.Hash{}
	for _, c := range []struct {
		name string
		seed uint64
	}{{"first", 7}, {"again", 7}, {"other", 8}} {
		s := raise(t)
		for _, o := range orders(c.seed) {
			s.play(o)
		}
		lives[c.name] = s.Chain.Head().Hash()
	}
	if lives["first"] != lives["again"] {
		t.Errorf("the same seed ended at %s and at %s", lives["first"], lives["again"])
	}
	if lives["first"] == lives["other"] {
		t.Error("another seed gave the same blocks")
	}
}

// planned asks for a plan over JSON-RPC.
func (s stage) planned(o library.Order, from any) (plan struct {
	Report   library.Report
	Scenario json.RawMessage
},
) {
	s.t.Helper()
	check(s.t, s.Server.Client().CallContext(s.t.Context(), &plan, "mirage_planLibraryScenario", o, from))
	return plan
}

// spec: mirage-testing §9, §12.3 (scenarios compose through snapshots: volume, save,
// crash, back, another path)
func TestAPlanIsAWhatIfThatComesToWhatThePlayedScenarioComesTo(t *testing.T) {
	s := raise(t)
	s.play(order("volume-spike", 3, "swap_count", "10"))
	var save string
	check(t, s.Server.Client().CallContext(t.Context(), &save, "evm_snapshot"))
	head := s.Chain.Head().Hash()
	if r := s.play(order("crash", 3, "drop_percent", "20")); len(r.Missed()) != 0 {
		t.Fatalf("missed %q", r.Missed())
	}
	deep := order("crash", 3, "drop_percent", "30")
	from := map[string]string{"baseline": save}
	plan := s.planned(deep, from)
	s.runs(plan.Scenario, from)
	var back bool
	if err := s.Server.Client().CallContext(t.Context(), &back, "evm_revert", save); err != nil || !back || s.Chain.Head().Hash() != head {
		t.Fatalf("the chain is not back: %v", err)
	}
	got := s.play(deep)
	got.First, got.Last = 0, 0
	want, one := text(t, plan.Report), text(t, got)
	if one != want {
		t.Errorf("planned\n%s\nplayed\n%s", want, one)
	}
}

// runs runs a plan's scenario as a what-if.
func (s stage) runs(scenario json.RawMessage, from any) {
	s.t.Helper()
	ask := func(result any, method string, args ...any) {
		s.t.Helper()
		if err := s.Server.Client().CallContext(s.t.Context(), result, "mirage_"+method, args...); err != nil {
			s.t.Fatalf("%s: %v", method, err)
		}
	}
	var set, job map[string]string
	ask(&set, "beginScenarioSet", from)
	var defined map[string]any
	check(s.t, json.Unmarshal(scenario, &defined))
	defined["set_id"] = set["set_id"]
	ask(&defined, "defineScenario", defined)
	ask(&job, "runScenarioSet", set["set_id"])
	for s.t.Context().Err() == nil {
		var out struct {
			Status    string
			Scenarios []struct {
				Status        string
				FailedReasons []string `json:"failed_assertions"`
				Why           string   `json:"revert_reason"`
			}
		}
		if ask(&out, "getScenarioResults", job["job_id"]); out.Status != "running" {
			if out.Status != "complete" || out.Scenarios[0].Status != "success" || len(out.Scenarios[0].FailedReasons) != 0 {
				s.t.Errorf("the what-if came to %+v", out)
			}
			return
		}
	}
}

func text(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	check(t, err)
	return string(b)
}

func TestAnOrderOverJSONRPCIsCheckedLikeAnyOther(t *testing.T) {
	s := raise(t)
	for body, want := range map[string]string{
		`{"name":"crash","parameters":{"drop_percent":95}}`: `drop_percent is "95", want a number from 10 to 90`,
		`{"name":"crash","parameter":{}}`:                   "unknown field",
		`{"name":"slump"}`:                                  "is none of crash, volume-spike, new-pool, stale-feeds",
	} {
		var r any
		err := s.Server.Client().CallContext(t.Context(), &r, "mirage_playLibraryScenario", json.RawMessage(body))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", body, err)
		}
		var coded interface{ ErrorCode() int }
		if !errors.As(err, &coded) || coded.ErrorCode() != -32602 {
			t.Errorf("%s: code of %v", body, err)
		}
	}
	var r library.Report
	if err := s.Server.Client().CallContext(t.Context(), &r, "mirage_playLibraryScenario", json.RawMessage(`{"name":"crash","parameters":{"drop_percent":12.5,"swap_count":14},"seed":2}`)); err != nil || r.Sells != 14 || len(r.Missed()) != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	var all []library.Definition
	if err := s.Server.Client().CallContext(t.Context(), &all, "mirage_libraryScenarios"); err != nil || len(all) != 4 || !reflect.DeepEqual(all[0].Parameters, library.Definitions()[0].Parameters) {
		t.Errorf("the library is %+v, %v", all, err)
	}
}
