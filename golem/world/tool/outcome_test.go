package tool

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/permit"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/morphoblue"
	"bardo.run/bardo/wire"
)

// An order is as good as its worst transaction; one whose nonce another transaction used
// never comes, and where nothing at all was included the wallet paid nothing.
func TestAnOrderIsAsGoodAsItsWorstTransaction(t *testing.T) {
	done, failed := chain.Receipt{Found: true, Success: true}, chain.Receipt{Found: true}
	lost, missing := chain.Receipt{Lost: true}, chain.Receipt{}
	for name, c := range map[string]struct {
		receipts []chain.Receipt
		status   turn.Status
		code     wire.Code
		nth      int // the transaction that the refusal names
	}{
		"all done":                        {[]chain.Receipt{done, done}, turn.StatusExecuted, "", 0},
		"all lost":                        {[]chain.Receipt{lost, lost}, turn.StatusBlocked, "EXECUTION_NOT_SENT", 2},
		"one lost":                        {[]chain.Receipt{lost}, turn.StatusBlocked, "EXECUTION_NOT_SENT", 1},
		"one done, one lost":              {[]chain.Receipt{done, lost}, turn.StatusFailed, "EXECUTION_NOT_SENT", 2},
		"one reverted, one lost":          {[]chain.Receipt{failed, lost}, turn.StatusFailed, "EXECUTION_NOT_SENT", 2},
		"one lost, one reverted":          {[]chain.Receipt{lost, failed}, turn.StatusFailed, "EXECUTION_NOT_SENT", 1},
		"two reverted: the first is told": {[]chain.Receipt{failed, failed}, turn.StatusFailed, "EXECUTION_REVERTED", 1},
		"one reverted, one done":          {[]chain.Receipt{failed, done}, turn.StatusFailed, "EXECUTION_REVERTED", 1},
		"one lost, one missing":           {[]chain.Receipt{lost, missing}, turn.StatusPending, "", 0},
	} {
		for i := range c.receipts {
			c.receipts[i].TxHash = common.Hash{byte(i + 1)}
		}
		got, why := status(c.receipts)
		if got != c.status || (why == nil) != (c.code == "") {
			t.Errorf("%s: %s, %+v", name, got, why)
			continue
		}
		if why != nil && (why.Code != c.code || !strings.Contains(why.Detail, common.Hash{byte(c.nth)}.Hex())) {
			t.Errorf("%s: %+v, want %s of transaction %d", name, why, c.code, c.nth)
		}
		if why != nil && c.code == "EXECUTION_NOT_SENT" && !strings.Contains(why.Detail, "can never be included") {
			t.Errorf("%s: %q", name, why.Detail)
		}
	}
}

