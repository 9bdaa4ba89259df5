package grant_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	gethrpc "github.com/ethereum/go-ethereum/rpc"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/internal/money"
)

// says answers what contracts are asked, by address and call, with bytes; what is not there
// reverts.
type says map[string][]byte

func (s says) to(contract common.Address, signature string, args ...[]byte) string {
	return contract.Hex() + hexutil.Encode(packed(signature, args...))
}

func word(n *big.Int) []byte { return common.LeftPadBytes(n.Bytes(), 32) }

func number(n int64) []byte { return word(big.NewInt(n)) }

// ask runs the reads of a batch against the answers.
func (s says) ask(t *testing.T, g grant.Grant, at uint64) (f turn.Fence, err error) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked []struct {
			ID     json.RawMessage
			Params []json.RawMessage
		}
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
			t.Error(err)
		}
		answers := []string{}
		for _, a := range asked {
			var call struct {
				To    common.Address
				Input hexutil.Bytes
			}
			if err := json.Unmarshal(a.Params[0], &call); err != nil {
				t.Error(err)
			}
			if raw, ok := s[call.To.Hex()+hexutil.Encode(call.Input)]; ok {
				answers = append(answers, fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%q}`, a.ID, hexutil.Encode(raw)))
			} else {
				answers = append(answers, fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":3,"message":"execution reverted","data":"0x"}}`, a.ID))
			}
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, "[%s]", strings.Join(answers, ","))
	}))
	defer server.Close()
	node, err := gethrpc.DialContext(t.Context(), server.URL)
	check(t, err)
	defer node.Close()
	b := rpc.New(node).At(common.Hash{1})
	take := g.Count(b, at)
	_ = b.Do(t.Context()) // what failed is told by what takes it
	err = take(&f)
	return f, err
}

// counting is a grant of all that is counted: 500 dollars a day, 7 orders, 900 dollars in all.
func counting(t *testing.T) grant.Grant {
	t.Helper()
	g := signed(t, grant.LocalKey)
	c := &caveat.ReplicantBudget{Book: common.Address{4}, Budget: 900_000_000, Lifespan: 86_400, Born: 1}
	g.Delegation.Caveats, g.Enforcers = slices.Clone(g.Delegation.Caveats), slices.Clone(g.Enforcers)
	g.Delegation.Caveats = append(g.Delegation.Caveats, g.Delegation.Caveats[0])
	g.Enforcers = append(g.Enforcers, g.Enforcers[0])
	as(t, &g, 3, c)
	g.Enforcers[3].Address = common.Address{44}
	return g
}

