package chain

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/internal/seglog"
)

func TestAnOrderIsSignedSentAndReceived(t *testing.T) {
	b := newBench(t, nil)
	b.node.includes = 2
	got, err := b.Send(t.Context(), token(), use(), order(calls()))
	if err != nil || len(got) != 2 || b.Signer.Signatures() != 2 {
		t.Fatalf("%+v, %v, %d signatures", got, err, b.Signer.Signatures())
	}
	for i, tx := range b.node.sent {
		from, err := types.Sender(types.NewLondonSigner(tx.ChainId()), tx)
		want := calls()[i]
		if err != nil || from != b.Signer.Address() || tx.ChainId().Uint64() != chainID || tx.Nonce() != uint64(5+i) || *tx.To() != want.To ||
			string(tx.Data()) != string(want.Data) || tx.Gas() != want.Gas || tx.Value().Sign() != 0 {
			t.Errorf("transaction %d: %+v from %s, %v", i, tx, from, err)
		}
		if tx.GasTipCap().Int64() != 2_000_000 || tx.GasFeeCap().Int64() != 2_002_000_000 {
			t.Errorf("transaction %d offers %s and %s", i, tx.GasFeeCap(), tx.GasTipCap())
		}
		r := got[i]
		if r.TxHash != tx.Hash() || !r.Found || !r.Success || r.Block.Number != 8 || r.GasUsed != 21_000 || r.GasWei.Uint64() != 21_000*1_000_000_001 || len(r.Logs) != 1 {
			t.Errorf("receipt %d: %+v", i, r)
		}
	}
	if b.Clock.Last() != 1000+2*15_000 {
		t.Errorf("the receipts were there at %d", b.Clock.Last())
	}
}

func TestARevertIsFoundAndNoSuccess(t *testing.T) {
	b := newBench(t, nil)
	b.node.reverts = true
	got, err := b.Send(t.Context(), token(), use(), order(calls()[:1]))
	if err != nil || !got[0].Found || got[0].Success || got[0].GasWei.IsZero() {
		t.Errorf("%+v, %v", got, err)
	}
}

// spec: safety §1.4 S-1, S-2
func TestWithoutAGoodTokenNothingIsSigned(t *testing.T) {
	used := token()
	check(t, used.Consume(use()))
	late, costly := use(), use()
	late.Tick, costly.Value = 4, 1
	for name, c := range map[string]struct {
		token *capability.Token
		use   capability.Use
		want  error
	}{
		"none": {nil, use(), capability.ErrForged}, "zero": {new(capability.Token), use(), capability.ErrForged}, "used": {used, use(), capability.ErrUsed},
		"another tool": {token(), capability.Use{Tool: "claim_fees"}, capability.ErrTool}, "other parameters": {token(), capability.Use{Tool: "swap"}, capability.ErrParams},
		"too late": {token(), late, capability.ErrExpired}, "too much": {token(), costly, capability.ErrValue},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, nil)
			got, err := b.Send(t.Context(), c.token, c.use, order(calls()))
			if !errors.Is(err, c.want) || got != nil || b.Signer.Signatures() != 0 || len(b.node.sent) != 0 {
				t.Errorf("%+v, %v, %d signatures, %d sent", got, err, b.Signer.Signatures(), len(b.node.sent))
			}
		})
	}
}

func TestADestroyedKeySendsNothing(t *testing.T) {
	b := newBench(t, nil)
	b.Signer.Destroy()
	if got, err := b.Send(t.Context(), token(), use(), order(calls())); err == nil || got != nil || len(b.node.sent) != 0 {
		t.Errorf("%+v, %v, %d sent", got, err, len(b.node.sent))
	}
}

func TestAChainWithoutABaseFeeIsRefused(t *testing.T) {
	b := newBench(t, nil)
	b.node.noFee = true
	if _, err := b.Send(t.Context(), token(), use(), order(calls())); err == nil || b.Signer.Signatures() != 0 {
		t.Errorf("%v, %d signatures", err, b.Signer.Signatures())
	}
}

// DESIGN §4 (Durability): no durable journal, no write to the chain.
func TestWithoutADurableJournalNothingIsSent(t *testing.T) {
	broken := errors.New("the disk is full")
	reached := false
	for n := range 40 {
		armed, left := false, n
		b := newBench(t, func(_ seglog.Op, size int) (int, error) {
			if armed {
				if left == 0 {
					return 0, broken
				}
				left--
			}
			return size, nil
		})
		durable := -1 // syncs that had passed when the node got something
		b.node.onSend = func() {
			if durable < 0 {
				durable = n - left
			}
		}
		armed = true
		got, err := b.Send(t.Context(), token(), use(), order(calls()))
		switch {
		case err == nil:
			reached = true
		case got == nil && len(b.node.sent) > 0:
			t.Errorf("disk fails at operation %d: %d sent, and the error %v says that nothing was", n, len(b.node.sent), err)
		case durable == 0:
			t.Errorf("disk fails at operation %d: sent before anything was written", n)
		case n == 0 && (len(b.node.sent) != 0 || got != nil):
			t.Errorf("with a broken disk %d were sent", len(b.node.sent))
		}
		if reached {
			break
		}
	}
	if !reached {
		t.Error("no run got past all disk operations")
	}
}

