package conformance

import (
	"math/big"
	"strings"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/permit"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol/uniswapv2"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/golem/world/protocol/uniswapv4"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/wire"

	"github.com/ethereum/go-ethereum/common"
)

// trader is a wallet with the whole write path, on the real Uniswap v2 and v4 beside
// the pool and the lending market.
type trader struct {
	*debtor
	x *evmtest.Exchanges
}

// newTrader fills both exchanges with so many WETH and their worth.
func newTrader(t *testing.T, depth int64) *trader {
	t.Helper()
	d := &debtor{lender: newLender(t), asked: map[string]turn.Action{}}
	key, err := signer.New(evmtest.ChainID, &[32]byte{31: 11})
	if err != nil {
		t.Fatal(err)
	}
	d.wallet = key.Address()
	d.Send(d.wallet, 5e18)
	d.must(d.USDC, bind.NewERC20().PackTransfer(d.wallet, big.NewInt(10_000e6)))
	d.must(d.WETH, bind.NewERC20().PackTransfer(d.wallet, ether(10).ToBig()))
	x := newExchanges(d.Market, depth)
	v := exchangedOn(x)
	v.Aave = d.aave.Lending
	if d.eyes, err = chain.Open(t.Context(), d.client, configOf(d.wallet, d.USDC, v)); err != nil {
		t.Fatal(err)
	}
	if d.adapters, err = tool.NewAdapters(tool.Venue{Account: d.wallet, Deployments: d.eyes.Deployments()}); err != nil {
		t.Fatal(err)
	}
	d.simulator = &tool.Simulator{Adapters: d.adapters, Chain: d.eyes, Client: d.client, Fork: d.fork, ChainID: evmtest.ChainID}
	d.inside(key)
	policy := d.cage.Policy()
	policy.Protocols = append(policy.Protocols, uniswapv2.Name, uniswapv4.Name)
	d.cage.Tighten(policy)
	return &trader{d, x}
}

// asks previews a swap in a market: of dollars where buy, else of WETH.
func (d *trader) asks(market string, buy bool, amount *big.Int) turn.Preview {
	d.t.Helper()
	in, out := "weth", "usdc"
	if buy {
		in, out = out, in
	}
	p := turn.Proposal{Body: swapBody(market, in, out, amount), Origin: turn.OriginModel, Cause: "test"}
	preview, err := d.Preview(d.t.Context(), p)
	if err != nil {
		d.t.Fatal(err)
	}
	return preview
}

// booked is an account's balance in the books.
func (d *trader) booked(account string, token common.Address) *big.Int {
	for _, line := range d.books.Balances() {
		if line.Account == account && line.Asset == token.Hex() {
			return new(big.Int).Set(line.Balance)
		}
	}
	return new(big.Int)
}

// swaps carries a swap out, and holds what was mined to the preview, the books to the
// chain, and the fee to 0.3 % of what was paid.
func (d *trader) swaps(market string, buy bool, amount *big.Int) turn.Preview {
	d.t.Helper()
	in := map[bool]common.Address{true: d.USDC, false: d.WETH}[buy]
	fees := d.booked(ledger.Fees, in)
	preview := d.asks(market, buy, amount)
	if preview.Refusal != nil {
		d.t.Fatalf("%s: %+v", market, preview.Refusal)
	}
	x, err := d.Commit(d.t.Context(), preview.PermitID)
	if err != nil || x.Status != turn.StatusExecuted || !x.Verified || !sameDeltas(x.Deltas, preview.Simulation.Deltas) {
		d.t.Fatalf("%s: %+v, %v; the preview says %+v", market, x, err, preview.Simulation.Deltas)
	}
	d.balanced(d.look())
	checkNothingAllowed(d.market, d.x, d.wallet)
	want := new(big.Int).Quo(new(big.Int).Mul(amount, big.NewInt(3)), big.NewInt(1000))
	if got := new(big.Int).Sub(d.booked(ledger.Fees, in), fees); market != onV3 && got.Cmp(want) != 0 {
		d.t.Errorf("%s: a fee of %s is booked, want %s", market, got, want)
	}
	return preview
}

// spec: heartbeat §14.2, safety §4, chain §20, DESIGN §3 "A unit of money"
func TestASwapOnEveryExchangeGoesTheWholeWritePath(t *testing.T) {
	d := newTrader(t, 500)
	for _, market := range []string{onV2, onV4, onV3} {
		bought := d.swaps(market, true, big.NewInt(1_500e6))
		sold := d.swaps(market, false, big.NewInt(6e17))
		// The fee of 0.3 % is the market's own. What counts against the reference is the way
		// through the pool: 1,500 dollars move one of 925,000 by a third of a percent, and selling
		// gains from that what buying lost.
		first, back := bought.Simulation.ImpactBPS, sold.Simulation.ImpactBPS
		if market != onV3 && (first < 15 || first > 20 || back != 0) {
			t.Errorf("%s: impact %s, and back %s", market, first, back)
		}
		t.Logf("%s: impact %s and %s, gas %d and %d in %d calls", market, bought.Simulation.ImpactBPS, sold.Simulation.ImpactBPS,
			bought.Simulation.GasUsed, sold.Simulation.GasUsed, len(bought.Simulation.CallGas))
	}
}

