package thanatopsis

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

var (
	usdc = turn.Token{Address: common.HexToAddress("0xaa"), Symbol: "USDC", Decimals: 6}
	weth = turn.Token{Address: common.HexToAddress("0xbb"), Symbol: "WETH", Decimals: 18}
)

// world plays every port: a wallet with positions and base tokens, a write path
// that does what it is asked, and an estate. answer changes what becomes of a
// proposal; log holds what happened in order.
type world struct {
	reading   turn.Reading
	now       int64 // waiting moves it
	terms     Terms
	abandoned bool
	until     int64 // of the paid time; 0: there is none
	// A sale of a part moves the price by moves, and each second mends it by mends.
	moves, mends float64
	answer       func(body string) (turn.Preview, turn.Execution, error)
	blind        func() error
	// After so many executed steps so many reads fail.
	blindAfter, blinking, steps, blinks int
	waited                              []int64
	refuse                              map[string]error // documents that cannot be written

	pending    []turn.Execution
	knownAfter int // looks until it is executed
	looks      int

	log       []string
	papers    map[string]json.RawMessage
	proposals []string
	settled   []turn.Reading
	events    []wire.Payload
	keyless   bool
	after     []string // signatures asked for without a key

	life   Life
	sign   func(sum [32]byte) (string, error)
	secret func() ([32]byte, error)
}

func newWorld() *world {
	w := &world{papers: map[string]json.RawMessage{}, now: 99_000}
	w.reading = turntest.Pool{Token0: usdc, Token1: weth, QuoteIsZero: true, Price: 2000}.Seen(uint256.NewInt(5000e6), uint256.NewInt(5e17))
	w.reading.GasPrice, w.reading.NativePrice = *uint256.NewInt(1e9), 2000*money.One
	w.reading.Positions = []turn.Position{{ID: "1", Value: 10}, {ID: "2", Value: 300}, {ID: "3", Value: 70}}
	w.life = Life{
		GolemID: "golem-1", Name: "Ada", Wallet: "0x01", Owner: "0x02", Recovery: "the key follows from the seed", BornAt: 1000, Ticks: 42,
		Start: 8000, Strategy: "text", Hash: "s", GasPaid: 3 * money.One, Trades: 4,
	}
	return w
}

func (w *world) protocol() *Protocol {
	return New(w.terms, w.ports(), func() Life { return w.life })
}

func (w *world) ports() Ports {
	var until func() int64
	if w.until != 0 {
		until = func() int64 { return w.until }
	}
	return Ports{
		Until: until, Market: w, Hands: w, Estate: w, Purse: w, Portfolio: w, Events: w, Now: func() int64 { return w.now }, Wait: w.Wait,
		Abandoned: func() bool { return w.abandoned }, Sign: w.sign, Reveal: w.secret,
	}
}

func (w *world) Observe(ctx context.Context) (turn.Reading, error) {
	if err := ctx.Err(); err != nil {
		return turn.Reading{}, err
	}
	if w.blinks > 0 {
		w.blinks--
		return turn.Reading{}, errors.New("no answer")
	}
	if w.blind != nil {
		if err := w.blind(); err != nil {
			return turn.Reading{}, err
		}
	}
	w.log = append(w.log, "look")
	r := w.reading
	r.Positions, r.Assets, r.Markets = slices.Clone(r.Positions), slices.Clone(r.Assets), slices.Clone(r.Markets)
	return r, nil
}

func (w *world) Preview(_ context.Context, p turn.Proposal) (turn.Preview, error) {
	body := string(p.Body)
	w.proposals = append(w.proposals, body)
	w.log = append(w.log, "propose "+brief(body))
	if w.answer != nil {
		if preview, _, err := w.answer(body); err != nil || preview.Refusal != nil {
			return preview, err
		}
	}
	return turn.Preview{PermitID: fmt.Sprint(len(w.proposals) - 1)}, nil
}

func (w *world) Commit(_ context.Context, id string) (turn.Execution, error) {
	body := w.proposals[len(w.proposals)-1]
	if w.keyless {
		w.after = append(w.after, body)
	}
	x := turn.Execution{PermitID: id, Status: turn.StatusExecuted}
	if w.answer != nil {
		_, x, _ = w.answer(body)
		if x.Status == "" {
			x.Status = turn.StatusExecuted
		}
	}
	w.log = append(w.log, string(x.Status))
	if x.Status == turn.StatusExecuted {
		w.carryOut(body)
	}
	if x.Status == turn.StatusPending && w.knownAfter > 0 {
		x.PermitID = id
		w.pending = append(w.pending, x)
	}
	if x.Status == "broken" {
		return turn.Execution{}, errors.New("the executor broke")
	}
	return x, nil
}

