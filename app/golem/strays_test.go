package golem

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc/rpctest"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/life/biography"
	"bardo.run/bardo/wire"
)

// thief is who has the Golem's key, and nonce the next of the wallet.
type thief struct {
	*outage
	sent []*types.Receipt
}

// moves signs and mines a transaction of the Golem's wallet that no order of it made.
func (t *thief) moves(to common.Address, wei *big.Int, data []byte) {
	t.Helper()
	key, err := crypto.HexToECDSA(golemKey)
	if err != nil {
		t.Fatal(err)
	}
	v := &victim{t: t.T, chain: t.m.RPC}
	tx, err := types.SignNewTx(key, types.LatestSignerForChainID(big.NewInt(evmtest.ChainID)), &types.DynamicFeeTx{
		ChainID: big.NewInt(evmtest.ChainID), Nonce: v.nonce(), To: &to, Value: wei, Gas: 100_000, Data: data,
		GasFeeCap: big.NewInt(100e9), GasTipCap: big.NewInt(1e9),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.m.Submit(tx)
	for _, r := range t.m.Chain().Chain.Receipts(t.m.Mine()) {
		if r.TxHash == tx.Hash() && r.Status == types.ReceiptStatusSuccessful {
			t.sent = append(t.sent, r)
			return
		}
	}
	t.Fatal("the thief's transaction is not in its block")
}

// paid is what the thief's transactions cost the wallet, beside what they moved.
func (t *thief) paid() *big.Int {
	sum := new(big.Int)
	for _, r := range t.sent {
		sum.Add(sum, new(big.Int).Mul(r.EffectiveGasPrice, new(big.Int).SetUint64(r.GasUsed)))
	}
	return sum
}

// elsewhere is where stolen money goes.
var elsewhere = common.Address{0xee}

// strays is what the records and the audit tell, which must be the same, as one text each.
func (o *outage) strays() (told []string) {
	o.Helper()
	for _, r := range o.records() {
		for _, d := range r.Differences {
			told = append(told, fmt.Sprintf("%s %s %s", d.Kind, o.symbol(d.Asset), d.Units.Dec()))
		}
	}
	c, err := audit.Read(filepath.Join(o.dir, home.AuditDir))
	if err != nil {
		o.Fatal(err)
	}
	var noted []string
	for _, r := range c.Records {
		var e struct{ Type, Kind, Asset, Units string }
		if err := json.Unmarshal(r.Event, &e); err == nil && e.Type == audit.TypeDifference {
			noted = append(noted, fmt.Sprintf("%s %s %s", e.Kind, o.symbol(e.Asset), e.Units))
		}
	}
	if strings.Join(noted, ", ") != strings.Join(told, ", ") {
		o.Errorf("the audit tells %v, the records %v", noted, told)
	}
	return told
}

func (o *outage) symbol(asset string) string {
	switch asset {
	case o.m.USDC.Hex():
		return "USDC"
	case o.m.WETH.Hex():
		return "WETH"
	}
	return asset
}

// booked is the balance of an account of the books, in raw units.
func (o *outage) booked(account, asset string) *big.Int {
	o.Helper()
	books, err := ledger.Read(filepath.Join(o.dir, home.LedgerDir))
	if err != nil {
		o.Fatal(err)
	}
	defer books.Close()
	return books.Balance(account, asset)
}

// page is the report of the life.
func (o *outage) page() string {
	o.Helper()
	l, err := biography.Read(o.dir)
	if err != nil {
		o.Fatal(err)
	}
	var text bytes.Buffer
	if err := l.Summary(&text, ""); err != nil {
		o.Fatal(err)
	}
	return text.String()
}

// The incident: a top-up taken and not credited. What somebody sends to the wallet is in
// the ledger, the record, the audit and the report, to the unit and once, also when the
// process ends in between; and the Golem trades with it.
//
// spec: heartbeat §7.3, runtime §15.6; DESIGN §3 (a unit of money)
func TestATopUpIsCreditedOnceAndIsThereToTradeWith(t *testing.T) {
	t.Parallel()
	o := newOutage(t, false)
	o.live()
	o.between(func() {
		o.m.Execute(o.m.USDC, bind.NewERC20().PackTransfer(wallet(t), big.NewInt(5_000_000_001)))
		o.m.Send(wallet(t), 3e17+1)
	})
	o.until("two more trades", o.more(figures{trades: 4, ticks: 4}))
	o.restart()
	o.until("trades after the restart", trades(2))
	o.end()
	if told := o.strays(); strings.Join(told, ", ") != "deposit native 300000000000000001, deposit USDC 5000000001" {
		t.Errorf("told of %v", told)
	}
	if usdc, coin := o.booked(ledger.External, o.m.USDC.Hex()), o.booked(ledger.External, ledger.Native); usdc.Cmp(big.NewInt(-5_000_000_001)) != 0 || coin.Cmp(big.NewInt(-3e17-1)) != 0 {
		t.Errorf("%s USDC and %s wei came from outside, by the books", usdc, coin)
	}
	first, last := 0.0, 0.0
	for _, r := range o.records() {
		for _, a := range r.Actions {
			if a.Status == turn.StatusExecuted && a.Preview.Simulation != nil {
				if last = float64(a.Preview.Simulation.Value); first == 0 {
					first = last
				}
			}
		}
	}
	if last < first*1.3 {
		t.Errorf("it traded %.0f before and %.0f with half as much again", first, last)
	}
	if told := o.page(); !strings.Contains(told, "unexplained") || !strings.Contains(told, "0 is missing") {
		t.Errorf("the report says\n%s", told)
	}
}

// The incident: a stranger sent one wei of a token just before all of it was sold. The sale was
// left out of the books, the wallet seemed to lack what was sold, and nothing was opened again.
//
// spec: heartbeat §7.3, safety §1.4 S-10
func TestAGiftBeforeASaleStopsNothing(t *testing.T) {
	t.Parallel()
	o := newOutage(t, false)
	o.live()
	o.at(o.holding, func() {
		o.m.Execute(o.m.WETH, bind.NewERC20().PackTransfer(wallet(t), big.NewInt(1)))
	})
	o.until("the sale and what is bought after it", o.more(figures{trades: 3, ticks: 4}))
	o.end()
	if told := o.strays(); strings.Join(told, ", ") != "deposit WETH 1" {
		t.Errorf("told of %v", told)
	}
	if came := o.booked(ledger.External, o.m.WETH.Hex()); came.Cmp(big.NewInt(-1)) != 0 {
		t.Errorf("%s WETH came from outside, by the books", came)
	}
	for _, r := range o.records() {
		for _, f := range r.Faults {
			t.Errorf("tick %d: %s: %s", r.Tick, f.Stage, f.Message)
		}
	}
	if told := o.page(); !strings.Contains(told, "0 is missing") {
		t.Errorf("the report says\n%s", told)
	}
}

// The incident: funds that vanish without a ledger row. What leaves the wallet by nobody's
// order has its row to the unit, its record and its audit record, and nothing is opened
// any more, while what is open is closed.
//
// spec: safety §1.4 S-7, S-10; DESIGN §3 (a unit of money)
func TestMoneyThatVanishesHasItsRowAndStopsOpening(t *testing.T) {
	t.Parallel()
	o := &thief{outage: newOutage(t, false)}
	o.live()
	o.at(o.holding, func() {
		o.moves(o.m.USDC, new(big.Int), bind.NewERC20().PackTransfer(elsewhere, big.NewInt(2_000_000_000)))
	})
	o.expect(1, "a refusal that names what is missing", refused(wire.CodeSafetyUnexplained, "2000000000 units of "+o.m.USDC.Hex()))
	o.until("a refusal", o.more(figures{blocked: 1, ticks: 3}))
	o.wake()
	o.until("another", o.more(figures{blocked: 1, ticks: 2}))
	o.halt()
	o.sound()
	if told, want := o.strays(), fmt.Sprintf("missing native %s, missing USDC 2000000000", o.paid()); strings.Join(told, ", ") != want {
		t.Errorf("told of %v, want %s", told, want)
	}
	if usdc, coin := o.booked(ledger.Unexplained, o.m.USDC.Hex()), o.booked(ledger.Unexplained, ledger.Native); usdc.Cmp(big.NewInt(2_000_000_000)) != 0 || coin.Cmp(o.paid()) != 0 {
		t.Errorf("%s USDC and %s wei are missing by the books", usdc, coin)
	}
	opened, closed := 0, 0
	stolen := false
	for _, r := range o.records() {
		for _, a := range r.Actions {
			switch sells := strings.Contains(string(a.Proposal.Body), `"token_in":"weth"`); {
			case !stolen || a.Status != turn.StatusExecuted:
			case sells:
				closed++
			default:
				opened++
			}
		}
		stolen = stolen || len(r.Differences) > 0
	}
	if opened != 0 || !stolen {
		t.Errorf("after the theft %d trades opened a position and %d closed one", opened, closed)
	}
	if weth := (&victim{t: t, chain: o.m.RPC}).token(o.m.WETH); weth.Sign() != 0 {
		t.Errorf("%s WETH were not sold", weth)
	}
	if told := o.page(); !strings.Contains(told, "is missing (bardo ledger)") || strings.Contains(told, " 0 is missing") {
		t.Errorf("the report says\n%s", told)
	}
}

// The incident: a funded agent shown as dead. A Golem whose wallet is emptied of its coins
// for gas, or whose endpoint is away, lives and says so everywhere; and when the coins are
// back it trades.
//
// spec: mortality §2, heartbeat §2
func TestAFundedGolemIsNeverShownAsDead(t *testing.T) {
	t.Parallel()
	o := &thief{outage: newOutage(t, false)}
	o.edit("golem.toml", "[risk]\n", "[risk]\nadaptive = false\n") // which would take its stage after such a loss
	o.live()
	var taken *big.Int
	o.between(func() {
		v := &victim{t: t, chain: o.m.RPC}
		before := v.native()
		o.moves(elsewhere, new(big.Int).Sub(before, big.NewInt(1e16)), nil)
		taken = new(big.Int).Sub(before, v.native())
	})
	o.until("a refusal", o.more(figures{blocked: 1, ticks: 3}))
	o.alive()
	o.a.Set(rpctest.Fault{Dead: true})
	o.until("a tick that saw nothing", o.more(figures{ticks: 1, faults: 1}))
	o.alive()
	o.a.Set(rpctest.Fault{})
	o.m.Send(wallet(t), taken.Int64())
	o.until("the coins again", func(figures) bool { return strings.Contains(o.out.String(), "kind=returned") })
	// Half of what it had was gone, which is an emergency: its owner has to say that it may
	// go on.
	var said bytes.Buffer
	if code := Main(t.Context(), []string{"resume", "--data-dir", o.dir}, &said, &said); code != exitOK {
		t.Fatalf("resume: exit %d, %s", code, &said)
	}
	more := o.more(figures{trades: 2})
	o.wake()
	o.until("two trades with what is back", more)
	o.alive()
	o.halt()
	o.sound()
	if told, want := o.strays(), fmt.Sprintf("missing native %s, returned native %s", taken, taken); strings.Join(told, ", ") != want {
		t.Errorf("told of %v, want %s", told, want)
	}
}

// halt ends the process, and hears what was expected.
func (o *outage) halt() {
	o.Helper()
	o.stop()
	if code := <-o.done; code != exitOK {
		o.Errorf("exit %d\n%s", code, o.out)
	}
	kept := o.records()
	for _, want := range o.wants {
		want(kept)
	}
}

// restart ends the process and begins the next.
func (o *outage) restart() {
	o.Helper()
	o.halt()
	o.live()
}

// sound holds a life that is halted against the chain and its own journal.
func (o *outage) sound() {
	o.Helper()
	v := &victim{t: o.T, dir: o.dir, chain: o.m.RPC, tokens: []common.Address{o.m.USDC, o.m.WETH}}
	v.booksAgree()
	var out bytes.Buffer
	for _, command := range [][]string{{"replay", o.dir}, {"audit", "verify", o.dir}} {
		if code := Main(o.Context(), command, &out, &out); code != exitOK {
			o.Errorf("%v: exit %d, %s", command, code, out.String())
		}
	}
}

// alive holds everything that tells of the Golem to its being alive.
func (o *outage) alive() {
	o.Helper()
	r, err := http.Get("http://" + o.health + "/health/live")
	if err != nil {
		o.Fatal(err)
	}
	defer r.Body.Close()
	var now struct {
		OK    bool   `json:"ok"`
		State string `json:"state"`
	}
	if err := json.NewDecoder(r.Body).Decode(&now); err != nil || !now.OK || now.State != "active" {
		o.Errorf("the health page says %+v (%v)", now, err)
	}
	var plan bytes.Buffer
	_ = Main(o.Context(), []string{"destroy", "--data-dir", o.dir}, &plan, &plan) // without a name it only shows
	if said := plan.String(); strings.Contains(said, "state     dead") || strings.Contains(said, "state     terminal") {
		o.Errorf("the plan of its destruction says\n%s", said)
	}
	if m, _, err := home.Look(o.dir); err == nil && m.State != "active" {
		o.Errorf("the manifest says %s", m.State)
	}
}
