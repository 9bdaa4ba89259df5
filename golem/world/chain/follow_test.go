package chain

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/golem/world/tape"
)

// An order that waits is handed over with every look, may offer more from the end of its
// patience on, and is told with all its receipts once it is in a block.
//
// spec: chain §8, heartbeat §3 step 8
func TestAnOrderIsFollowedUntilItsReceiptsAreThere(t *testing.T) {
	w := newWatch(t)
	hashes := w.orders("a")
	w.offered("sent", hashes, 1, 1)
	if !w.Watches("a") || w.Watches("b") || w.Idle() || w.Signed() != 2 || !slices.Equal(w.Pending(), hashes) {
		t.Errorf("watches %v, idle %v, %d signed, pending %v", w.Watches("a"), w.Idle(), w.Signed(), w.Pending())
	}
	w.Patience = 60_001
	w.looks("a moment before its patience ends", "")
	w.offered("looked for once", hashes, 2, 2)
	w.Patience = 60_000
	w.looks("its patience ends", "a stuck at 2002000000 for 110000 gas")
	w.p.includes(99, hashes[0])
	w.looks("the first is there", "a stuck at 2002000000 for 60000 gas")
	w.offered("the second alone is missing", hashes, 3, 4)
	if got := w.Pending(); !slices.Equal(got, hashes[1:]) {
		t.Errorf("pending %v", got)
	}
	w.p.includes(100, hashes[1])
	news := w.looks("all are there", "a in 99 and in 100")
	if r := news[0].Receipts[1]; r.TxHash != hashes[1] || !r.Success || r.GasUsed != 21_000 || r.GasWei != n256(21_000*1_000_000_001) || r.Block.Hash != w.p.hash(100) {
		t.Errorf("%+v", r)
	}
	w.looks("told once", "")
	if len(w.Pending()) != 0 || !w.Watches("a") {
		t.Errorf("pending %v", w.Pending())
	}
	w.p.head = 109
	w.looks("nine blocks above it", "")
	if w.Idle() {
		t.Error("a reorg may still take it back")
	}
	w.p.head = 110
	w.looks("ten", "")
	if !w.Idle() || w.Watches("a") {
		t.Error("it is followed for ever")
	}
	before := w.p.requests
	if w.looks("nothing to look for", ""); w.p.requests != before {
		t.Error("it asked")
	}
	if want := []string{"5 unknown at 61000", "6 unknown at 61000", "5 block 99 at 61000", "6 block 100 at 61000"}; !slices.Equal(w.learned, want) {
		t.Errorf("the signer learned %q, want %q", w.learned, want)
	}
	if want := []string{"5 at 1000", "6 at 1000"}; !slices.Equal(w.recalled, want) {
		t.Errorf("the signer recalled %q, want %q", w.recalled, want)
	}
}

// One that offers more takes the place of what waits, under the same nonces, three times at
// most, whichever of them is included.
//
// spec: chain §8
func TestAnOrderOffersMoreThreeTimesAtMost(t *testing.T) {
	for _, wins := range []string{"the first offer", "the last"} {
		w := newWatch(t)
		hashes := w.orders("a")
		w.p.includes(100, hashes[0])
		more := offer()
		for n := range maxBumps {
			w.looks("it waits", fmt.Sprintf("a stuck at %s for 60000 gas", more.Max.Dec()))
			more = double(more)
			check(t, w.Replace(t.Context(), token(), use(), "a", more))
			tx := w.p.sent[len(w.p.sent)-1]
			if tx.Nonce() != 6 || *tx.To() != calls()[1].To || tx.Gas() != 60_000 || tx.GasFeeCap().Cmp(more.Max.ToBig()) != 0 || tx.GasTipCap().Cmp(more.Tip.ToBig()) != 0 {
				t.Errorf("it offers %+v", tx)
			}
			if got := w.Pending(); !slices.Equal(got, []common.Hash{tx.Hash()}) || w.Signed() != uint64(3+n) {
				t.Errorf("pending %v, %d signed", got, w.Signed())
			}
			w.waits(w.Patience - 1)
			w.looks("as patient as before", "")
			w.waits(1)
		}
		w.looks("no fourth time", "")
		last := w.p.sent[len(w.p.sent)-1].Hash()
		if wins == "the last" {
			hashes[1] = last
		}
		w.p.includes(100, hashes[1])
		if news := w.looks(wins, "a in 100 and in 100"); news[0].Receipts[1].TxHash != hashes[1] {
			t.Errorf("%s: %+v", wins, news)
		}
		if len(w.recalled) != 5 || w.recalled[4] != fmt.Sprintf("6 at %d", 61_000+2*w.Patience) {
			t.Errorf("recalled %q", w.recalled)
		}
		w.replays(wins)
	}
}