func TestWhatIsSentIsInTheJournalBefore(t *testing.T) {
	b := newBench(t, nil)
	if _, err := b.Send(t.Context(), token(), use(), order(calls())); err != nil {
		t.Fatal(err)
	}
	var order []string
	for _, e := range entries(t, b.Journal, b.dir) {
		order = append(order, string(e.Kind))
	}
	if got := strings.Join(order, " "); got != "boot wake note send send advance receipt" {
		t.Errorf("the journal holds %s", got)
	}
}

func TestAMissingReceiptIsUnknownOncePatienceEnds(t *testing.T) {
	for name, set := range map[string]func(*node){
		"never included": func(n *node) { n.includes = -1 }, "the node does not answer": func(n *node) { n.away = true },
		"refused by the node": func(n *node) { n.refuse, n.includes = errors.New("nonce too low"), -1 },
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, nil)
			set(b.node)
			got, err := b.Send(t.Context(), token(), use(), order(calls()))
			if err != nil || len(got) != 2 || b.Clock.Last() != 61_000 {
				t.Fatalf("%+v, %v at %d", got, err, b.Clock.Last())
			}
			for i, r := range got {
				if r.Found || r.TxHash == (common.Hash{}) || (len(b.node.sent) > 0 && r.TxHash != b.node.sent[i].Hash()) {
					t.Errorf("receipt %d: %+v", i, r)
				}
			}
			if b.node.refuse != nil && len(b.node.sent) != 0 {
				t.Error("the row went on behind a refused transaction")
			}
		})
	}
}

func TestAnInterruptedWaitLeavesTheOutcomeUnknown(t *testing.T) {
	b := newBench(t, nil)
	b.node.includes = -1
	ctx, cancel := context.WithCancel(t.Context())
	b.node.onSend = func() {
		if len(b.node.sent) == 1 {
			defer cancel()
		}
	}
	got, err := b.Send(ctx, token(), use(), order(calls()))
	if err == nil || got == nil {
		t.Fatalf("%+v, %v: it is under way", got, err)
	}
	for _, r := range got {
		if r.Found || r.TxHash == (common.Hash{}) {
			t.Errorf("%+v", r)
		}
	}
}

func TestAReplaySendsNothingAndHearsTheSame(t *testing.T) {
	for name, set := range map[string]func(*node){"found": func(*node) {}, "pending": func(n *node) { n.includes = -1 }, "away": func(n *node) { n.away = true }, "refused": func(n *node) { n.refuse = errors.New("insufficient funds") }} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, nil)
			set(b.node)
			lived, failed := b.Send(t.Context(), token(), use(), order(calls()))
			if (failed != nil) != (name == "refused") {
				t.Fatal(failed)
			}
			check(t, b.Journal.Close())
			j := openJournal(t, b.dir, journal.Replay, nil)
			h := &Hand{Journal: j, Clock: tape.NewClock(j, nil, false), ChainID: chainID, Poll: b.Poll, Patience: b.Patience}
			h.Clock.Now()
			sent := len(b.node.sent)
			replayed, err := h.Send(t.Context(), token(), use(), order(calls()))
			if fmt.Sprint(replayed, err) != fmt.Sprint(lived, failed) || len(b.node.sent) != sent {
				t.Errorf("replayed %+v, %v, lived %+v, %v", replayed, err, lived, failed)
			}
		})
	}
}

func order(calls []protocol.Call) Order { return Order{ID: "permit:3.1", Calls: calls, Offer: offer()} }

// offer is what a reading of the bench's node leads to: twice its base fee of a
// gwei, and a tip of two thousandths.
func offer() signer.Fees {
	return signer.Fees{Max: *uint256.NewInt(2_002_000_000), Tip: *uint256.NewInt(2_000_000)}
}

// A transaction below the fee of the next block waits, and every later one behind
// it, exits included. A base fee rises by an eighth at most in a block (EIP-1559).
// spec: chain §8
func TestAnOrderThatMightWaitForItsFeeIsNotSigned(t *testing.T) {
	for most, want := range map[uint64]int{1_126_999_999: 0, 1_127_000_000: 2} {
		b := newBench(t, nil)
		low := offer()
		low.Max.SetUint64(most)
		got, err := b.Send(t.Context(), token(), use(), Order{ID: "permit:3.1", Calls: calls(), Offer: low})
		if (err == nil) != (want > 0) || len(got) != want || len(b.node.sent) != want || b.Signer.Signatures() != uint64(want) {
			t.Errorf("offering %d: %+v, %v, %d sent, %d signatures", most, got, err, len(b.node.sent), b.Signer.Signatures())
		}
		for _, tx := range b.node.sent {
			if tx.GasFeeCap().Uint64() != most || tx.GasTipCap().Uint64() != 2_000_000 {
				t.Errorf("offers %s with tip %s", tx.GasFeeCap(), tx.GasTipCap())
			}
		}
	}
}