// spec: safety §7, safety §17
func TestTheCageRefusesAThinExchangeAndOneThatIsNotApproved(t *testing.T) {
	refused := func(d *trader, what, market string, buy bool, amount *big.Int, want wire.Code) {
		t.Helper()
		d.look()
		p := d.asks(market, buy, amount)
		if p.Refusal == nil || p.Refusal.Layer != cage.Layer || p.Refusal.Code != want {
			t.Errorf("%s on %s: %+v, want %s", what, market, p.Refusal, want)
		}
	}
	thin := newTrader(t, 10)
	for _, market := range []string{onV2, onV4} {
		// 1,000 dollars in a pool of 18,500 pay 5 % too much, and a sale gets too little.
		refused(thin, "a thin pool", market, true, big.NewInt(1_000e6), cage.CodeImpact)
		refused(thin, "a thin pool", market, false, big.NewInt(6e17), cage.CodeImpact)
		thin.swaps(market, true, big.NewInt(50e6)) // what it can bear passes
	}
	skewed := newTrader(t, 500)
	skewed.push(onV2, big.NewInt(40_000e6))
	skewed.push(onV4, big.NewInt(40_000e6))
	for _, market := range []string{onV2, onV4} {
		// A dollar tells it: where two deep markets differ from the deepest, no price is to be trusted.
		refused(skewed, "a manipulated price", market, true, big.NewInt(1_000_000), cage.CodeUnpriced)
		if p := skewed.asks(market, false, big.NewInt(1e17)); p.Refusal != nil || p.Simulation.ImpactBPS != 0 {
			t.Errorf("a price that is too good is no impact: %+v", p)
		}
	}
	policy := skewed.cage.Policy()
	policy.Protocols = []string{uniswapv3.Name, uniswapv4.Name}
	skewed.cage.Tighten(policy)
	refused(skewed, "not approved", onV2, false, big.NewInt(1e17), cage.CodeProtocol)
	body := strings.Replace(string(swapBody(onV4, "weth", "usdc", big.NewInt(1e17))), `"constraints":{}`, `"constraints":{"approved_protocols":["uniswap-v3"]}`, 1)
	p, err := skewed.Preview(t.Context(), turn.Proposal{Body: []byte(body), Origin: turn.OriginModel, Cause: "test"})
	if err != nil || p.Refusal == nil || p.Refusal.Code != cage.CodeProtocol {
		t.Errorf("its own constraint: %+v, %v", p.Refusal, err)
	}
}

// push has a stranger buy WETH on an exchange, in blocks of its own.
func (d *trader) push(market string, dollars *big.Int) {
	d.t.Helper()
	stranger, err := tool.NewAdapters(tool.Venue{Account: d.Account, Deployments: d.eyes.Deployments()})
	if err != nil {
		d.t.Fatal(err)
	}
	seen := d.read()
	calls, err := stranger.Calls(d.buys(market, dollars), seen, nil)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, c := range calls {
		d.must(c.To, c.Data)
	}
}

// Somebody who buys first, between the last simulation and the block, takes nothing but
// the gas: the order asks for its least and reverts. One who buys before the commit is
// found out by the simulation that comes before the signature.
// spec: safety §17, mirage-testing §8.7
func TestASandwichedSwapCostsItsGasOnly(t *testing.T) {
	for _, market := range []string{onV2, onV4} {
		t.Run(market, func(t *testing.T) {
			d := newTrader(t, 500)
			before := d.look()
			preview := d.asks(market, true, big.NewInt(1_000e6))
			if preview.Refusal != nil {
				t.Fatal(preview.Refusal)
			}
			d.between = func() { d.push(market, big.NewInt(5_000e6)) }
			x, err := d.Commit(t.Context(), preview.PermitID)
			if err != nil || x.Status != turn.StatusFailed || x.GasWei.IsZero() || len(x.Deltas) != 0 {
				t.Fatalf("bought behind the simulation: %+v, %v", x, err)
			}
			r := d.look()
			d.balanced(r)
			checkNothingAllowed(d.market, d.x, d.wallet)
			for i := range r.Assets {
				if r.Assets[i].Units != before.Assets[i].Units {
					t.Errorf("%s went from %s to %s", r.Assets[i].Token.Symbol, before.Assets[i].Units.Dec(), r.Assets[i].Units.Dec())
				}
			}
			if d.booked(ledger.Fees, d.USDC).Sign() != 0 || d.booking.Gas.Paid() == 0 {
				t.Errorf("fees of %s and gas of %s are booked", d.booked(ledger.Fees, d.USDC), d.booking.Gas.Paid())
			}
			preview = d.asks(market, true, big.NewInt(1_000e6))
			if preview.Refusal != nil {
				t.Fatal(preview.Refusal)
			}
			d.push(market, big.NewInt(20_000e6))
			nonce := d.nonce()
			x, err = d.Commit(t.Context(), preview.PermitID)
			if err != nil || x.Status != turn.StatusBlocked || x.Refusal == nil || d.nonce() != nonce {
				t.Fatalf("bought before the commit: %+v, %v", x, err)
			}
			if x.Refusal.Layer != permit.LayerPermit && x.Refusal.Layer != cage.Layer {
				t.Errorf("refused by %+v", x.Refusal)
			}
		})
	}
}

// nonce counts what the wallet has sent.
func (d *trader) nonce() uint64 {
	d.t.Helper()
	n, err := d.client.PendingNonce(d.t.Context(), d.wallet)
	if err != nil {
		d.t.Fatal(err)
	}
	return n
}
