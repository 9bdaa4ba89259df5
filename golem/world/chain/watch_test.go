package chain

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/signer"
)

// watch is a hand on a chain on paper, whose signer learns and recalls.
type watch struct {
	*Hand
	*scribe
	t   *testing.T
	p   *paper
	dir string
}

// scribe is a signer that writes down what it is told.
type scribe struct {
	*signer.Signer
	learned, recalled []string
}

func (s *scribe) Learn(nonce uint64, r Receipt, at time.Time) {
	what := "unknown"
	switch {
	case r.Found:
		what = fmt.Sprintf("block %d", r.Block.Number)
	case r.Lost:
		what = "lost"
	}
	s.learned = append(s.learned, fmt.Sprintf("%d %s at %d", nonce, what, at.UnixMilli()))
}

func (s *scribe) Recall(tx *types.Transaction, at time.Time) {
	s.recalled = append(s.recalled, fmt.Sprintf("%d at %d", tx.Nonce(), at.UnixMilli()))
}

// heard is the word of each thing that it learned.
func (s *scribe) heard() (words []string) {
	for _, l := range s.learned {
		words = append(words, strings.Fields(l)[1])
	}
	return words
}

func newScribe(t *testing.T, secret byte) *scribe {
	t.Helper()
	key, err := signer.New(chainID, &[32]byte{31: secret})
	check(t, err)
	return &scribe{Signer: key}
}

func newWatch(t *testing.T) *watch {
	t.Helper()
	w := &watch{t: t, p: newPaper(t), scribe: newScribe(t, 1), dir: t.TempDir()}
	w.p.pending = 5
	w.Hand = newHand(t, w.p.client(), w.scribe, w.dir, nil)
	w.Depth = 10
	return w
}

// orders sends an order of calls() that nothing includes for now, and returns its hashes.
func (w *watch) orders(id string) (hashes []common.Hash) {
	w.t.Helper()
	got, err := w.Send(w.t.Context(), token(), use(), Order{ID: id, Calls: calls(), Offer: offer()})
	if err != nil || len(got) != 2 || complete(got) {
		w.t.Fatalf("%+v, %v", got, err)
	}
	w.p.pending += 2
	return []common.Hash{got[0].TxHash, got[1].TxHash}
}

// looks expects news: each as a word or more, joined by a comma.
func (w *watch) looks(about, want string) []Change {
	w.t.Helper()
	news, err := w.Look(w.t.Context())
	if err != nil {
		w.t.Fatalf("%s: %v", about, err)
	}
	var all []string
	for _, c := range news {
		all = append(all, c.ID+" "+told(c))
	}
	if got := strings.Join(all, ", "); got != want {
		w.t.Errorf("%s: told %q, want %q", about, got, want)
	}
	return news
}

func told(c Change) string {
	var words []string
	for _, r := range c.Receipts {
		switch {
		case r.Lost:
			words = append(words, "lost")
		case r.Found:
			words = append(words, fmt.Sprintf("in %d", r.Block.Number))
		default:
			words = append(words, "unknown")
		}
	}
	if c.Vanished {
		words = append(words, "vanished")
	}
	if c.Stuck != nil {
		words = append(words, fmt.Sprintf("stuck at %s for %d gas", c.Stuck.Offer.Max.Dec(), c.Stuck.Gas))
	}
	if c.Finality != "" {
		words = append(words, string(c.Finality))
	}
	return strings.Join(words, " and ")
}

// offered expects how often each of the transactions was handed over.
func (w *watch) offered(about string, hashes []common.Hash, want ...int) {
	w.t.Helper()
	var got []int
	for _, h := range hashes {
		got = append(got, w.p.offered(h))
	}
	if !slices.Equal(got, want) {
		w.t.Errorf("%s: handed over %v times, want %v", about, got, want)
	}
}

func (w *watch) waits(milliseconds int64) {
	w.t.Helper()
	if _, err := w.Clock.WaitUntil(w.t.Context(), w.Clock.Last()+milliseconds); err != nil {
		w.t.Fatal(err)
	}
}

// double is twice what an order offers.
func double(o signer.Fees) signer.Fees {
	return signer.Fees{Max: *new(uint256.Int).Lsh(&o.Max, 1), Tip: *new(uint256.Int).Lsh(&o.Tip, 1)}
}
