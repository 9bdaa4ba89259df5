package chain

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rollup"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/world/protocol"
)

// An outcome becomes confirmed and then safe, each told once; what waits to be safe is
// followed beyond the depth of a reorg, and the safe block is asked for only then.
//
// spec: chain §8, heartbeat §3 step 8
func TestALookTellsHowSureAnOutcomeIs(t *testing.T) {
	w := newWatch(t)
	w.Depth, w.Confirmations = 3, 2
	hashes := w.orders("a")
	w.p.includes(99, hashes[0])
	w.p.includes(100, hashes[1])
	w.looks("there", "a in 99 and in 100")
	w.looks("its own block is one confirmation", "")
	if w.p.safes != 0 {
		t.Error("the safe block is asked for before anything waits for it")
	}
	w.p.head, w.p.safe = 101, 101
	w.looks("one above it", "a confirmed")
	w.p.safe = 0
	w.looks("nobody knows a safe block", "")
	w.p.safe = 99
	w.looks("the safe block is below it", "")
	w.p.head = 100 + 16*3 - 1
	w.looks("it waits for longer", "")
	if w.Idle() {
		t.Error("it is not followed until it is safe")
	}
	w.p.safe = 100
	w.looks("safe", "a safe")
	if !w.Idle() {
		t.Error("it is followed on")
	}
}

// The receipts that a journal entry holds, of a tick's own order or looked for later.
func TestReceiptsAreReadBackFromTheJournal(t *testing.T) {
	w := newWatch(t)
	hashes := w.orders("a")
	w.p.includes(100, hashes[0])
	w.looks("one is there", "a stuck at 2002000000 for 60000 gas")
	w.p.fails = "eth_getBlockByNumber"
	w.looks("a failure", "")
	var all []string
	for _, e := range entries(t, w.Journal, w.dir) {
		for _, r := range Receipts(e) {
			all = append(all, fmt.Sprintf("%s %v %d", e.Kind, r.Found, slices.Index(hashes, r.TxHash)))
		}
	}
	want := slices.Repeat([]string{"receipt false 0", "receipt false 1"}, 4) // every look of the tick's own
	if want = append(want, "receipt true 0"); !slices.Equal(all, want) {
		t.Errorf("%q, want %q", all, want)
	}
}

// Nothing is signed on a count of nonces below what was sent: it would be signed for twice.
func TestAnEndpointThatIsBehindGetsNothingSigned(t *testing.T) {
	w := newWatch(t)
	w.orders("a")
	for _, pending := range []uint64{6, 7} {
		signs := pending == 7
		w.p.pending = pending
		before := w.Signatures()
		_, err := w.Send(t.Context(), token(), use(), order(calls()))
		if signs != (err == nil) || (w.Signatures() > before) != signs || (!signs && !strings.Contains(err.Error(), "counts 6 transactions of the wallet, 7 were sent")) {
			t.Errorf("it counts %d: %v, %d signatures", pending, err, w.Signatures()-before)
		}
	}
	for _, method := range []string{"eth_getBlockByNumber", "eth_getTransactionCount"} {
		w.p.fails = method
		if got, err := w.Send(t.Context(), token(), use(), order(calls())); err == nil || got != nil || w.Signed() != 4 {
			t.Errorf("%s fails: %+v, %v", method, got, err)
		}
	}
	w.p.fails, w.p.pending = "", 9
	if got, err := w.Send(t.Context(), token(), use(), Order{ID: "c", Offer: offer()}); err == nil || got != nil || !strings.Contains(err.Error(), "no calls") {
		t.Errorf("an order without calls: %+v, %v", got, err)
	}
}

