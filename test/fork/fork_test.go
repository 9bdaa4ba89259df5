package fork

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	gethrpc "github.com/ethereum/go-ethereum/rpc"

	"bardo.run/bardo/evm/remote"
	"bardo.run/bardo/evm/rpc/rpctest"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/cheat"
)

// same reports whether two nodes answered alike: the same value, or the same revert.
func same(a string, aErr error, b string, bErr error) bool {
	if aErr == nil || bErr == nil {
		return aErr == nil && bErr == nil && a == b
	}
	return reason(aErr) == reason(bErr) && !upstream(aErr) && !upstream(bErr)
}

// reason is what a revert carries, or an error's text.
func reason(err error) string {
	var data gethrpc.DataError
	if errors.As(err, &data) && data.ErrorData() != nil {
		return err.Error() + " " + data.ErrorData().(string)
	}
	return err.Error()
}

// upstream reports whether an error is −32099.
func upstream(err error) bool {
	var coded gethrpc.Error
	return errors.As(err, &coded) && coded.ErrorCode() == cheat.CodeUpstream
}

// spec: mirage-testing §3.1: 300 random calls over a link of 40 ms answer what the chain
// below answers at the same block.
func TestAForkOverASlowLinkAnswersLikeTheMarket(t *testing.T) {
	s := newStage(t)
	s.proxy.Set(rpctest.Fault{Slow: latency})
	below := s.pin(t)
	n, q := fork(t, below), s.questions()
	block := hexutil.EncodeUint64(below.Block().Number)
	reverts, words := 0, 0
	for i := range 300 {
		ask := q.next()
		want, wantErr := ask.at(t, s.below, block)
		got, err := ask.at(t, n.Server.Client(), "latest")
		if !same(got, err, want, wantErr) {
			t.Fatalf("question %d, %v\nfork   %s (%v)\nmarket %s (%v)", i, ask, got, err, want, wantErr)
		}
		if wantErr != nil {
			reverts++
		} else if len(want) > 66 {
			words++
		}
	}
	if words < 100 || reverts == 300 {
		t.Errorf("%d answers with a word or more and %d reverts of 300: the questions are too easy", words, reverts)
	}
	t.Logf("300 answers, %d of them reverts, in %d round trips", reverts, below.Loads())
}

// The first quote of a fork takes few round trips, and a later one none.
func TestAColdQuoteTakesFewRoundTrips(t *testing.T) {
	s := newStage(t)
	s.proxy.Set(rpctest.Fault{Slow: latency})
	below := s.pin(t)
	n, q := fork(t, below), s.questions()
	ask := q.call(q.Account, q.Quoter, q.quote())
	before := below.Loads()
	watch := clock.Start()
	cold, err := ask.at(t, n.Server.Client(), "latest")
	took, trips := watch.Elapsed(), below.Loads()-before
	if err != nil || trips != 2 {
		t.Errorf("the first quote: %s (%v), %d round trips, want 2", cold, err, trips)
	}
	const many = 50
	watch = clock.Start()
	for range many {
		if warm, err := ask.at(t, n.Server.Client(), "latest"); err != nil || warm != cold {
			t.Fatalf("a later quote: %s (%v)", warm, err)
		}
	}
	if below.Loads() != before+trips {
		t.Errorf("warm quotes took %d round trips", below.Loads()-before-trips)
	}
	t.Logf("cold %v in %d round trips, warm %v", took.Round(time.Millisecond), trips, (watch.Elapsed() / many).Round(time.Microsecond))
}

// spec: mirage-testing §3.2: the same signed swaps, mined on the fork and on the market,
// leave the same logs.
func TestSwapsThatAreMinedOnAForkPayWhatTheyPayBelow(t *testing.T) {
	s := newStage(t)
	n, q := fork(t, s.pin(t)), s.questions()
	logs := 0
	for i := range 30 {
		tx := s.Sign(s.Router, 0, s.SellCall(q.rand.IntN(2) == 0, q.amount()))
		s.Submit(tx)
		want := s.receipt(t, s.Mine(), tx)
		if err := n.Pool.Submit(t.Context(), tx); err != nil {
			t.Fatalf("swap %d: %v", i, err)
		}
		receipts := n.Chain.Receipts(n.Chain.Head().Hash())
		if len(receipts) != 1 || receipts[0].Status != want.Status || len(receipts[0].Logs) != len(want.Logs) {
			t.Fatalf("swap %d: %d receipts, want one with status %d and %d logs", i, len(receipts), want.Status, len(want.Logs))
		}
		for k, l := range receipts[0].Logs {
			if w := want.Logs[k]; l.Address != w.Address || string(l.Data) != string(w.Data) || l.Topics[0] != w.Topics[0] {
				t.Fatalf("swap %d, log %d: %+v, want %+v", i, k, l, w)
			}
		}
		logs += len(want.Logs)
	}
	if logs < 60 {
		t.Errorf("only %d logs of 30 swaps", logs)
	}
}

