package chain

import (
	"context"
	"errors"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rollup"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
)

// fed is what the price feed of WETH says.
func fed(t *testing.T, c *Chain) *turn.Feed {
	t.Helper()
	r := observed(t, c)
	a, ok := r.Asset(weth)
	if !ok || a.Feed == nil {
		t.Fatalf("no feed is read: %+v", r.Assets)
	}
	return a.Feed
}

// An answer of a feed is a price only above 0, of at most 96 bits and 36 decimals, and from
// before the block that is read: anything else is silence, with a reason, and opens nothing.
//
// spec: safety §16.8, chain §20 (answer > 0)
func TestAFeedIsBelievedWithinItsBoundsOnly(t *testing.T) {
	most := new(big.Int).Lsh(big.NewInt(1), 96)
	for name, f := range map[string]struct {
		decimals int
		answer   *big.Int
		posted   any
		want     turn.Feed
	}{
		"one":                   {8, big.NewInt(1), now, turn.Feed{Price: 1e-8, Updated: now, Answer: n256(1), Decimals: 8}},
		"nothing":               {8, new(big.Int), now, turn.Feed{Unread: "its answer is not above 0"}},
		"less than nothing":     {8, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1)), now, turn.Feed{Unread: "its answer is not above 0"}},
		"as much as books hold": {36, new(big.Int).Sub(most, big.NewInt(1)), now, turn.Feed{Price: 79228162514.26433e-18, Updated: now, Answer: *new(uint256.Int).SubUint64(uint256.MustFromBig(most), 1), Decimals: 36}},
		"more":                  {36, most, now, turn.Feed{Unread: "its answer is no price"}},
		"36 decimals":           {36, new(big.Int).Exp(big.NewInt(10), big.NewInt(28), nil), now, turn.Feed{Price: 1e-8, Updated: now, Answer: u256(new(big.Int).Exp(big.NewInt(10), big.NewInt(28), nil)), Decimals: 36}},
		"37 decimals":           {37, big.NewInt(1), now, turn.Feed{Unread: "its decimals are none"}},
		"no whole decimals":     {0, big.NewInt(7), now, turn.Feed{Price: 7, Updated: now, Answer: n256(7)}},
		"posted in this block":  {8, big.NewInt(2e8), now, turn.Feed{Price: 2, Updated: now, Answer: n256(2e8), Decimals: 8}},
		"posted in the next":    {8, big.NewInt(2e8), now + 1, turn.Feed{Unread: "its answer was not posted before this block"}},
		"posted at the start":   {8, big.NewInt(2e8), 1, turn.Feed{Price: 2, Updated: 1, Answer: n256(2e8), Decimals: 8}},
		"never posted":          {8, big.NewInt(2e8), 0, turn.Feed{Unread: "its answer was not posted before this block"}},
		"posted at no time":     {8, big.NewInt(2e8), new(big.Int).Lsh(big.NewInt(1), 64), turn.Feed{Unread: "its answer was not posted before this block"}},
	} {
		p := newStall(t)
		c := p.opens(everything())
		p.says("decimals", feed, bind.NewPriceFeed().PackDecimals(), f.decimals)
		p.says("answer", feed, bind.NewPriceFeed().PackLatestRoundData(), 1, f.answer, 0, f.posted, 1)
		got := *fed(t, c)
		if f.want.Unread == "" {
			f.want.Holds = 1_200
		}
		if price := got.Price; price < f.want.Price*0.999999 || price > f.want.Price*1.000001 {
			t.Errorf("%s: a price of %g, want %g", name, price, f.want.Price)
		}
		if got.Price = f.want.Price; got != f.want {
			t.Errorf("%s: %+v, want %+v", name, got, f.want)
		}
	}
	for label, want := range map[string]string{"decimals of the feed": "it does not say its decimals", "answer of the feed": "it has no answer"} {
		p := newStall(t)
		c := p.opens(everything())
		p.of(label).reverts = true
		if got := *fed(t, c); got != (turn.Feed{Unread: want}) {
			t.Errorf("%s: %+v", label, got)
		}
		p.of(label).reverts, p.of(label).answer = false, []byte{1}
		if got := *fed(t, c); got.Unread == "" || got.Unread == want {
			t.Errorf("%s cut: %+v", label, got)
		}
	}
}