// replays lives the journal again without node and signer, and expects the same.
func (w *watch) replays(about string) {
	w.t.Helper()
	check(w.t, w.Journal.Close())
	j := openJournal(w.t, w.dir, journal.Replay, nil)
	h := &Hand{Journal: j, Clock: tape.NewClock(j, nil, false), ChainID: chainID, Poll: w.Poll, Patience: w.Patience, Depth: w.Depth}
	h.Clock.Now()
	if _, err := h.Send(w.t.Context(), token(), use(), Order{ID: "a", Calls: calls(), Offer: offer()}); err != nil {
		w.t.Fatal(err)
	}
	more, told1 := offer(), ""
	for range maxBumps {
		news, err := h.Look(w.t.Context())
		if err != nil || len(news) != 1 || news[0].Stuck == nil {
			w.t.Fatalf("%s: %+v, %v", about, news, err)
		}
		more = double(more)
		check(w.t, h.Replace(w.t.Context(), token(), use(), "a", more))
		for _, ms := range []int64{w.Patience - 1, 1} {
			if _, err := h.Clock.WaitUntil(w.t.Context(), h.Clock.Last()+ms); err != nil {
				w.t.Fatal(err)
			}
			if ms > 1 {
				_, _ = h.Look(w.t.Context())
			}
		}
	}
	for range 2 {
		news, err := h.Look(w.t.Context())
		check(w.t, err)
		for _, c := range news {
			told1 += c.ID + " " + told(c)
		}
	}
	if told1 != "a in 100 and in 100" || h.Signed() != w.Signed() {
		w.t.Errorf("%s: replayed %q, %d signed", about, told1, h.Signed())
	}
}

// Without a good token nothing more is offered, nor for an order that is not under way, nor
// with a key that is gone.
//
// spec: safety §1.4 S-1
func TestNothingMoreIsOfferedForWhatIsNotUnderWay(t *testing.T) {
	w := newWatch(t)
	hashes := w.orders("a")
	used := token()
	check(t, used.Consume(use()))
	if err := w.Replace(t.Context(), used, use(), "a", double(offer())); !errors.Is(err, capability.ErrUsed) {
		t.Errorf("a used token: %v", err)
	}
	if err := w.Replace(t.Context(), token(), use(), "b", double(offer())); err == nil || !strings.Contains(err.Error(), "no order b") {
		t.Errorf("another order: %v", err)
	}
	w.p.includes(100, hashes...)
	w.looks("both are there", "a in 100 and in 100")
	if err := w.Replace(t.Context(), token(), use(), "a", double(offer())); err == nil || !strings.Contains(err.Error(), "no order a") {
		t.Errorf("an order that is done: %v", err)
	}
	w.orders("c")
	w.scribe.Destroy()
	if err := w.Replace(t.Context(), token(), use(), "c", double(offer())); !errors.Is(err, signer.ErrDestroyed) && err == nil {
		t.Errorf("a key that is gone: %v", err)
	}
	if w.Signed() != 4 || w.Signatures() != 4 || len(w.recalled) != 4 {
		t.Errorf("%d signed, %d signatures, recalled %q", w.Signed(), w.Signatures(), w.recalled)
	}
	w.Retire()
	if !w.Idle() || w.Watches("c") || len(w.Pending()) != 0 {
		t.Error("a hand that retired follows an order")
	}
}

// A node that does not take the new offer keeps the old one.
func TestAnOfferThatTheNodeRefusesChangesNothing(t *testing.T) {
	w := newWatch(t)
	hashes := w.orders("a")
	w.p.refuse = errors.New("replacement transaction underpriced")
	check(t, w.Replace(t.Context(), token(), use(), "a", double(offer())))
	w.p.refuse = nil
	w.p.includes(100, hashes...)
	w.looks("the old ones are included", "a in 100 and in 100")
}

// An order is lost once three looks in a row find all missing nonces used by a stranger: a
// node's index may be behind its chain.
func TestAnOrderIsLostAfterThreeLooksInARow(t *testing.T) {
	w := newWatch(t)
	hashes := w.orders("a")
	w.Patience = 1 << 40
	w.p.count[w.Address()] = 6 // the first nonce alone is used
	for range sure + 1 {
		w.looks("one of two is used", "")
	}
	w.p.count[w.Address()] = 7
	w.looks("once", "")
	w.looks("twice", "")
	w.p.count[w.Address()] = 6
	w.looks("and not any more", "")
	w.p.count[w.Address()] = 7
	w.looks("once again", "")
	w.looks("twice again", "")
	w.offered("it is handed over meanwhile", hashes, 1+sure+1+5, 1+sure+1+5)
	w.p.includes(100, hashes[0])
	w.looks("the first was the Golem's, the second not", "a in 100 and lost")
	if want := []string{"5 unknown at 61000", "6 unknown at 61000", "5 block 100 at 61000", "6 lost at 61000"}; !slices.Equal(w.learned, want) {
		t.Errorf("the signer learned %q, want %q", w.learned, want)
	}
	w.Patience = 60_000
	w.orders("b")
	w.Patience = 1 << 40
	w.p.count[w.Address()] = 9
	w.looks("once", "")
	w.looks("twice", "")
	w.looks("both", "b lost and lost")
	w.p.head = 110
	if w.looks("nothing of it stands in a block", ""); !w.Idle() {
		t.Error("it is followed on")
	}
}