// Whoever tips all that it offers pays just that: the next block's base fee bounds it alone.
func TestWhoeverTipsAllOfAnOfferPaysThat(t *testing.T) {
	for all, want := range map[uint64]int{1_124_999_999: 0, 1_125_000_000: 1} {
		w := newWatch(t)
		one := *uint256.NewInt(all)
		call := calls()[0]
		call.Value = uint256.NewInt(77)
		_, err := w.Send(t.Context(), token(), use(), Order{ID: "a", Calls: []protocol.Call{call}, Offer: signer.Fees{Max: one, Tip: one}})
		if (err == nil) != (want > 0) || len(w.p.sent) != want {
			t.Errorf("%d: %v, %d sent", all, err, len(w.p.sent))
		}
		for _, tx := range w.p.sent {
			if tx.Value().Uint64() != 77 || tx.Nonce() != 5 {
				t.Errorf("%+v", tx)
			}
		}
	}
}

// A chain that has no reorgs is done with an order once its receipts are there, and a node
// that knows no receipts is not asked for long.
func TestAnOrderIsOverWhereNothingCanTakeItBack(t *testing.T) {
	w := newWatch(t)
	w.Depth = 0
	w.p.onSend = func() { w.p.onSend = nil }
	w.orders("waits")
	if !w.Watches("waits") {
		t.Error("what has no receipt is forgotten")
	}
	w.Retire()
	w.p.mute = true
	began := w.Clock.Last()
	got, err := w.Send(t.Context(), token(), use(), order(calls()))
	if err != nil || complete(got) || len(got) != 2 || w.Clock.Last() != began+w.Poll || got[1].TxHash != w.p.sent[len(w.p.sent)-1].Hash() {
		t.Errorf("a node without receipts: %+v, %v at %d", got, err, w.Clock.Last()-began)
	}
	b := newBench(t, nil)
	if _, err := b.Send(t.Context(), token(), use(), order(calls())); err != nil || !b.Idle() {
		t.Errorf("a chain without reorgs: %v, idle %v", err, b.Idle())
	}
	b = newBench(t, nil)
	b.Depth = 1
	if _, err := b.Send(t.Context(), token(), use(), order(calls())); err != nil || !b.Watches("permit:3.1") {
		t.Errorf("a chain with reorgs: %v", err)
	}
}

// What a rollup took is in the receipt and in what the wallet paid; one that does not tell it
// is none, and neither is one that charges more than there is.
//
// spec: chain §7 point 8
func TestAReceiptOfARollupTellsWhatDataCost(t *testing.T) {
	const gas = 21_000 * 1_000_000_001
	most := new(uint256.Int).SetAllOne()
	for name, c := range map[string]struct {
		told     map[string]any
		operator any
		data     uint64
		err      string
	}{
		"data alone":             {map[string]any{"l1Fee": "0x64"}, nil, 100, ""},
		"an operator of nothing": {map[string]any{"l1Fee": "0x64", "operatorFeeScalar": "0x0", "operatorFeeConstant": "0x0"}, nil, 100, ""},
		"an operator's scalar":   {map[string]any{"l1Fee": "0x64", "operatorFeeScalar": "0x1"}, 7, 107, ""},
		"an operator's constant": {map[string]any{"l1Fee": "0x64", "operatorFeeConstant": "0x1"}, 9, 109, ""},
		"a silent oracle":        {map[string]any{"l1Fee": "0x64", "operatorFeeConstant": "0x1"}, nil, 0, "getOperatorFee"},
		"nothing":                {nil, nil, 0, "does not tell its l1Fee"},
		"more than there is":     {map[string]any{"l1Fee": most.Hex(), "operatorFeeConstant": "0x1"}, 1, 0, "more wei than there can be"},
	} {
		t.Run(name, func(t *testing.T) {
			p, hash := newPaper(t), common.Hash{9}
			p.includes(100, hash)
			for k, v := range c.told {
				p.receipts[hash][k] = v
			}
			p.receipts[hash]["logs"] = []map[string]any{{
				"address": usdc, "topics": []common.Hash{{1}, {2}}, "data": hexutil.Bytes{3}, "blockNumber": "0x64", "transactionHash": hash,
				"transactionIndex": "0x0", "blockHash": p.hash(100), "logIndex": "0x0", "removed": false,
			}}
			if c.operator != nil {
				p.says("operator", rollup.Oracle, bind.NewGasPriceOracle().PackGetOperatorFee(uint256.NewInt(21_000).ToBig()), c.operator)
			}
			h := &Hand{Client: p.client(), Rollup: true}
			got, err := h.reader().receipts(t.Context(), []common.Hash{hash})
			if c.err != "" {
				if got != nil || err == nil || !strings.Contains(err.Error(), c.err) {
					t.Errorf("%+v, %v, want %s", got, err, c.err)
				}
				return
			}
			want := Receipt{TxHash: hash, Found: true, Success: true, GasUsed: 21_000, GasWei: n256(gas + c.data), DataWei: n256(c.data), Logs: []protocol.Log{{Address: usdc, Topics: []common.Hash{{1}, {2}}, Data: []byte{3}}}}
			want.Block.Number, want.Block.Hash = 100, p.hash(100)
			if err != nil || !reflect.DeepEqual(got, []Receipt{want}) {
				t.Errorf("%+v, %v, want %+v", got, err, want)
			}
			p.fails = "eth_call"
			if _, err := h.reader().receipts(t.Context(), []common.Hash{hash}); (c.operator != nil) != errors.Is(err, rpc.ErrNode) {
				t.Errorf("the oracle cannot be asked: %v", err)
			}
			p.requests, p.lost, p.fails = 0, 2, ""
			if _, err := h.reader().receipts(t.Context(), []common.Hash{hash}); c.operator != nil && (err == nil || !strings.Contains(err.Error(), errLost.Error())) {
				t.Errorf("the oracle's answer is lost: %v", err)
			}
		})
	}
	p := newPaper(t)
	p.includes(100, common.Hash{9})
	h := &Hand{Client: p.client()}
	got, err := h.reader().receipts(t.Context(), []common.Hash{{8}, {9}})
	if err != nil || len(got) != 2 || got[0].Found || got[0].TxHash != (common.Hash{8}) || !got[1].Found || got[1].GasWei != n256(gas) || !got[1].DataWei.IsZero() {
		t.Errorf("a chain that charges for gas alone: %+v, %v", got, err)
	}
}