func (s *stage) receipt(t testing.TB, block [32]byte, tx *types.Transaction) *types.Receipt {
	t.Helper()
	for _, r := range s.Chain().Chain.Receipts(block) {
		if r.TxHash == tx.Hash() {
			return r
		}
	}
	t.Fatalf("the market did not mine %s", tx.Hash())
	return nil
}

// A link that dies at any request: the answer is right or −32099, and the fork is as
// before once the link is back.
func TestALinkThatDiesInTheMiddleIsNeverAnAnswer(t *testing.T) {
	s := newStage(t)
	for name, fault := range map[string]rpctest.Fault{
		"dies": {Dead: true}, "answers a page": {Page: "<html>502</html>"}, "is told to slow down": {Status: 429, Page: "slow down"},
		"drops the code": {Omit: "eth_getCode"}, "drops balances": {Omit: "eth_getBalance"}, "drops slots": {Omit: "eth_getStorageAt"},
	} {
		t.Run(name, func(t *testing.T) { s.interrupted(t, rpctest.Fault{}, fault) })
	}
	// A node that does not tell what a call touches is read one thing after the other.
	t.Run("dies between two reads", func(t *testing.T) {
		s.interrupted(t, rpctest.Fault{Refuse: "eth_createAccessList"}, rpctest.Fault{Dead: true})
	})
}

// interrupted asks one swap and one quote on fresh forks whose link is usual, and fails
// after one request more each time, until that no longer matters.
func (s *stage) interrupted(t *testing.T, usual, fault rpctest.Fault) {
	q := s.questions()
	ask := []question{q.call(q.Account, q.Router, q.SellCall(true, q.amount())), q.call(q.Account, q.Quoter, q.quote())}
	failed := 0
	for after := 0; ; after++ {
		s.proxy.Set(usual)
		below := s.pin(t)
		n := fork(t, below)
		block := hexutil.EncodeUint64(below.Block().Number)
		start := s.proxy.Requests()
		s.proxy.Hear(func(string, bool) {
			if s.proxy.Requests()-start >= after { // from the next request on
				s.proxy.Set(fault)
			}
		})
		if after == 0 {
			s.proxy.Set(fault)
		}
		whole := true
		for _, a := range ask {
			want, wantErr := a.at(t, s.below, block)
			got, err := a.at(t, n.Server.Client(), "latest")
			switch {
			case upstream(err):
				failed++
				whole = false
			case !same(got, err, want, wantErr):
				t.Fatalf("the link fails after %d requests: %v\nfork   %s (%v)\nmarket %s (%v)", after, a, got, err, want, wantErr)
			}
		}
		s.proxy.Hear(nil)
		s.proxy.Set(usual)
		for _, a := range ask {
			want, wantErr := a.at(t, s.below, block)
			if got, err := a.at(t, n.Server.Client(), "latest"); !same(got, err, want, wantErr) {
				t.Fatalf("once the link is back, %v\nfork   %s (%v)\nmarket %s (%v)", a, got, err, want, wantErr)
			}
		}
		if whole {
			break
		}
	}
	if failed < 2 {
		t.Errorf("only %d answers failed", failed)
	}
}

// spec: mirage-testing §2: 300 answers of a recorded fork, with no link at all, are the
// same bytes.
func TestARecordedForkAnswersTheSameBytesWithoutALink(t *testing.T) {
	s := newStage(t)
	below := s.pin(t)
	live, q := fork(t, below), s.questions()
	type said struct {
		question
		answer string
		err    error
	}
	var all []said
	for range 300 {
		ask := q.next()
		got, err := ask.at(t, live.Server.Client(), "latest")
		if upstream(err) {
			t.Fatal(err)
		}
		all = append(all, said{ask, got, err})
	}
	name := filepath.Join(t.TempDir(), "market.fork")
	if err := below.WriteFixture(name); err != nil {
		t.Fatal(err)
	}
	s.proxy.Set(rpctest.Fault{Dead: true})
	state, err := remote.OpenFixture(name)
	if err != nil {
		t.Fatal(err)
	}
	replayed := fork(t, state)
	for i, a := range all {
		got, err := a.at(t, replayed.Server.Client(), "latest")
		if got != a.answer || (err == nil) != (a.err == nil) || err != nil && reason(err) != reason(a.err) {
			t.Fatalf("question %d, %v\nreplayed %s (%v)\nlive     %s (%v)", i, a.question, got, err, a.answer, a.err)
		}
	}
	var out json.RawMessage
	if err := replayed.Server.Client().CallContext(t.Context(), &out, "eth_getCode", "0x00000000000000000000000000000000deadbeef", "latest"); !upstream(err) || !strings.Contains(err.Error(), "not in the fixture") {
		t.Errorf("what was never asked: %s (%v)", out, err)
	}
}
