package conformance

import (
	"context"
	"math/big"
	"testing"
	"time"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/booking"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/probe"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/permit"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/morphoblue"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"

	"github.com/ethereum/go-ethereum/common"
)

// debtor is a wallet with the whole write path on the real contracts: desk, cage,
// books, hand and signer are those of a Golem.
type debtor struct {
	*lender
	wallet  common.Address
	state   *turn.State
	write   turn.Writers
	desk    *permit.Desk
	cage    *cage.Cage
	books   *ledger.Ledger
	booking *booking.Desk
	clock   *tape.Clock
	probes  *probe.Set
	acts    []turn.Action
	asked   map[string]turn.Action
	between func() // happens once, after the last look at the chain and before the signature
}

func newDebtor(t *testing.T) *debtor {
	t.Helper()
	return newDebtorOn(t, newLender(t))
}

func newDebtorOn(t *testing.T, l *lender) *debtor {
	t.Helper()
	d := &debtor{lender: l, asked: map[string]turn.Action{}}
	secret := [32]byte{31: 9}
	key, err := signer.New(evmtest.ChainID, &secret)
	if err != nil {
		t.Fatal(err)
	}
	d.wallet = key.Address()
	d.Send(d.wallet, 5e18)
	d.must(d.USDC, bind.NewERC20().PackTransfer(d.wallet, big.NewInt(10_000e6)))
	d.must(d.WETH, bind.NewERC20().PackTransfer(d.wallet, ether(10).ToBig()))
	d.openFor(d.wallet)
	d.inside(key)
	return d
}

// inside builds what a Golem has of its own.
func (d *debtor) inside(key *signer.Signer) {
	d.t.Helper()
	j, err := journal.Open(d.t.TempDir(), journal.Options{Policy: journal.History})
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { _ = j.Close() })
	d.clock = tape.NewClock(j, mining{clock.NewSimulated(time.UnixMilli(1_000_000)), d}, false)
	d.clock.Now()
	d.state, d.write = turn.NewState(turn.Identity{Wallet: d.wallet, ChainID: evmtest.ChainID, Epoch: 1})
	d.look()
	d.books = ledger.New()
	birth := booking.Birth{Start: 0, Until: 1 << 50, Paid: money.One, Credit: 500 * money.One}
	seen := d.reading()
	for _, b := range seen.Assets {
		birth.Tokens = append(birth.Tokens, ledger.Amount{Asset: b.Token.Address.Hex(), Units: b.Units})
	}
	birth.Tokens = append(birth.Tokens, ledger.Amount{Asset: ledger.Native, Units: seen.Native})
	if d.booking, err = booking.Open(d.books, d.clock.Last, birth); err != nil {
		d.t.Fatal(err)
	}
	d.cage = cage.New(cage.Policy{
		Tokens: []common.Address{d.USDC, d.WETH}, Markets: listed(seen), Protocols: []string{aavev3.Name, morphoblue.Name, uniswapv3.Name},
		MaxPosition: money.Whole, MaxConcentration: money.Whole, MaxSlippage: 100, MaxImpact: 300, MaxDrawdown: 5_000, Loss: cage.LossLimits{Day: 10_000, Session: 10_000, Move: 10_000, Exit: 10_000},
		PerTransaction: 100_000 * money.One, PerSession: 1_000_000 * money.One, PerDay: 1_000_000 * money.One,
		MaxAssets: 2, MaxPositions: 3, PerHour: 50, MinCollateral: 12_500,
	})
	hand := &chain.Hand{Client: d.client, Signer: key, Journal: j, Clock: d.clock, ChainID: evmtest.ChainID, Poll: 1_000, Patience: 3_000}
	d.desk = permit.NewDesk(permit.Config{}, permit.Parts{
		Book: permit.NewBook(), Cage: d.cage, Simulator: d.simulator, Executor: &tool.Executor{Adapters: d.adapters, Hand: hand},
		Purse: purse{d.booking.Gas, d}, Hooks: noHooks{}, Life: d, Events: d,
	})
	if d.probes, err = probe.New(probe.Defaults()); err != nil {
		d.t.Fatal(err)
	}
}

// listed are the markets that are read, all approved.
func listed(r turn.Reading) (all []cage.Listing) {
	for _, m := range r.Markets {
		all = append(all, cage.Listed(m))
	}
	return all
}

// purse lets something happen when the gas of an order is set aside.
type purse struct {
	*booking.Gas
	d *debtor
}

func (p purse) ReserveGas(id string, most money.USDC, exempt bool) error {
	if between := p.d.between; between != nil {
		p.d.between = nil
		between()
	}
	return p.Gas.ReserveGas(id, most, exempt)
}

type noHooks struct{}

func (noHooks) ToolCall(context.Context, *turn.ToolCall) *turn.Refusal { return nil }
func (noHooks) ToolStart(context.Context, turn.ToolProgress)           {}
func (noHooks) ToolEnd(context.Context, turn.ToolProgress)             {}

func (d *debtor) Now() int64                { return d.clock.Now() }
func (d *debtor) State() *turn.State        { return d.state }
func (d *debtor) Epoch() uint64             { return 1 }
func (d *debtor) Halted() string            { return "" }
func (d *debtor) Emit(uint64, wire.Payload) {}

func (d *debtor) reading() turn.Reading { return d.state.Positions().Reading }

