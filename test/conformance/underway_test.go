package conformance

import (
	"math/big"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/internal/clock"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

const gwei = 1_000_000_000

// way is a hand whose orders wait on a devnet until the test mines.
type way struct {
	*evmtest.Node
	t    *testing.T
	hand *chain.Hand
	key  [32]byte
}

func newWay(t *testing.T) *way {
	t.Helper()
	w := &way{Node: evmtest.NewNode(t, map[common.Address][]byte{}), t: t, key: [32]byte{31: 7}}
	secret := w.key
	key, err := signer.New(evmtest.ChainID, &secret)
	if err != nil {
		t.Fatal(err)
	}
	w.Send(key.Address(), 5e18)
	j, err := journal.Open(t.TempDir(), journal.Options{Policy: journal.History})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	w.hand = &chain.Hand{
		Client: rpc.New(w.RPC), Signer: key, Journal: j, ChainID: evmtest.ChainID, Poll: 1_000, Patience: 3_000, Depth: 5,
		Clock: tape.NewClock(j, clock.NewSimulated(time.UnixMilli(1_000_000)), false),
	}
	w.hand.Clock.Now()
	return w
}

func (w *way) token() (*capability.Token, capability.Use) {
	use := capability.Use{Tool: "swap", Tick: 1}
	return capability.NewRegistry().Mint(capability.Grant{Tool: "swap", PermitID: "p", ExpiresAt: 9}), use
}

// send hands an order of two calls over and does not mine.
func (w *way) send(offer signer.Fees) {
	w.t.Helper()
	token, use := w.token()
	calls := []protocol.Call{{To: evmtest.Address("first"), Gas: 30_000}, {To: evmtest.Address("second"), Gas: 30_000}}
	got, err := w.hand.Send(w.t.Context(), token, use, chain.Order{ID: "p", Calls: calls, Offer: offer})
	if err != nil || len(got) != 2 || got[0].Found || got[1].Found || len(w.hand.Pending()) != 2 {
		w.t.Fatalf("%+v, %v, %d pending", got, err, len(w.hand.Pending()))
	}
}

// look waits a second of the life's time and looks.
func (w *way) look() []chain.Change {
	w.t.Helper()
	if _, err := w.hand.Clock.WaitUntil(w.t.Context(), w.hand.Clock.Last()+1_000); err != nil {
		w.t.Fatal(err)
	}
	news, err := w.hand.Look(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	return news
}

// landed looks once and wants the order's whole outcome.
func (w *way) landed() []chain.Receipt {
	w.t.Helper()
	news := w.look()
	if len(news) != 1 || news[0].ID != "p" || len(news[0].Receipts) != 2 || len(w.hand.Pending()) != 0 {
		w.t.Fatalf("news %+v, %d pending", news, len(w.hand.Pending()))
	}
	for i, r := range news[0].Receipts {
		if !r.Found || !r.Success {
			w.t.Fatalf("receipt %d: %+v", i, r)
		}
	}
	return news[0].Receipts
}

// nonce is how many transactions of the hand the chain holds.
func (w *way) nonce() uint64 {
	w.t.Helper()
	b := w.hand.Client.At(w.Chain().Chain.Head().Hash())
	read := b.Nonce(w.hand.Signer.Address())
	if err := b.Do(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	n, err := read.Value()
	if err != nil {
		w.t.Fatal(err)
	}
	return n
}

func plenty() signer.Fees {
	return signer.Fees{Max: *uint256.NewInt(20 * gwei), Tip: *uint256.NewInt(gwei)}
}

// spec: heartbeat §3 step 8: what is not final within the tick is pending, and
// finished later. safety §25 point 10: it is resolved by a look-up of its receipt.
func TestAnOrderThatWasPendingIsFoundLater(t *testing.T) {
	w := newWay(t)
	w.send(plenty())
	if news := w.look(); len(news) != 1 || news[0].Stuck == nil {
		t.Fatalf("before its block: %+v", news)
	}
	w.Mine()
	w.landed()
	if !w.hand.Watches("p") || len(w.look()) != 0 {
		t.Error("an outcome was told twice, or is not watched")
	}
	for range 5 {
		w.Mine()
	}
	if w.look(); w.hand.Watches("p") || w.nonce() != 2 {
		t.Errorf("watched below the depth: %v; nonce %d", w.hand.Watches("p"), w.nonce())
	}
}

// A node that was restarted has forgotten its pool: the same bytes are handed over
// again, and never others under another nonce (safety §25 point 10).
func TestAnOrderThatWasForgottenIsHandedOverAgain(t *testing.T) {
	w := newWay(t)
	w.send(plenty())
	before := w.hand.Pending()
	if _, err := w.Chain().Pool.Drop(func(*types.Transaction, common.Address) bool { return true }); err != nil {
		t.Fatal(err)
	}
	w.Mine()
	w.look()
	w.Mine()
	for i, r := range w.landed() {
		if r.TxHash != before[i] {
			t.Errorf("call %d: %s was signed, %s is on the chain", i, before[i], r.TxHash)
		}
	}
}

// spec: chain §8: after the patience an order is replaced, 12.5 % dearer, under the
// same nonces; one offer of each is executed.
func TestAStuckOrderOffersMoreUnderTheSameNonces(t *testing.T) {
	w := newWay(t)
	w.send(plenty())
	if err := w.Chain().Pace.SetNextBaseFee(big.NewInt(22 * gwei)); err != nil {
		t.Fatal(err)
	}
	w.Mine() // too dear a block
	stuck := w.look()
	if len(stuck) != 1 || stuck[0].Stuck == nil || stuck[0].Stuck.Offer != plenty() || stuck[0].Stuck.Gas != 60_000 {
		t.Fatalf("%+v", stuck)
	}
	more, err := plenty().Replacement()
	if err != nil || more.Max.Uint64() != 22.5*gwei || more.Tip.Uint64() != 1.125*gwei {
		t.Fatalf("%s, %s, %v", more.Max.Dec(), more.Tip.Dec(), err)
	}
	token, use := w.token()
	signed := w.hand.Signer.Signatures()
	if err := w.hand.Replace(t.Context(), token, use, "p", more); err != nil || w.hand.Signer.Signatures() != signed+2 {
		t.Fatalf("%v, %d signatures", err, w.hand.Signer.Signatures()-signed)
	}
	if err := w.hand.Replace(t.Context(), token, use, "p", more); err == nil || w.hand.Signer.Signatures() != signed+2 {
		t.Errorf("a token opened twice: %v", err)
	}
	if err := w.Chain().Pace.SetNextBaseFee(big.NewInt(21 * gwei)); err != nil {
		t.Fatal(err)
	}
	w.Mine()
	w.landed()
	if w.nonce() != 2 {
		t.Errorf("%d transactions are on the chain, want 2", w.nonce())
	}
}

// An old offer may still be the one that is included.
func TestWhicheverOfferIsIncludedIsTheOutcome(t *testing.T) {
	w := newWay(t)
	w.send(plenty())
	old := w.hand.Pending()
	more, err := plenty().Replacement()
	if err != nil {
		t.Fatal(err)
	}
	waiting, err := w.Chain().Pool.Pending(w.hand.Signer.Address())
	if err != nil || len(waiting) != 2 {
		t.Fatalf("%d wait, %v", len(waiting), err)
	}
	token, use := w.token()
	if err := w.hand.Replace(t.Context(), token, use, "p", more); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Chain().Pool.Drop(func(*types.Transaction, common.Address) bool { return true }); err != nil {
		t.Fatal(err)
	}
	for _, tx := range waiting { // somebody else had kept the first ones
		w.Submit(tx)
	}
	w.Mine()
	for i, r := range w.landed() {
		if r.TxHash != old[i] {
			t.Errorf("call %d: %s", i, r.TxHash)
		}
	}
}

// A nonce that another program with the same key used up can never be the order's;
// one look is not enough to say so.
func TestAnOrderWhoseNonceAStrangerUsedIsLost(t *testing.T) {
	w := newWay(t)
	w.send(plenty())
	if _, err := w.Chain().Pool.Drop(func(*types.Transaction, common.Address) bool { return true }); err != nil {
		t.Fatal(err)
	}
	key, err := crypto.ToECDSA(w.key[:])
	if err != nil {
		t.Fatal(err)
	}
	for nonce := range uint64(2) {
		to := evmtest.Address("elsewhere")
		tx, err := types.SignNewTx(key, types.LatestSignerForChainID(big.NewInt(evmtest.ChainID)), &types.DynamicFeeTx{
			ChainID: big.NewInt(evmtest.ChainID), Nonce: nonce, To: &to, Gas: 21_000, GasFeeCap: big.NewInt(30 * gwei), GasTipCap: big.NewInt(gwei),
		})
		if err != nil {
			t.Fatal(err)
		}
		w.Submit(tx)
	}
	w.Mine()
	for range 2 {
		if news := w.look(); len(news) == 1 && news[0].Receipts != nil {
			t.Fatalf("lost at once: %+v", news)
		}
	}
	news := w.look()
	if len(news) != 1 || len(news[0].Receipts) != 2 || !news[0].Receipts[0].Lost || !news[0].Receipts[1].Lost || w.hand.Watches("p") {
		t.Errorf("%+v, watched %v", news, w.hand.Watches("p"))
	}
}

// spec: heartbeat §3 step 8: a reorg takes an outcome back; the same bytes come into
// another block, or are found lost.
func TestAReorgTakesAnOutcomeBack(t *testing.T) {
	for name, depth := range map[string]int{"1 block": 1, "2 blocks": 2, "4 blocks": 4} {
		t.Run(name, func(t *testing.T) {
			w := newWay(t)
			back := w.Snapshot()
			w.send(plenty())
			for range depth {
				w.Mine()
			}
			first := w.landed()
			back()
			if news := w.look(); len(news) != 0 { // a node that is behind is no reorg
				t.Fatalf("with a head below the block: %+v", news)
			}
			w.Mine()
			news := w.look()
			if len(news) != 1 || !news[0].Vanished || len(w.hand.Pending()) != 2 {
				t.Fatalf("%+v, %d pending", news, len(w.hand.Pending()))
			}
			w.look() // hands the same bytes over again
			w.Mine()
			for i, r := range w.landed() {
				if r.TxHash != first[i].TxHash || r.Block == first[i].Block {
					t.Errorf("call %d: %+v after %+v", i, r, first[i])
				}
			}
			if w.nonce() != 2 {
				t.Errorf("%d transactions are on the chain", w.nonce())
			}
		})
	}
}

// spec: chain §8: the nonce is held by one allocator. An endpoint that is behind, or a
// chain that went back in this very moment, would have a used one signed for again.
func TestANonceThatWasUsedIsNotSignedForAgain(t *testing.T) {
	w := newWay(t)
	back := w.Snapshot()
	w.send(plenty())
	w.Mine()
	w.landed()
	back()
	token, use := w.token()
	signed := w.hand.Signer.Signatures()
	got, err := w.hand.Send(t.Context(), token, use, chain.Order{ID: "q", Calls: []protocol.Call{{To: evmtest.Address("third"), Gas: 30_000}}, Offer: plenty()})
	if err == nil || got != nil || w.hand.Signer.Signatures() != signed || !strings.Contains(err.Error(), "counts 0 transactions of the wallet, 2 were sent") {
		t.Errorf("%+v, %v, %d signatures", got, err, w.hand.Signer.Signatures()-signed)
	}
}