// The one transaction that an owner is shown is the one that moved the tokens.
func TestAnOrderIsShownByItsDearestTransaction(t *testing.T) {
	tx := func(n byte, found bool, gas uint64) chain.Receipt {
		return chain.Receipt{TxHash: common.Hash{n}, Found: found, GasUsed: gas}
	}
	for name, c := range map[string]struct {
		receipts  []chain.Receipt
		simulated []uint64
		want      byte
	}{
		"by what was used, not simulated":    {[]chain.Receipt{tx(1, true, 9), tx(2, true, 5)}, []uint64{1, 99}, 1},
		"by the simulation, where none came": {[]chain.Receipt{tx(1, false, 0), tx(2, false, 0)}, []uint64{99, 1}, 1},
		"one of those that are missing":      {[]chain.Receipt{tx(1, true, 99), tx(2, false, 0)}, []uint64{99, 1}, 2},
		"nothing is known":                   {[]chain.Receipt{tx(1, false, 0), tx(2, false, 0)}, nil, 2},
		"the simulation knows one alone":     {[]chain.Receipt{tx(1, false, 0), tx(2, false, 0)}, []uint64{5}, 1},
	} {
		if got := mainTx(c.receipts, c.simulated); got != (common.Hash{c.want}) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// What a rollup took beside the gas is summed; the block is the last one that is known,
// and a token that came and went is no change.
func TestAnOutcomeCountsWhatWasTaken(t *testing.T) {
	rs := receipts(10_000)
	rs[0].DataWei, rs[1].DataWei = *uint256.NewInt(3), *uint256.NewInt(4)
	rs[1].Logs = append(rs[1].Logs, transfer(other, pool, venue.Account, 5), transfer(other, venue.Account, pool, 5))
	e := &Executor{Adapters: adapters(t)}
	x := e.outcome(swapOrder(), rs)
	if x.DataWei.Uint64() != 7 || x.Block.Number != 8 || len(x.Deltas) != 2 || !x.Verified || !x.Left.IsZero() || !x.Sent.IsZero() {
		t.Errorf("%+v", x)
	}
	rs = append(receipts(10_000), chain.Receipt{TxHash: common.Hash{3}, GasUsed: 1})
	if x := e.outcome(swapOrder(), rs); x.Block.Number != 8 || x.Status != turn.StatusPending || x.GasUsed != 160_000 {
		t.Errorf("one is missing: %+v", x)
	}
}

// A lending order is verified only where the market's books say so too.
func TestALendingOrderIsVerifiedByTheMarketsBooks(t *testing.T) {
	ad, _, _ := whole(t)
	l, e := isolated(), &Executor{Adapters: ad}
	o := permit.Order{
		Action: loan(grammar.Supply, morphoblue.Name, usdc.Address, 10), Seen: reading(),
		Simulation: turn.Simulation{Deltas: []turn.Delta{{Token: usdc.Address, Out: true, Units: *uint256.NewInt(10)}}},
	}
	paid := transfer(usdc.Address, venue.Account, l.contract, 10)
	for name, c := range map[string]struct {
		booked int64
		want   bool
	}{"just that": {10, true}, "a unit less": {9, false}} {
		x := e.outcome(o, []chain.Receipt{{Found: true, Success: true, Logs: []protocol.Log{paid, l.event("Supply", c.booked, 100)}}})
		if x.Status != turn.StatusExecuted || x.Verified != c.want {
			t.Errorf("%s: %+v", name, x)
		}
	}
}

// Coin that was handed over or sent home is told, and only where it went.
func TestAnOutcomeTellsOfTheCoinThatWent(t *testing.T) {
	heirs := on(t, Venue{Account: venue.Account, Grant: &grant.Grant{}, Home: common.Address{9}})
	e := &Executor{Adapters: heirs}
	_, hand := handed(1_000_000, 100)
	sweep := permit.Order{
		Action:     grammar.Action{Kind: grammar.Sweep, Payload: common.Address{}.Bytes()},
		Simulation: turn.Simulation{CallGas: []uint64{21_000}}, Seen: hand.Seen,
	}
	token := sweep
	token.Action.Payload = usdc.Address.Bytes()
	token.Seen.Assets = []turn.Asset{{Token: usdc, Units: *uint256.NewInt(5)}}
	gone := token // it is there no more
	gone.Seen.Assets = nil
	paid := *uint256.NewInt(210_100)
	for name, c := range map[string]struct {
		order      permit.Order
		success    bool
		left, sent uint64
	}{
		"handed over":           {hand, true, 100, 0},
		"not handed over":       {hand, false, 0, 0},
		"coin sent home":        {sweep, true, 0, 790_000},
		"coin that stayed":      {sweep, false, 0, 0},
		"a token sent home":     {token, true, 0, 0},
		"nothing to send":       {gone, true, 0, 0},
		"a swap sends no coin":  {swapOrder(), true, 0, 0},
		"fees, of coin nothing": {permit.Order{Action: grammar.Action{Kind: grammar.ClaimFees, Payload: common.Address{}.Bytes()}, Simulation: sweep.Simulation, Seen: hand.Seen}, true, 0, 0},
	} {
		x := e.outcome(c.order, []chain.Receipt{{Found: true, Success: c.success, GasWei: paid}})
		if x.Left.Uint64() != c.left || x.Sent.Uint64() != c.sent {
			t.Errorf("%s: %s left, %s sent", name, x.Left.Dec(), x.Sent.Dec())
		}
	}
	poor := hand // it could not have paid for that
	poor.Seen.Native.SetUint64(1)
	if x := e.outcome(poor, []chain.Receipt{{Found: true, Success: true, GasWei: paid}}); !x.Left.IsZero() {
		t.Errorf("%s stayed of a wei", x.Left.Dec())
	}
	dear := paid
	dear.SetUint64(300_000) // more than was foreseen: nothing stays, and no more than there was
	if x := e.outcome(hand, []chain.Receipt{{Found: true, Success: true, GasWei: dear}}); !x.Left.IsZero() {
		t.Errorf("%s stayed of a key that paid too much", x.Left.Dec())
	}
}

// An offer so high that its product does not fit a word is more than any wallet has.
func TestACostBeyondCountingIsNotSent(t *testing.T) {
	e, o := &Executor{Adapters: adapters(t), Hand: &chain.Hand{}}, swapOrder()
	o.Seen.MaxFee = *new(uint256.Int).Lsh(uint256.NewInt(1), 255) // times 440,000 it is nothing, modulo 2^256
	o.Seen.Native = *new(uint256.Int).SetAllOne()
	x, err := e.Execute(t.Context(), nil, o)
	if err != nil || x.Status != turn.StatusBlocked || x.Refusal == nil || !strings.Contains(x.Refusal.Detail, "may cost more than the") {
		t.Errorf("%+v, %v", x, err)
	}
	if x.Refusal != nil && strings.Contains(x.Refusal.Detail, "charges for data") {
		t.Errorf("a chain that charges for gas alone: %s", x.Refusal.Detail)
	}
}

// Whoever stops the Golem before an order is signed hears of it: the order was not sent.
func TestAStoppedGolemSendsNothing(t *testing.T) {
	d := newDesk(t)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	x, err := d.Execute(ctx, d.token(), d.order)
	if !errors.Is(err, context.Canceled) || x.Status != turn.StatusBlocked {
		t.Errorf("%+v, %v", x, err)
	}
	x, err = d.Execute(ctx, nil, d.order) // refused for another reason
	if !errors.Is(err, context.Canceled) || x.Status != turn.StatusBlocked || x.Refusal == nil {
		t.Errorf("without a capability: %+v, %v", x, err)
	}
}
