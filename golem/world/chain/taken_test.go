package chain

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/journal"
)

// patient is a watch whose orders never wait for too long from now on.
func (w *watch) patient() *watch {
	w.Patience = 1 << 40
	return w
}

// Why nothing was signed is said, in the words of what was wrong.
func TestWhyNothingWasSignedIsSaid(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(*watch, *Order)
		says  string
	}{
		"no head":     {func(w *watch, _ *Order) { w.p.fails = "eth_getBlockByNumber" }, "on fire"},
		"no count":    {func(w *watch, _ *Order) { w.p.fails = "eth_getTransactionCount" }, "on fire"},
		"no base fee": {func(w *watch, _ *Order) { w.p.baseFee = "" }, "block 100 has no base fee"},
		"a low offer": {func(_ *watch, o *Order) { o.Offer.Max.SetUint64(1_126_999_999) }, "may ask 1127000000 wei per gas, the order was to offer 1126999999"},
		"no key":      {func(w *watch, _ *Order) { w.scribe.Destroy() }, signer.ErrDestroyed.Error()},
	} {
		w, o := newWatch(t), order(calls())
		c.spoil(w, &o)
		got, err := w.Send(t.Context(), token(), use(), o)
		if err == nil || !strings.HasPrefix(err.Error(), "sign: ") || !strings.Contains(err.Error(), c.says) || got != nil {
			t.Errorf("%s: %+v, %v, want %q", name, got, err, c.says)
		}
		if w.Signatures() != 0 || len(w.p.sent) != 0 || !w.Idle() {
			t.Errorf("%s: %d were signed, %d sent", name, w.Signatures(), len(w.p.sent))
		}
	}
}

// A process that is told to end while it asks says so, and that the order is under way: also
// at the last moment of its patience, and under a later look.
func TestAnInterruptedQuestionIsToldAndNotAnswered(t *testing.T) {
	for _, poll := range []int64{15_000, 60_000} {
		w := newWatch(t)
		w.Poll = poll
		ctx, cancel := context.WithCancel(t.Context())
		w.p.onLook = cancel
		got, err := w.Send(ctx, token(), use(), order(calls()))
		if !errors.Is(err, journal.ErrInterrupted) || len(got) != 2 || complete(got) || got[0].TxHash == (common.Hash{}) {
			t.Errorf("poll %d: %+v, %v", poll, got, err)
		}
	}
	w := newWatch(t)
	w.orders("a")
	ctx, cancel := context.WithCancel(t.Context())
	w.p.onLook = cancel
	if news, err := w.Look(ctx); !errors.Is(err, journal.ErrInterrupted) || news != nil {
		t.Errorf("%+v, %v", news, err)
	}
}

// What is in a block when patience ends is told as such, though the rest is not there yet.
func TestWhatIsThereWhenPatienceEndsIsTold(t *testing.T) {
	w := newWatch(t)
	w.p.onSend = func() {
		if len(w.p.sent) == 1 { // the second comes: the first is in a block
			w.p.includes(100, w.p.sent[0].Hash())
		}
	}
	got, err := w.Send(t.Context(), token(), use(), order(calls()))
	if err != nil || len(got) != 2 || !got[0].Found || got[1].Found || got[0].Block.Number != 100 || w.Clock.Last() != 61_000 {
		t.Errorf("%+v, %v at %d", got, err, w.Clock.Last())
	}
}

// A node that does not answer is not taken for one that forgot.
func TestANodeThatIsAwayIsHandedNothingAgain(t *testing.T) {
	b := newBench(t, nil)
	b.Poll, b.node.away = 1_000, true
	if _, err := b.Send(t.Context(), token(), use(), order(calls())); err != nil || len(b.node.sent) != 2 {
		t.Errorf("%d were handed over, %v", len(b.node.sent), err)
	}
}

