package chain

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/world/protocol"
)

// successor is a hand on a devnet, and the key after its first.
type successor struct {
	*Hand
	t         *testing.T
	m         *evmtest.Market
	old, next *signer.Signer
}

func newSuccessor(t *testing.T) *successor {
	t.Helper()
	s := &successor{t: t, m: evmtest.NewMarket(t)}
	for i, at := range []**signer.Signer{&s.old, &s.next} {
		key, err := signer.New(evmtest.ChainID, &[32]byte{30: 7, 31: byte(i + 1)})
		check(t, err)
		*at = key
	}
	s.m.Chain().Miner.SetAutomine(true)
	s.Hand = newHand(t, rpc.New(s.m.RPC), s.old, t.TempDir(), nil)
	s.ChainID, s.Poll, s.Patience, s.Depth = evmtest.ChainID, 10, 100, 64
	return s
}

// handsOver sends all that the first key holds to the next.
func (s *successor) handsOver() []Receipt {
	s.t.Helper()
	offer := signer.Fees{Max: *uint256.NewInt(100e9), Tip: *uint256.NewInt(100e9)}
	cost := new(uint256.Int).Mul(&offer.Max, uint256.NewInt(21_000))
	call := protocol.Call{To: s.next.Address(), Gas: 21_000, Value: new(uint256.Int).Sub(uint256.NewInt(1e18), cost)}
	got, err := s.Send(s.t.Context(), token(), use(), Order{ID: "p", Calls: []protocol.Call{call}, Offer: offer})
	if err != nil || len(got) != 1 || !got[0].Success || !got[0].GasWei.Eq(cost) {
		s.t.Fatalf("%+v, %v", got, err)
	}
	return got
}

func (s *successor) holds(of common.Address) *uint256.Int {
	s.t.Helper()
	var wei hexutil.Big
	check(s.t, s.m.RPC.Call(&wei, "eth_getBalance", of, "latest"))
	return uint256.MustFromBig(wei.ToInt())
}

// look expects one change.
func (s *successor) look() Change {
	s.t.Helper()
	news, err := s.Look(s.t.Context())
	if err != nil || len(news) != 1 {
		s.t.Fatalf("%+v, %v", news, err)
	}
	return news[0]
}

// spec: provisioning §9.1: nothing stays with the old key, to the wei; and when a reorg
// takes the transaction back after that key is destroyed, the same bytes happen again.
func TestCoinThatIsHandedOverComesAgainAfterAReorg(t *testing.T) {
	s := newSuccessor(t)
	s.m.Send(s.old.Address(), 1e18)
	back := s.m.Snapshot()
	was := s.handsOver()[0]
	if s.Signed() != 1 || s.Idle() {
		t.Errorf("%d were signed", s.Signed())
	}
	s.Succeed(s.next, s.old.Address())
	s.old.Destroy()
	if left := s.holds(s.old.Address()); !left.IsZero() || s.Signed() != 0 || s.Idle() {
		t.Fatalf("%s wei are left, %d signed", left, s.Signed())
	}
	back()
	check(t, s.m.Chain().Pace.SetCoinbase(common.Address{9}))
	s.m.Mine()
	s.m.Mine()
	if c := s.look(); !c.Vanished || !s.holds(s.next.Address()).IsZero() {
		t.Fatalf("%+v", c)
	}
	if news, err := s.Look(t.Context()); err != nil || len(news) != 0 { // handed over again
		t.Fatalf("%+v, %v", news, err)
	}
	s.m.Mine()
	if c := s.look(); len(c.Receipts) != 1 || c.Receipts[0].TxHash != was.TxHash || !c.Receipts[0].Success || s.holds(s.next.Address()).IsZero() {
		t.Errorf("%+v", c)
	}
	if s.next.Signatures() != 0 {
		t.Error("the next key signed for it")
	}
}

// The order of a key that is gone is told by that key's nonces, offers no more however long
// it waits, and is lost where another transaction used its nonce.
func TestAnOrderOfAFormerKeyIsFollowedByItsOwnNonce(t *testing.T) {
	s := newSuccessor(t)
	s.m.Send(s.next.Address(), 1e18)
	back := s.m.Snapshot() // in which the old key has nothing to hand over
	s.m.Send(s.old.Address(), 1e18)
	s.handsOver()
	s.Succeed(s.next, s.old.Address())
	back()
	for range 4 {
		s.m.Mine()
	}
	if c := s.look(); !c.Vanished {
		t.Fatalf("%+v", c)
	}
	s.spends(s.next) // of which the old key's nonce says nothing
	if _, err := s.Clock.WaitUntil(t.Context(), s.Clock.Last()+10*s.Patience); err != nil {
		t.Fatal(err)
	}
	for range sure + 1 {
		if news, err := s.Look(t.Context()); err != nil || len(news) != 0 {
			t.Fatalf("%+v, %v", news, err)
		}
	}
	s.m.Send(s.old.Address(), 1e17)
	s.spends(s.old)
	var lost []Change
	for range sure {
		news, err := s.Look(t.Context())
		check(t, err)
		lost = append(lost, news...)
	}
	if len(lost) != 1 || len(lost[0].Receipts) != 1 || !lost[0].Receipts[0].Lost {
		t.Errorf("%+v", lost)
	}
}

// spends has a key use its first nonce for something else.
func (s *successor) spends(key *signer.Signer) {
	s.t.Helper()
	tx, err := key.SignTransaction(&types.DynamicFeeTx{ChainID: big.NewInt(evmtest.ChainID), GasTipCap: big.NewInt(1e9), GasFeeCap: big.NewInt(200e9), Gas: 21_000, To: &common.Address{5}})
	if err == nil {
		_, err = s.Client.Send(s.t.Context(), tx.Raw)
	}
	check(s.t, err)
	s.m.Mine()
}