// A reorg takes an outcome back, and with it those of all later orders, whose nonces come
// behind; each is handed over again, the same bytes, and told again.
//
// spec: chain §8, §10.3, runtime §15.4
func TestAReorgTakesBackAnOrderAndAllBehindIt(t *testing.T) {
	w := newWatch(t)
	first, second := w.orders("a"), w.orders("b")
	w.p.includes(98, first[0])
	w.p.includes(99, first[1])
	w.p.includes(97, second...)
	w.looks("both are there", "a in 98 and in 99, b in 97 and in 97")
	w.p.trunk, w.p.branch = 98, 4 // block 99 is another one
	w.p.receipts = map[common.Hash]map[string]any{}
	since := w.Clock.Last()
	w.looks("block 99 is another", "a vanished, b vanished")
	w.waits(w.Patience - 1)
	w.looks("they wait", "")
	w.offered("again", append(first, second...), 2, 2, 2, 2)
	w.waits(1)
	w.looks("they wait for too long", "a stuck at 2002000000 for 110000 gas, b stuck at 2002000000 for 110000 gas")
	w.p.includes(100, append(first, second...)...)
	w.looks("included again", "a in 100 and in 100, b in 100 and in 100")
	w.orders("c")
	w.p.head = 99 // a node that is behind says nothing of block 100
	w.looks("a node that is behind", "c stuck at 2002000000 for 110000 gas")
	if q := w.flights.question(); !slices.Equal(q.Blocks, []uint64{100}) || len(q.Hashes) != 2 || q.Former != (common.Address{}) {
		t.Errorf("it asks about %+v", q)
	}
	if want := fmt.Sprintf("5 unknown at %d", since); !slices.Contains(w.learned, want) || len(w.learned) != 4+4+4+4+2 {
		t.Errorf("the signer learned %q", w.learned)
	}
}

// An order behind one that is under way is not told, though one between them was.
func TestAnOrderIsNotToldBeforeTheFirst(t *testing.T) {
	w := newWatch(t)
	w.orders("a")
	w.p.instant = true
	b, err := w.Send(t.Context(), token(), use(), Order{ID: "b", Calls: calls()[:1], Offer: offer()})
	if err != nil || !complete(b) {
		t.Fatalf("%+v, %v", b, err)
	}
	w.p.instant, w.p.pending = false, 8
	w.p.includes(100, w.orders("c")...)
	w.looks("the last is there", "a stuck at 2002000000 for 110000 gas")
}

// What a look cannot read is looked for the next time: nothing is told and nothing is handed
// over on half an answer.
func TestALookThatFailsTellsNothing(t *testing.T) {
	w := newWatch(t)
	told, waiting := w.orders("a"), w.orders("b")
	w.p.includes(100, told...)
	w.Confirmations = 1
	w.looks("the first is there", "a in 100 and in 100, b stuck at 2002000000 for 110000 gas")
	w.looks("and is sure", "a confirmed, b stuck at 2002000000 for 110000 gas")
	before := w.p.offered(waiting[0])
	for _, method := range []string{"eth_getBlockByNumber", "eth_getTransactionCount", "eth_getTransactionReceipt"} {
		w.p.fails = method
		w.looks(method+" fails", "")
	}
	w.p.odd = true
	for _, method := range []string{failsByHeight, "eth_getTransactionCount"} {
		w.p.fails = method
		w.looks(method+" reverts, which is no call", "")
	}
	w.p.fails, w.p.odd = "", false
	lost := 0
	for n := 1; ; n++ {
		w.p.requests, w.p.lost = 0, n
		news, err := w.Look(t.Context())
		if w.p.requests < n {
			break
		}
		if safe := n == 3; err != nil || (len(news) > 0) != (safe || n > 5) { // the safe block, and what is handed over, may be missing
			t.Errorf("request %d is lost: %+v, %v", n, news, err)
		}
		lost++
	}
	w.p.lost = 0
	if lost < 5 {
		t.Errorf("%d requests", lost)
	}
	if n := w.p.offered(waiting[0]); n < before+1 || n > before+4 {
		t.Errorf("handed over %d times", n-before)
	}
	w.looks("afterwards", "b stuck at 2002000000 for 110000 gas")
}