// An order that is deep enough is let go of alone: what is sent behind it is followed on.
func TestAnOrderThatIsDeepLeavesTheOthersFollowed(t *testing.T) {
	w := newWatch(t)
	w.p.includes(100, w.orders("a")...)
	w.looks("the first is there", "a in 100 and in 100")
	second := w.orders("b")
	w.patient().p.head = 110
	w.looks("the first is deep", "")
	if w.Watches("a") || !w.Watches("b") || !slices.Equal(w.Pending(), second) {
		t.Errorf("a %v, b %v, pending %v", w.Watches("a"), w.Watches("b"), w.Pending())
	}
}

// What is lost is pending no more, and no block is asked for it: on a chain that is younger
// than a reorg is deep it is let go of at once, and never called confirmed.
func TestALostOrderIsOverAtOnce(t *testing.T) {
	w := newWatch(t)
	w.p.head, w.Confirmations = 5, 1
	w.orders("a")
	w.patient().p.count[w.Address()] = 7
	for range sure - 1 {
		w.looks("not yet", "")
	}
	w.looks("a stranger used both nonces", "a lost and lost")
	if !w.Idle() {
		t.Error("it is followed on")
	}
	w = newWatch(t)
	hashes := w.orders("a")
	w.p.includes(100, hashes[0])
	w.patient().p.count[w.Address()] = 7
	for range sure - 1 {
		w.looks("not yet", "")
	}
	w.looks("a stranger used the second", "a in 100 and lost")
	if q := w.flights.question(); len(w.Pending()) != 0 || !slices.Equal(q.Blocks, []uint64{100}) {
		t.Errorf("pending %v, asked about %+v", w.Pending(), q)
	}
}

// Three looks in a row are counted anew from a reorg on, and from another offer on.
func TestAnOrderIsGivenUpAfterThreeNewLooksOnly(t *testing.T) {
	for name, begin := range map[string]func(*watch, []common.Hash){
		"a reorg": func(w *watch, hashes []common.Hash) {
			w.p.includes(99, hashes...)
			w.looks("there", "a in 99 and in 99")
			w.p.trunk, w.p.branch, w.p.receipts = 98, 4, map[common.Hash]map[string]any{}
			w.looks("gone", "a vanished")
			w.p.count[w.Address()] = 7
		},
		"another offer": func(w *watch, _ []common.Hash) {
			w.p.count[w.Address()] = 7
			w.looks("once", "")
			w.looks("twice", "")
			check(t, w.Replace(t.Context(), token(), use(), "a", double(offer())))
		},
	} {
		w := newWatch(t)
		hashes := w.orders("a")
		begin(w.patient(), hashes)
		w.looks(name+", once", "")
		w.looks(name+", twice", "")
		w.looks(name+", three times", "a lost and lost")
	}
}

// Both calls of an order offer more, each under its own nonce.
func TestEachCallOffersMoreUnderItsOwnNonce(t *testing.T) {
	w := newWatch(t)
	w.orders("a")
	check(t, w.Replace(t.Context(), token(), use(), "a", double(offer())))
	last := w.p.sent[len(w.p.sent)-2:]
	if !slices.Equal(w.Pending(), []common.Hash{last[0].Hash(), last[1].Hash()}) || last[0].Nonce() != 5 || last[1].Nonce() != 6 || *last[1].To() != calls()[1].To {
		t.Errorf("pending %v, handed over %v and %v", w.Pending(), last[0].Hash(), last[1].Hash())
	}
}

// A receipt that a reorg took before the rest of its order came is missing again.
func TestAReceiptThatGoesBeforeItsOrderIsCompleteIsMissing(t *testing.T) {
	w := newWatch(t)
	hashes := w.orders("a")
	w.p.includes(99, hashes[0])
	w.looks("the first is there", "a stuck at 2002000000 for 60000 gas")
	delete(w.p.receipts, hashes[0])
	w.looks("and gone", "a stuck at 2002000000 for 110000 gas")
	w.p.includes(100, hashes[1])
	w.looks("the second alone", "a stuck at 2002000000 for 50000 gas")
}