// spec: provisioning §8.10, §9.1, safety §7.6 — what is left of a grant is what its enforcers
// have not counted yet, and never less than nothing: an order beyond it would revert and cost
// its gas.
func TestWhatIsLeftIsWhatTheEnforcersHaveNotCounted(t *testing.T) {
	const at = 1_700_000_000
	g := counting(t)
	hash := g.Delegation.Hash()
	daily, orders, sum := g.Enforcers[2].Address, g.Enforcers[1].Address, g.Enforcers[3].Address
	spentToday := func(cents uint64) []byte { return word(policycage.Sum{}.Add(at, cents*10_000).Big()) }
	var s says
	answers := func(day, made, spent []byte) says {
		return says{
			s.to(daily, "sums(address,address)", g.Manager[:], g.Delegation.Delegator[:]): day,
			s.to(orders, "callCounts(address,bytes32)", g.Manager[:], hash[:]):            made,
			s.to(sum, "spent(address,bytes32)", g.Manager[:], hash[:]):                    spent,
		}
	}
	for name, c := range map[string]struct {
		day, made, spent []byte
		dayLeft, sumLeft money.USDC
		orders           uint64
	}{
		"nothing yet":        {spentToday(0), number(0), number(0), 500_000_000, 900_000_000, 7},
		"some":               {spentToday(10_001), number(2), number(899_999_999), 399_990_000, 1, 5},
		"all but a bit":      {spentToday(49_999), number(6), number(1), 10_000, 899_999_999, 1},
		"all":                {spentToday(50_000), number(7), number(900_000_000), 0, 0, 0},
		"more than there is": {spentToday(50_001), number(8), number(900_000_001), 0, 0, 0},
		"beyond all numbers": {spentToday(1 << 31), number(1 << 62), word(new(big.Int).Lsh(big.NewInt(1), 255)), 0, 0, 0},
	} {
		f, err := answers(c.day, c.made, c.spent).ask(t, g, at)
		if want := (turn.Fence{Exits: true, DayLeft: c.dayLeft, Counted: true, Orders: c.orders, Summed: true, SumLeft: c.sumLeft}); err != nil || !reflect.DeepEqual(f, want) {
			t.Errorf("%s: %v\n got %+v\nwant %+v", name, err, f, want)
		}
	}
	if f, err := answers(spentToday(10_001), number(0), number(0)).ask(t, g, at+36*3_600); err != nil || f.DayLeft != 500*money.One {
		t.Errorf("a day and a half later %s are left, %v", f.DayLeft, err)
	}
	g.Delegation.Caveats[1].Terms = word(new(big.Int).Lsh(big.NewInt(1), 64))
	hash = g.Delegation.Hash()
	if f, err := answers(number(0), number(1), number(0)).ask(t, g, at); err != nil || !f.Counted || f.Orders != 1<<64-2 {
		t.Errorf("of more orders than can be counted: %+v, %v", f, err)
	}
	g = counting(t)
	hash = g.Delegation.Hash()
	for name, c := range map[string]struct {
		s    says
		want string
	}{
		"nobody answers for the day":    {answers(nil, number(0), number(0)), daily.Hex() + " does not say what is spent today"},
		"nobody answers for the orders": {answers(spentToday(0), nil, number(0)), orders.Hex() + " counts no calls"},
		"nobody answers for the sum":    {answers(spentToday(0), number(0), nil), sum.Hex() + " does not say what is spent in all"},
		"all revert":                    {says{}, "ask " + daily.Hex() + " what is spent today"},
		"all revert, the orders too":    {says{}, "ask " + orders.Hex() + " about delegation " + hash.Hex()},
		"all revert, the sum too":       {says{}, "ask " + sum.Hex() + " what is spent in all"},
	} {
		if f, err := c.s.ask(t, g, at); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %+v, %v", name, f, err)
		}
	}
	_, err := says{}.ask(t, g, at)
	if !errors.As(err, new(*rpc.RevertError)) {
		t.Errorf("it does not say that the chain refused: %v", err)
	}
}

// A grant that counts nothing asks nothing, and leaves what is known of its cage as it is.
func TestAGrantThatCountsNothingAsksNothing(t *testing.T) {
	f, err := says{}.ask(t, signed(t, grant.Delegation), 1)
	if err != nil || !reflect.DeepEqual(f, turn.Fence{}) {
		t.Errorf("%+v, %v", f, err)
	}
	g := signed(t, grant.Delegation)
	if g.Daily() != 0 || g.Orders() != 0 || g.Sum() != 0 {
		t.Errorf("%s a day, %d orders, %s in all", g.Daily(), g.Orders(), g.Sum())
	}
}

// spec: provisioning §8.10 — what a grant allows is read from the terms that were signed.
func TestWhatAGrantAllowsIsWhatWasSigned(t *testing.T) {
	g := counting(t)
	if g.Daily() != 500*money.One || g.Orders() != 7 || g.Sum() != 900*money.One {
		t.Errorf("%s a day, %d orders, %s in all", g.Daily(), g.Orders(), g.Sum())
	}
	for _, limit := range []uint64{1, policycage.MostCounted} {
		as(t, &g, 2, &caveat.DailySpendLimit{Book: common.Address{4}, Limit: limit})
		if g.Daily() != money.USDC(limit) {
			t.Errorf("of %d: %d a day", limit, g.Daily())
		}
	}
	for limit, want := range map[uint64]money.USDC{1: 1, 1<<62 - 1: 1<<62 - 1, 1 << 62: 1 << 62, 1<<62 + 1: 1 << 62, 1<<64 - 1: 1 << 62} {
		as(t, &g, 3, &caveat.ReplicantBudget{Book: common.Address{4}, Budget: limit, Lifespan: 1, Born: 1})
		if g.Sum() != want {
			t.Errorf("of %d: %d in all, want %d", limit, g.Sum(), want)
		}
	}
	for text, want := range map[string]uint64{"00": 0, "ffffffffffffffff": 1<<64 - 1, "010000000000000000": 1<<64 - 1, "fffffffffffffffe": 1<<64 - 2} {
		g.Delegation.Caveats[1].Terms = common.LeftPadBytes(common.FromHex(text), 32)
		if got := g.Orders(); got != want {
			t.Errorf("%s allows %d orders, want %d", text, got, want)
		}
	}
}