// While a rollup's sequencer is down, and for an hour after, no feed is believed, and none where nothing
// tells that it is up; all else is read as before.
//
// spec: chain §20
func TestNoFeedIsBelievedWhileTheSequencerIsDown(t *testing.T) {
	p := newStall(t)
	c := p.opens(everything())
	want := observed(t, c)
	const none = "the uptime feed of the rollup's sequencer does not say since when it is up"
	for name, s := range map[string]struct {
		answer, since any
		unread        string
	}{
		"up for an hour":      {0, now - 3_600, ""},
		"a second less":       {0, now - 3_599, "the rollup's sequencer has not been up for an hour"},
		"up in this block":    {0, now, "the rollup's sequencer has not been up for an hour"},
		"down":                {1, now - 7_200, "the rollup's sequencer is down"},
		"down in this block":  {1, now, "the rollup's sequencer is down"},
		"nothing it can say":  {-1, now - 7_200, "the rollup's sequencer is down"},
		"up since never":      {0, 0, none},
		"up since tomorrow":   {0, now + 1, none},
		"up since no time":    {0, new(big.Int).Lsh(big.NewInt(1), 64), none},
		"up since the second": {0, 1, ""},
	} {
		p.says("uptime of the feed", sequencer, bind.NewPriceFeed().PackLatestRoundData(), 1, s.answer, s.since, 0, 1)
		r := observed(t, c)
		if f := r.Assets[1].Feed; f == nil || f.Unread != s.unread || (f.Price > 0) != (s.unread == "") {
			t.Errorf("%s: %+v, want %q", name, f, s.unread)
		}
		r.Assets[1].Feed, r.Before = want.Assets[1].Feed, want.Before
		if !reflect.DeepEqual(r, want) {
			t.Errorf("%s: read %+v, want %+v", name, r, want)
		}
	}
	p.of("uptime of the feed").reverts = true
	if got := *fed(t, c); got != (turn.Feed{Unread: "the uptime feed of the rollup's sequencer has no answer"}) {
		t.Errorf("without an answer: %+v", got)
	}
	blind := everything()
	blind.Sequencer = common.Address{}
	if c := p.opens(blind); c.Watched() || fed(t, c).Price != 2_480 {
		t.Errorf("where none is named: %+v", fed(t, c))
	}
	p.code[sequencer] = false
	if _, err := Open(t.Context(), p.client(), everything()); !errors.Is(err, protocol.ErrNoCode) || !strings.Contains(err.Error(), "uptime feed of the sequencer "+sequencer.Hex()) {
		t.Errorf("without code: %v", err)
	}
}

// What a rollup takes beside the gas is asked for the bytes that will be signed, with all
// gas that they may use, and for a swap as rules think of it.
//
// spec: chain §7 point 8
func TestWhatDataCostsIsAskedForTheVeryBytes(t *testing.T) {
	p := full(t)
	c := p.opens(plainConfig())
	r := observed(t, c)
	if !c.Rollup() || r.SwapFee != n256(1_000+30_000+1_000+7) {
		t.Errorf("rollup %v, a swap costs %s", c.Rollup(), r.SwapFee.Dec())
	}
	order := calls()
	order[1].Value = uint256.NewInt(5)
	oracle := bind.NewGasPriceOracle()
	for i, call := range order {
		to := call.To
		tx := &types.DynamicFeeTx{
			ChainID: big.NewInt(chainID), Nonce: 65_536, GasTipCap: big.NewInt(2e9), GasFeeCap: big.NewInt(4e9), Gas: call.Gas, To: &to, Data: call.Data, Value: new(big.Int),
		}
		if i == 1 {
			tx.Value = big.NewInt(5)
		}
		raw, err := types.NewTx(tx).MarshalBinary()
		check(t, err)
		p.says("data", rollup.Oracle, oracle.PackGetL1Fee(raw), 100*(i+1))
		p.says("operator", rollup.Oracle, oracle.PackGetOperatorFee(new(big.Int).SetUint64(call.Gas)), i+1)
	}
	fee, err := c.DataFee(t.Context(), r, order)
	if err != nil || fee != n256(100+200+1+2) {
		t.Errorf("%s wei, %v", fee.Dec(), err)
	}
	order[0].Data = []byte{9} // of which nobody says what it costs
	if fee, err := c.DataFee(t.Context(), r, order); !errors.Is(err, rollup.ErrOracle) || !fee.IsZero() {
		t.Errorf("%s wei, %v", fee.Dec(), err)
	}
	p.fails = "eth_call"
	if _, err := c.DataFee(t.Context(), r, order); !errors.Is(err, rpc.ErrNode) {
		t.Error(err)
	}
	p = newStall(t)
	if fee, err := p.opens(plainConfig()).DataFee(t.Context(), r, order); err != nil || !fee.IsZero() {
		t.Errorf("on a chain that charges for gas alone: %s wei, %v", fee.Dec(), err)
	}
}

