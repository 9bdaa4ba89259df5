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

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/internal/seglog"
)

func TestAnOrderIsSignedSentAndReceived(t *testing.T) {
	b := newBench(t, nil)
	b.node.includes = 2
	got, err := b.Send(t.Context(), token(), use(), calls(), mostFee())
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
		// Twice the base fee and the median tip of two thousandths of a gwei.
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
	got, err := b.Send(t.Context(), token(), use(), calls()[:1], mostFee())
	if err != nil || !got[0].Found || got[0].Success || got[0].GasWei.IsZero() {
		t.Errorf("%+v, %v", got, err)
	}
}

// spec: safety §1.4 S-1, S-2
func TestWithoutAGoodTokenNothingIsSigned(t *testing.T) {
	used := token()
	if err := used.Consume(use()); err != nil {
		t.Fatal(err)
	}
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
			got, err := b.Send(t.Context(), c.token, c.use, calls(), mostFee())
			if !errors.Is(err, c.want) || got != nil || b.Signer.Signatures() != 0 || len(b.node.sent) != 0 {
				t.Errorf("%+v, %v, %d signatures, %d sent", got, err, b.Signer.Signatures(), len(b.node.sent))
			}
		})
	}
}

func TestADestroyedKeySendsNothing(t *testing.T) {
	b := newBench(t, nil)
	b.Signer.Destroy()
	if got, err := b.Send(t.Context(), token(), use(), calls(), mostFee()); err == nil || got != nil || len(b.node.sent) != 0 {
		t.Errorf("%+v, %v, %d sent", got, err, len(b.node.sent))
	}
}

func TestAChainWithoutABaseFeeIsRefused(t *testing.T) {
	b := newBench(t, nil)
	b.node.noFee = true
	if _, err := b.Send(t.Context(), token(), use(), calls(), mostFee()); err == nil || b.Signer.Signatures() != 0 {
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
		got, err := b.Send(t.Context(), token(), use(), calls(), mostFee())
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
	if _, err := b.Send(t.Context(), token(), use(), calls(), mostFee()); err != nil {
		t.Fatal(err)
	}
	if err := b.Journal.Close(); err != nil {
		t.Fatal(err)
	}
	stored, err := journal.Read(b.dir)
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	for e, err := range stored.Entries(0) {
		if err != nil {
			t.Fatal(err)
		}
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
			got, err := b.Send(t.Context(), token(), use(), calls(), mostFee())
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
	got, err := b.Send(ctx, token(), use(), calls(), mostFee())
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
	for name, set := range map[string]func(*node){"found": func(*node) {}, "pending": func(n *node) { n.includes = -1 }, "away": func(n *node) { n.away = true }} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, nil)
			set(b.node)
			lived, err := b.Send(t.Context(), token(), use(), calls(), mostFee())
			if err != nil {
				t.Fatal(err)
			}
			if err := b.Journal.Close(); err != nil {
				t.Fatal(err)
			}
			j := openJournal(t, b.dir, journal.Replay, nil)
			h := &Hand{Journal: j, Clock: tape.NewClock(j, nil, false), ChainID: chainID, Poll: b.Poll, Patience: b.Patience}
			h.Clock.Now()
			sent := len(b.node.sent)
			replayed, err := h.Send(t.Context(), token(), use(), calls(), mostFee())
			if err != nil || fmt.Sprint(replayed) != fmt.Sprint(lived) || len(b.node.sent) != sent {
				t.Errorf("replayed %+v, %v, lived %+v", replayed, err, lived)
			}
		})
	}
}

// mostFee is more than the bench's node asks.
func mostFee() *uint256.Int { return uint256.NewInt(1e18) }

// What was reserved for gas is the most that may be offered.
func TestNoOrderOffersMoreThanItsFeeCap(t *testing.T) {
	b := newBench(t, nil)
	b.node.includes = 2
	most := uint256.NewInt(1_000_000)
	if _, err := b.Send(t.Context(), token(), use(), calls(), most); err != nil {
		t.Fatal(err)
	}
	if len(b.node.sent) != 2 {
		t.Fatalf("%d transactions sent, want 2", len(b.node.sent))
	}
	for _, tx := range b.node.sent {
		if tx.GasFeeCap().Cmp(most.ToBig()) > 0 || tx.GasTipCap().Cmp(tx.GasFeeCap()) > 0 {
			t.Errorf("offers %s with tip %s, want at most %s", tx.GasFeeCap(), tx.GasTipCap(), most)
		}
	}
}