// What the node did not take waits nowhere: the order is over, not pending.
func TestARefusedFirstTransactionIsNotSent(t *testing.T) {
	for name, c := range map[string]struct {
		says  string
		after int // transactions that are taken before
		sent  bool
	}{
		"no money":              {"insufficient funds for gas * price + value: balance 1, tx cost 2", 0, false},
		"too cheap":             {"transaction underpriced: tip needed 2, tip permitted 1", 0, false},
		"too cheap to replace":  {"replacement transaction underpriced", 0, false},
		"maybe there already":   {"nonce too low: next nonce 6, tx nonce 5", 0, true},
		"whatever else":         {"on fire", 0, true},
		"behind one on its way": {"insufficient funds for gas * price + value", 1, true},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, nil)
			b.node.refuse, b.node.takes, b.node.includes = errors.New(c.says), c.after, -1
			got, err := b.Send(t.Context(), token(), use(), order(calls()))
			if (got != nil) != c.sent || (err == nil) != c.sent || len(b.node.sent) != c.after {
				t.Fatalf("%+v, %v, %d sent", got, err, len(b.node.sent))
			}
			if b.Watches("permit:3.1") != c.sent || b.flights.next() != map[bool]uint64{true: 7}[c.sent] {
				t.Errorf("followed: %v, next nonce %d", b.Watches("permit:3.1"), b.flights.next())
			}
			if !c.sent && b.Clock.Last() != 1000 {
				t.Errorf("waited until %d for nothing", b.Clock.Last())
			}
		})
	}
}

// spec: chain §8: a crash cannot lead to a second send. What a process gave away
// before it died is given away again by the next one, the same bytes, and the rest
// of the row follows.
func TestARowIsHandedOverAgainBehindWhatTheNodeHas(t *testing.T) {
	for _, said := range []string{"already known", "nonce too low: next nonce 6, tx nonce 5"} {
		b, offered := newBench(t, nil), 0
		b.node.onSend = func() {
			b.node.refuse = nil
			if offered++; offered == 1 {
				b.node.refuse = errors.New(said)
			}
		}
		got, err := b.Send(t.Context(), token(), use(), order(calls()))
		if err != nil || !complete(got) || len(got) != 2 || len(b.node.sent) != 1 {
			t.Errorf("%s: %d sent, %+v, %v", said, len(b.node.sent), got, err)
		}
	}
}

// What a node forgot is offered again while the order waits.
func TestWhatANodeForgotIsHandedOverAgain(t *testing.T) {
	b, offered := newBench(t, nil), 0
	b.Poll, b.node.includes = 1_000, -1
	b.node.onSend = func() {
		if offered++; offered == 4 {
			b.node.includes = 0
		}
	}
	got, err := b.Send(t.Context(), token(), use(), order(calls()))
	if err != nil || !complete(got) || offered != 4 || b.Clock.Last() != 7_000 {
		t.Errorf("%d offers, %+v, %v at %d", offered, got, err, b.Clock.Last())
	}
	if b.node.sent[0].Hash() != b.node.sent[2].Hash() || b.node.sent[1].Hash() != b.node.sent[3].Hash() {
		t.Error("other bytes were offered")
	}
}

// A block that comes between two questions shows the later of two orders alone. Its
// outcome is told behind the earlier one's, because it spends what that one brought in.
func TestOutcomesAreToldInTheOrderInWhichTheyHappened(t *testing.T) {
	b := newBench(t, nil)
	for n, id := range []string{"first", "second"} {
		tx, err := b.signOne(calls()[n], uint64(5+n), offer())
		check(t, err)
		f, err := newFlight(Order{ID: id, Calls: calls()[:1], Offer: offer()}, []signedTx{tx}, b.Clock.Last())
		check(t, err)
		b.flights = append(b.flights, f)
	}
	b.node.hides = b.flights[0].offers[0][0].Hash
	if news, err := b.Look(t.Context()); err != nil || len(news) != 0 {
		t.Fatalf("%+v, %v", news, err)
	}
	b.node.hides = common.Hash{}
	news, err := b.Look(t.Context())
	if err != nil || len(news) != 2 || news[0].ID != "first" || news[1].ID != "second" || !complete(news[1].Receipts) {
		t.Errorf("%+v, %v", news, err)
	}
}
