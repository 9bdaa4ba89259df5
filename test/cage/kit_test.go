package cage

import (
	"context"
	"crypto/ecdsa"
	"sync"
	"testing"

	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/deploy/kit"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
)

// built is the kit on a machine, before anybody of a world is there.
type built struct {
	*machine
	book  deploy.Book
	owner common.Address // of the kit
}

// birth is when every world begins: ten to eight in the evening, UTC.
const birth = 1_767_383_400

// buildKit deploys it once a test binary.
var buildKit = sync.OnceValues(func() (*built, error) {
	set, err := artifact.FindKit()
	if err != nil {
		return nil, err
	}
	plan := kit.Plan{Seed: 7}
	genesis, err := plan.Genesis(set)
	if err != nil {
		return nil, err
	}
	m := newMachine(newLedger(nil), birth, jumps{})
	for at, system := range core.SystemContractAllocs() {
		m.SetCode(at, system.Code, tracing.CodeChangeUnspecified)
	}
	for at, code := range genesis.Code {
		m.SetCode(at, code, tracing.CodeChangeUnspecified)
	}
	for at, wei := range genesis.Alloc {
		m.AddBalance(at, uint256.MustFromBig(wei), tracing.BalanceChangeUnspecified)
	}
	m.end()
	key, err := plan.Key()
	if err != nil {
		return nil, err
	}
	book, err := kit.Deploy(context.Background(), chain{m, map[common.Hash]*types.Receipt{}}, set, plan)
	return &built{m, book, addressOf(key)}, err
})

// newKit is the kit's machine, or the reason why the test is skipped.
func newKit(t testing.TB) *built {
	t.Helper()
	if _, err := artifact.FindKit(); err != nil {
		t.Fatal(err)
	}
	b, err := buildKit()
	check(t, err)
	return b
}

func (b *built) at(name string) common.Address {
	c, ok := b.book.Find(name)
	if !ok {
		panic("cage: the kit has no " + name)
	}
	return c.Address
}

func addressOf(key *ecdsa.PrivateKey) common.Address { return crypto.PubkeyToAddress(key.PublicKey) }

func TestTheKitStands(t *testing.T) {
	b := newKit(t)
	if n := len(b.book.Contracts); n < 40 {
		t.Fatalf("%d contracts", n)
	}
}