// carryOut moves what an executed proposal moves.
func (w *world) carryOut(body string) {
	if strings.Contains(body, `"aave-v3"`) {
		w.lend(body)
		w.worn()
		return
	}
	if strings.Contains(body, `"swap"`) {
		a, err := grammar.Parse([]byte(body), &w.reading)
		if err != nil {
			panic(err)
		}
		cash, rest := &w.reading.Assets[0], w.held(a.TokenIn)
		sold := *rest
		if a.AmountIn.Lt(&sold.Units) { // a part of it
			part := sold.Value * a.AmountIn.Float64() / sold.Units.Float64()
			cash.Value += part
			rest.Value -= part
			rest.Units.Sub(&rest.Units, a.AmountIn)
			w.reading.Primary().Price -= w.moves
			w.worn()
			return
		}
		cash.Value += sold.Value
		if len(w.reading.Lending) > 0 { // at 2,000 a coin
			cash.Units.Add(&cash.Units, new(uint256.Int).Div(&sold.Units, uint256.NewInt(5e8)))
		}
		rest.Units, rest.Value = uint256.Int{}, 0
		w.worn()
		return
	}
	for i, p := range w.reading.Positions {
		if strings.Contains(body, `"position_id":"`+p.ID+`"`) {
			w.reading.Positions = append(w.reading.Positions[:i:i], w.reading.Positions[i+1:]...)
			w.reading.Assets[0].Value += p.Value / 2
			b := &w.reading.Assets[1] // at 2,000 a coin
			b.Value += p.Value / 2
			b.Units.Add(&b.Units, uint256.NewInt(uint64(p.Value/2*5e14)))
			w.worn()
			return
		}
	}
}

func (w *world) held(token common.Address) *turn.Asset {
	a, _ := w.reading.Asset(token)
	return a
}

// worn blinds the world after the step that was to be its last one seen.
func (w *world) worn() {
	if w.steps++; w.steps == w.blindAfter {
		w.blinks = w.blinking
	}
}

// Wait implements the timer.
func (w *world) Wait(ctx context.Context, ms int64) error {
	w.waited = append(w.waited, ms)
	w.now += ms
	w.reading.Primary().Price = min(2000, w.reading.Primary().Price+w.mends*float64(ms)/1000)
	return ctx.Err()
}

// Reconcile tells of what was pending after so many looks.
func (w *world) Reconcile(context.Context) ([]turn.Execution, bool, error) {
	if len(w.pending) == 0 {
		return nil, false, nil
	}
	if w.looks++; w.looks < w.knownAfter {
		return nil, true, nil
	}
	known := w.pending
	w.pending = nil
	for i := range known {
		known[i].Status = turn.StatusExecuted
		w.log = append(w.log, "found")
		w.carryOut(w.proposals[len(w.proposals)-1])
	}
	return known, false, nil
}

func (w *world) CancelAll(reason string)           { w.log = append(w.log, "cancel all: "+reason) }
func (w *world) GasPaid() money.USDC               { return 3 * money.One }
func (w *world) Settled(r turn.Reading)            { w.settled = append(w.settled, r) }
func (w *world) Emit(_ uint64, event wire.Payload) { w.events = append(w.events, event) }
func (w *world) DestroyKey()                       { w.log, w.keyless = append(w.log, "destroy key"), true }
func (w *world) DestroyIdentity()                  { w.log = append(w.log, "destroy identity") }

func (w *world) Dying() (money.USDC, error) {
	w.log = append(w.log, "unlock credit")
	return money.One, nil
}

func (w *world) Bequeath(name string, document any) error {
	w.log = append(w.log, "write "+name)
	if err := w.refuse[name]; err != nil {
		return err
	}
	text, err := json.Marshal(document)
	w.papers[name] = text
	return err
}

// brief names a proposal: "close 2 @50" or "sell 500000000000000000 @100".
func brief(body string) string {
	var b struct {
		Type   string
		Params struct {
			Market, Asset, Amount string

			PositionID  string `json:"position_id"`
			Percent     int    `json:"percent"`
			TokenIn     string `json:"token_in"`
			TokenOut    string `json:"token_out"`
			AmountIn    string `json:"amount_in"`
			SlippageBPS int    `json:"slippage_bps"`
		}
	}
	if err := json.Unmarshal([]byte(body), &b); err != nil {
		return err.Error()
	}
	switch {
	case b.Type == "remove_liquidity" && b.Params.Percent == 100:
		return fmt.Sprintf("close %s @%d", b.Params.PositionID, b.Params.SlippageBPS)
	case b.Params.Market == "aave-v3":
		return fmt.Sprintf("%s %s %s", b.Type, b.Params.Amount, strings.ToUpper(b.Params.Asset))
	case b.Type == "swap" && b.Params.Market == "weth-usdc-0" && b.Params.TokenIn == "weth" && b.Params.TokenOut == "usdc":
		return fmt.Sprintf("sell %s @%d", b.Params.AmountIn, b.Params.SlippageBPS)
	}
	return "unexpected " + body
}

// acts is the log without the looks.
func (w *world) acts() string {
	var kept []string
	for _, l := range w.log {
		if l != "look" {
			kept = append(kept, l)
		}
	}
	return strings.Join(kept, ", ")
}

// check ends the test at an error.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
