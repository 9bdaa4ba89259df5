package chain

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bardo.run/bardo/contracts"
	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
)

// listOf is a new list of sanctioned addresses, kept by the market's account.
func listOf(t *testing.T, m *evmtest.Market, who ...common.Address) common.Address {
	t.Helper()
	text, err := contracts.Kit.ReadFile("out/SanctionsList.json")
	check(t, err)
	var c struct{ Bytecode hexutil.Bytes }
	check(t, json.Unmarshal(text, &c))
	at, _ := m.Holder().Create(c.Bytecode)
	for _, a := range who {
		m.Holder().Must(at, bind.NewSanctionsList().PackSet(a, true))
	}
	return at
}

func screened(t *testing.T, m *evmtest.Market, list common.Address) (*Chain, error) {
	c := marketConfig(m)
	c.Sanctions = list
	return Open(t.Context(), rpc.New(m.RPC), c)
}

// spec: safety §7.6: everybody whom an order can reach is asked about, with every reading.
func TestAReadingSaysWhoIsOnAListOfSanctionedAddresses(t *testing.T) {
	m, plain := opened(t)
	if s := observed(t, plain).Screen; s != nil {
		t.Errorf("nobody was to be asked: %+v", s)
	}
	for name, at := range map[string][]common.Address{
		"nobody": nil, "a stranger": {{1}}, "the router": {m.Router}, "the pool and a token": {m.WETH, m.Pool}, "itself": {m.Account},
	} {
		c, err := screened(t, m, listOf(t, m, at...))
		check(t, err)
		want := slices.DeleteFunc(slices.Clone(at), func(a common.Address) bool { return a == common.Address{1} })
		if s := observed(t, c).Screen; s == nil || s.Unread != "" || !slices.Equal(s.Listed, want) {
			t.Errorf("%s is on it: %+v", name, s)
		}
	}
}

// What answers as no list does is no list: at the start that is an error, later nothing is
// known of anybody.
func TestAListThatIsNoneSaysNothing(t *testing.T) {
	m, c := opened(t)
	if _, err := screened(t, m, common.Address{9}); !errors.Is(err, protocol.ErrNoCode) || !strings.Contains(err.Error(), "sanctions list") {
		t.Errorf("an address without code: %v", err)
	}
	for name, list := range map[string]common.Address{"a token": m.WETH, "nothing any more": {9}, "a contract that answers 2": m.Deploy([]byte{0x60, 2, 0x5f, 0x52, 0x60, 32, 0x5f, 0xf3})} {
		c.screen.list = list
		if s := observed(t, c).Screen; s == nil || s.Unread == "" || len(s.Listed) > 0 {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

// The owner of a cage may name another list at any time; what it says is known from the
// next reading on, and until then nothing is opened.
func TestAnotherListOfTheCageIsAskedFromTheNextReadingOn(t *testing.T) {
	m, c := opened(t)
	first, second := listOf(t, m), listOf(t, m, m.Pool)
	for _, list := range []common.Address{first, second, {}} {
		var s policycage.Snapshot
		s.SanctionsOracle = list
		if err := c.fence.relist(s); err == nil || !strings.Contains(err.Error(), list.Hex()) {
			t.Errorf("%s: %v", list, err)
		}
		if err := c.fence.relist(s); err != nil {
			t.Errorf("the same list again: %v", err)
		}
		got := observed(t, c).Screen
		want := &turn.Screen{Listed: []common.Address{m.Pool}}
		switch {
		case list == first && (got == nil || got.Unread != "" || len(got.Listed) > 0),
			list == second && (got == nil || got.Unread != "" || !slices.Equal(got.Listed, want.Listed)),
			list == common.Address{} && got != nil:
			t.Errorf("%s: %+v", list, got)
		}
	}
}