// A block may come while a node is asked: the count of nonces is then older than the receipts.
// What is lost is what has no receipt and a nonce that is used, whichever call that is.
func TestACountThatIsOlderThanAReceiptLosesNothing(t *testing.T) {
	w := newWatch(t)
	hashes := w.orders("a")
	w.patient().p.includes(100, hashes[1])
	w.p.count[w.Address()] = 5
	for range sure + 1 {
		w.looks("the first nonce is not used", "")
	}
	w.p.count[w.Address()] = 6
	w.looks("it is, once", "")
	w.looks("twice", "")
	w.looks("three times", "a lost and in 100")
}

// The orders of a former key are told by its own nonce, also behind newer ones of the next.
func TestAFormerKeysOrderIsLostBesideANewerOne(t *testing.T) {
	w := newWatch(t)
	w.orders("a")
	former, next := w.Address(), newScribe(t, 2)
	w.Succeed(next, former)
	w.p.pending, w.scribe = 50, next
	w.orders("b")
	w.patient().p.count[former] = 7
	w.looks("once", "")
	w.looks("twice", "")
	w.looks("three times", "a lost and lost")
}

// A receipt of a rollup that does not tell what data cost tells no outcome, also later: the
// fee would be missing from the books.
func TestALookBelievesNoReceiptWithoutItsFee(t *testing.T) {
	w := newWatch(t)
	hashes := w.orders("a")
	w.Rollup = true
	w.p.includes(100, hashes...)
	w.looks("without its fee", "")
	w.offered("nothing is handed over on it", hashes, 1, 1)
	for _, h := range hashes {
		w.p.receipts[h]["l1Fee"] = "0x64"
	}
	news := w.looks("with it", "a in 100 and in 100")
	if r := news[0].Receipts[1]; r.DataWei != n256(100) || r.GasWei != n256(21_000*1_000_000_001+100) {
		t.Errorf("%+v", r)
	}
}

// What the journal holds of a look that failed is what was wrong, and a node whose head is
// missing is asked nothing else.
func TestAFailedLookIsWrittenDownAsItWas(t *testing.T) {
	w := newWatch(t)
	w.orders("a")
	w.p.fails, w.p.requests = "eth_getBlockByNumber", 0
	if w.looks("no head", ""); w.p.requests != 1 {
		t.Errorf("%d questions behind a head that is missing", w.p.requests-1)
	}
	w.p.fails = ""
	for n := range 3 { // head, state, receipts
		w.p.requests, w.p.lost = 0, n+1
		w.looks("lost", "")
	}
	failed := 0
	for _, e := range entries(t, w.Journal, w.dir) {
		if e.Failure == nil {
			continue
		}
		if failed++; !strings.Contains(e.Failure.Message, "on fire") && !strings.Contains(e.Failure.Message, errLost.Error()) {
			t.Errorf("%s failed: %s", e.Kind, e.Failure.Message)
		}
	}
	if failed != 4 {
		t.Errorf("%d failures", failed)
	}
}

// Receipts are read from an entry of receipts alone, and from none that failed.
func TestNoOtherEntryHoldsReceipts(t *testing.T) {
	w := newWatch(t)
	w.orders("a")
	found := 0
	for _, e := range entries(t, w.Journal, w.dir) {
		if len(Receipts(e)) == 0 {
			continue
		}
		found++
		other, failed := e, e
		other.Kind, failed.Failure = journal.KindNote, &journal.Failure{Code: journal.CodeUnknown}
		if Receipts(other) != nil || Receipts(failed) != nil {
			t.Errorf("of another kind %+v, failed %+v", Receipts(other), Receipts(failed))
		}
	}
	if found == 0 {
		t.Error("no entry holds receipts")
	}
}