// A chain without a base fee can be read; what it would ask cannot be known.
func TestAChainWithoutABaseFeeIsReadAndOffersNothing(t *testing.T) {
	p := newStall(t)
	p.baseFee = ""
	r := observed(t, p.opens(plainConfig()))
	if !r.GasPrice.IsZero() || !r.MaxFee.IsZero() || !r.Tip.IsZero() || r.Native.IsZero() {
		t.Errorf("%+v", r)
	}
	p.baseFee = "0x" + new(uint256.Int).SetAllOne().Hex()[2:]
	c := p.opens(plainConfig())
	if _, err := c.Observe(t.Context()); err == nil {
		t.Error("a base fee that cannot be doubled is offered")
	}
	if _, err := c.Glance(t.Context()); err == nil {
		t.Error("a base fee that cannot be doubled is seen")
	}
}

func TestAPoolWhoseBaseIsWorthNothingIsNotRead(t *testing.T) {
	p := newStall(t)
	c := p.opens(plainConfig())
	p.of("slot0").answer[0], p.of("slot0").answer[31] = 0, 0
	copy(p.of("slot0").answer[:32], make([]byte, 32))
	if r, err := c.Observe(t.Context()); err == nil || r.Block != (turn.Block{}) {
		t.Errorf("%+v, %v", r, err)
	}
}

// A market without a price has none, and not one without end.
func TestAMarketWithoutAPriceHasNone(t *testing.T) {
	p := newStall(t)
	p.of("reserves of v2").answer = make([]byte, 3*32)
	c := p.opens(everything())
	r := observed(t, c)
	if m, ok := r.Market("weth-usdc-30-v2"); !ok || m.Price != 0 || !m.Rate.IsZero() || !m.Depth.IsZero() {
		t.Errorf("an empty pair: %+v", m)
	}
	copy(p.of("slot0").answer[:32], make([]byte, 32))
	if g, err := c.Glance(t.Context()); err != nil || g.Price != 0 {
		t.Errorf("an empty pool: %g, %v", g.Price, err)
	}
}

// The head, and what endpoints say of a block, are as the client has them.
func TestTheHeadIsTheNewestBlock(t *testing.T) {
	p := newStall(t)
	c := p.opens(plainConfig())
	want := turn.Block{Number: 100, Hash: p.hash(100), Time: now}
	if b, err := c.Head(t.Context()); err != nil || b != want {
		t.Errorf("%+v, %v", b, err)
	}
	a, err := c.Agree(t.Context(), want)
	if err != nil || a.Differ || a.Endpoints > 1 {
		t.Errorf("%+v, %v", a, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Head(ended); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// What a hand writes down is what a replay has to find, and no more.
func TestAHandWritesThreeKindsOfEntries(t *testing.T) {
	if got := HandKinds(); !slices.Equal(got, []journal.Kind{journal.KindNote, journal.KindSend, journal.KindReceipt}) {
		t.Error(got)
	}
}

// Who is on a list twice is told once, and everybody who is reached is asked about.
func TestBothListsAreAskedAboutEverybody(t *testing.T) {
	p := newStall(t)
	c := p.opens(everything())
	second := common.Address{19: 0x31}
	c.fence.list = second
	codec := bind.NewSanctionsList()
	for _, who := range c.screen.reached() {
		listed := 0
		if who == weth || who == golem {
			listed = 1
		}
		p.says("second about "+who.Hex(), second, codec.PackIsSanctioned(who), listed)
	}
	if s := observed(t, c).Screen; s.Unread != "" || !slices.Equal(s.Listed, []common.Address{weth, routerV4, golem}) {
		t.Errorf("%+v", s)
	}
	if got := c.screen.lists(); !slices.Equal(got, []common.Address{list, second}) {
		t.Errorf("asked %v", got)
	}
	first := p.of("second about " + golem.Hex())
	for _, answer := range [][]byte{append(word(t, 1), 0), append(word(t, 0), word(t, 0)...), word(t, 2)} {
		if first.answer = answer; observed(t, c).Screen.Unread == "" {
			t.Errorf("a list that answers %x is believed", answer)
		}
	}
	c.fence.list = list
	if got := c.screen.lists(); !slices.Equal(got, []common.Address{list}) {
		t.Errorf("one list is asked %d times", len(got))
	}
	want := []common.Address{golem, usdc, weth, pool, router, positions, routerV2, routerV4, aavePool, blue}
	if got := c.screen.reached(); !slices.Equal(got, want) {
		t.Errorf("reached are %v, want %v", got, want)
	}
}