// The orders of a key that is gone are told by that key's nonces, offer no more, and leave
// the next key's nonces alone; its signer hears nothing of them.
//
// spec: provisioning §9.1
func TestTheNextKeyFollowsWhatTheFormerSent(t *testing.T) {
	w := newWatch(t)
	first := w.orders("a")
	former, next := w.Address(), newScribe(t, 2)
	w.Succeed(next, former)
	if w.Signed() != 0 || w.Idle() || w.flights.next() != 0 {
		t.Errorf("%d signed, next nonce %d", w.Signed(), w.flights.next())
	}
	w.p.count[next.Address()] = 50 // the next key's own
	w.waits(10 * w.Patience)
	for range sure + 1 {
		w.looks("the next key's nonces say nothing", "")
	}
	w.offered("it is handed over", first, 1+sure+1, 1+sure+1)
	w.p.pending, w.scribe = 50, next
	second := w.orders("b")
	w.p.includes(100, second...)
	w.looks("behind one that is under way", "")
	third := newScribe(t, 3)
	w.Succeed(third, next.Address()) // and the first stays the first's
	w.p.count[former] = 7
	w.looks("used once", "")
	w.looks("twice", "")
	w.looks("a stranger used them, and the next is told behind it", "a lost and lost, b in 100 and in 100")
	if len(third.learned)+len(third.recalled) != 0 || len(next.recalled) != 2 || next.recalled[0][:3] != "50 " {
		t.Errorf("the third heard %q and %q, the second recalled %q", third.learned, third.recalled, next.recalled)
	}
}

// An order that hands over coin leaves what more would cost, so it cannot offer more.
func TestAnOrderOfCoinOffersNoMore(t *testing.T) {
	w := newWatch(t)
	call := calls()[0]
	call.Value = uint256.NewInt(1)
	if _, err := w.Send(t.Context(), token(), use(), Order{ID: "a", Calls: []protocol.Call{calls()[1], call}, Offer: offer()}); err != nil {
		t.Fatal(err)
	}
	w.looks("it waits", "")
}
