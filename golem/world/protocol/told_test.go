package protocol

import (
	"errors"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
)

// teller is a follower that tells one figure of each lending market, with some slack.
type teller struct {
	Follower
	slack *big.Int
}

func (f teller) Told(r *turn.Reading) (all []Figure) {
	for _, l := range r.Lending {
		all = append(all, Figure{l.Handle, "debt", l.Reserves[0].Owed.ToBig(), f.slack})
	}
	return all
}

// What logs lead to is held to what is read up to the slack, either way, and only where both tell it.
//
// spec: chain §12
func TestAFigureIsContradictedBeyondItsSlack(t *testing.T) {
	owes := func(handle string, units uint64) *turn.Reading {
		return &turn.Reading{Lending: []turn.Lending{{Handle: handle, Reserves: []turn.Reserve{{Owed: *uint256.NewInt(units)}}}}}
	}
	for _, c := range []struct {
		slack     *big.Int
		led, read uint64
		want      int
	}{{nil, 5, 5, 0}, {nil, 5, 6, 1}, {nil, 6, 5, 1}, {big.NewInt(2), 5, 7, 0}, {big.NewInt(2), 5, 8, 1}, {big.NewInt(2), 8, 5, 1}} {
		if got := Contradicted(teller{slack: c.slack}, owes("a", c.led), owes("a", c.read)); len(got) != c.want {
			t.Errorf("led to %d and read %d, slack %s: %v", c.led, c.read, c.slack, got)
		}
	}
	if got := Contradicted(teller{}, owes("a", 1), owes("b", 2)); len(got) != 0 {
		t.Errorf("of another market: %v", got)
	}
}

// A token's log adds what comes to the account and takes what leaves it, and nothing else.
func TestALogOfATokenMovesWhatTheAccountHas(t *testing.T) {
	me, other := common.Address{1}, common.Address{2}
	for _, c := range []struct {
		from, to common.Address
		want     uint64
	}{{other, me, 13}, {me, other, 7}, {me, me, 10}, {other, other, 10}} {
		l := &types.Log{Data: common.BigToHash(big.NewInt(3)).Bytes(), Topics: []common.Hash{erc20.TransferTopic, common.BytesToHash(c.from[:]), common.BytesToHash(c.to[:])}}
		if got := Moved(*uint256.NewInt(10), me, l); got.Uint64() != c.want {
			t.Errorf("from %s to %s: %s, want %d", c.from, c.to, got.Dec(), c.want)
		}
	}
}

// A market that does not answer is taken out of a reading with all that lies in it, once; an error that is
// not its own stops the reading.
//
// spec: heartbeat §3
func TestAMarketThatDoesNotAnswerIsMute(t *testing.T) {
	r := turn.Reading{Markets: []turn.Market{{Handle: "a"}, {Handle: "b"}}, Positions: []turn.Position{{ID: "1", Market: "a"}, {ID: "2", Market: "b"}}}
	for range 2 {
		if err := Mute(&r, "a", rpc.ErrMalformed); err != nil {
			t.Fatal(err)
		}
	}
	if len(r.Mute) != 1 || r.Mute[0].Code != "MALFORMED" || len(r.Markets) != 1 || len(r.Positions) != 1 || r.Positions[0].ID != "2" {
		t.Errorf("%+v", r)
	}
	if err := Mute(&r, "b", errors.New("the line is cut")); err == nil || r.Silent("b") || len(r.Markets) != 1 {
		t.Errorf("of an error that is not the market's: %v, %+v", err, r)
	}
}

// A market that is not read, or that trades other tokens, makes no swap.
func TestASwapIsOfWhatItsMarketTrades(t *testing.T) {
	base, quote := turn.Token{Address: common.Address{1}}, turn.Token{Address: common.Address{2}}
	seen := turn.Reading{Markets: []turn.Market{{Handle: "a", Base: base, Quote: quote}}}
	for name, c := range map[string]struct {
		market  string
		in, out common.Address
		ok      bool
	}{
		"it": {"a", base.Address, quote.Address, true}, "and back": {"a", quote.Address, base.Address, true},
		"another token": {"a", base.Address, common.Address{3}, false}, "itself": {"a", base.Address, base.Address, false}, "no market": {"b", base.Address, quote.Address, false},
	} {
		o := Order{Seen: seen, Action: grammar.Action{Kind: grammar.Swap, Market: c.market, TokenIn: c.in, TokenOut: c.out}}
		if _, err := o.Traded(); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}