// look observes as a tick does.
func (d *debtor) look() turn.Reading {
	d.t.Helper()
	r := d.read()
	d.Settled(r)
	return r
}

// Settled implements thanatopsis.Portfolio.
func (d *debtor) Settled(r turn.Reading) {
	d.write.Positions.Edit(func(p *turn.Positions) { p.Take(r) })
}

// Dying and GasPaid implement thanatopsis.Purse.
func (d *debtor) Dying() (money.USDC, error) { return d.booking.Gas.Dying(0) }
func (d *debtor) GasPaid() money.USDC        { return d.booking.Gas.Paid() }

func (d *debtor) wait(ctx context.Context, ms int64) error {
	_, err := d.clock.WaitUntil(ctx, d.clock.Now()+ms)
	return err
}

// mining is the life's time, in which a block is made whenever somebody waits.
type mining struct {
	*clock.Simulated
	d *debtor
}

func (m mining) WaitUntil(ctx context.Context, at time.Time) error {
	m.d.Mine()
	return m.Simulated.WaitUntil(ctx, at)
}

// Preview, Commit and Reconcile are the desk's, with every outcome booked.
func (d *debtor) Preview(ctx context.Context, p turn.Proposal) (turn.Preview, error) {
	preview, err := d.desk.Preview(ctx, p)
	if preview.PermitID != "" {
		d.asked[preview.PermitID] = turn.Action{Proposal: p, Preview: preview}
	}
	return preview, err
}

func (d *debtor) Commit(ctx context.Context, id string) (turn.Execution, error) {
	x, err := d.desk.Commit(ctx, id)
	act := d.asked[id]
	act.Execution, act.Status = &x, x.Status
	d.acts = append(d.acts, act)
	if err == nil {
		err = d.booking.Tokens.Executed(act, d.reading())
	}
	return x, err
}

func (d *debtor) CancelAll(reason string) { d.desk.CancelAll(reason) }
func (d *debtor) Reconcile(context.Context) ([]turn.Execution, bool, error) {
	return nil, d.desk.Orders.Waiting(), nil
}

// propose previews a lending action.
func (d *debtor) propose(kind grammar.Kind, token common.Address, amount string) turn.Preview {
	d.t.Helper()
	preview, err := d.Preview(d.t.Context(), turn.Proposal{Body: d.body(kind, token, amount), Origin: turn.OriginModel, Cause: "test"})
	if err != nil {
		d.t.Fatal(err)
	}
	return preview
}

// does carries a lending action out and holds the books to the chain.
func (d *debtor) does(kind grammar.Kind, token common.Address, amount string) turn.Reading {
	d.t.Helper()
	preview := d.propose(kind, token, amount)
	if preview.Refusal != nil {
		d.t.Fatalf("%s: %+v", kind, preview.Refusal)
	}
	x, err := d.Commit(d.t.Context(), preview.PermitID)
	if err != nil || x.Status != turn.StatusExecuted || !x.Verified {
		d.t.Fatalf("%s: %+v, %v", kind, x, err)
	}
	r := d.look()
	d.balanced(r)
	return r
}

// balanced: what the books say the wallet has is what it has, what they say is lent
// and owed is what the market says but for the interest since, and all is zero in sum.
func (d *debtor) balanced(r turn.Reading) {
	d.t.Helper()
	booked := func(account, asset string) *big.Int {
		for _, line := range d.books.Balances() {
			if line.Account == account && line.Asset == asset {
				return line.Balance
			}
		}
		return new(big.Int)
	}
	if native := d.books.Wallet.Holdings(ledger.Native); native.Cmp(r.Native.ToBig()) != 0 {
		d.t.Errorf("the books hold %s wei, the wallet %s", native, r.Native.Dec())
	}
	for i, b := range r.Assets {
		asset := b.Token.Address.Hex()
		if have := d.books.Wallet.Holdings(asset); have.Cmp(b.Units.ToBig()) != 0 {
			d.t.Errorf("the books hold %s %s, the wallet %s", have, b.Token.Symbol, b.Units.Dec())
		}
		if d.books.Sum(asset).Sign() != 0 {
			d.t.Errorf("%s sums to %s", b.Token.Symbol, d.books.Sum(asset))
		}
		var reserve turn.Reserve // what all markets say of the asset
		for _, l := range r.Lending {
			reserve.Supplied.Add(&reserve.Supplied, &l.Reserves[i].Supplied)
			reserve.Owed.Add(&reserve.Owed, &l.Reserves[i].Owed)
		}
		for what, pair := range map[string][2]*big.Int{
			"lent": {booked(ledger.Lent, asset), reserve.Supplied.ToBig()}, "owed": {new(big.Int).Neg(booked(ledger.Debt, asset)), reserve.Owed.ToBig()},
		} {
			gap := new(big.Int).Sub(pair[1], pair[0])
			most := new(big.Int).Add(new(big.Int).Quo(pair[1], big.NewInt(1e5)), big.NewInt(2))
			if gap.CmpAbs(most) > 0 {
				d.t.Errorf("the books have %s %s %s, the market %s", pair[0], b.Token.Symbol, what, pair[1])
			}
		}
	}
}

func (d *debtor) health(r turn.Reading) (found turn.ProbeResult) {
	for _, f := range d.probes.Run(nil, probe.Input{Now: d.clock.Last(), Reading: &r}) {
		if f.Probe == probe.PositionHealth {
			found = f
		}
	}
	return found
}
