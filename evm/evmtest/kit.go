package evmtest

import (
	"math/big"
	"sync"
	"testing"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/cheat"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/deploy/kit"
	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
)

// Kit is a Node with the whole development kit (mirage/deploy/kit). The account holds a
// million USDC and 1,000 ether.
type Kit struct {
	*Node
	Book deploy.Book
	Plan kit.Plan
}

// NewKit starts a kit of the test's own. It skips the test, with the reason, where the
// kit's artifacts were not fetched.
func NewKit(t testing.TB) *Kit {
	t.Helper()
	return newKit(t, node.Config{}, plan(t))
}

// plan is that of a kit for the tests' account.
func plan(t testing.TB) kit.Plan {
	return kit.Plan{Seed: 7, Actors: []common.Address{crypto.PubkeyToAddress(testKey(t).PublicKey)}}
}

// NewKitOf is a kit by a plan.
func NewKitOf(t testing.TB, p kit.Plan) *Kit {
	t.Helper()
	return newKit(t, node.Config{}, p)
}

// NewServedKit is a kit in the machine's time behind an HTTP endpoint, as a process of its
// own would find it. Its addresses follow from a seed.
func NewServedKit(t testing.TB, from seed.Seed) *Kit {
	t.Helper()
	p := plan(t)
	p.Seed = from
	return newKit(t, node.Config{HTTP: "127.0.0.1:0", Clock: clock.System{}, Services: []node.Services{cheat.Services(cheat.Options{})}}, p)
}

func newKit(t testing.TB, config node.Config, p kit.Plan) *Kit {
	t.Helper()
	set, err := kitArtifacts()
	if err != nil {
		t.Fatal(err)
	}
	k := &Kit{Plan: p}
	genesis, err := k.Plan.Genesis(set)
	if err != nil {
		t.Fatal(err)
	}
	config.Alloc, config.Code = genesis.Alloc, genesis.Code
	k.Node = start(t, config)
	if k.Book, err = kit.Deploy(t.Context(), deploy.On(k.chain), set, k.Plan); err != nil {
		t.Fatal(err)
	}
	return k
}

// kitArtifacts are read and hashed once a test binary.
var kitArtifacts = sync.OnceValues(artifact.FindKit)

// At is the address of a contract of the book; a name that is not there fails the test.
func (k *Kit) At(name string) common.Address {
	k.t.Helper()
	c, ok := k.Book.Find(name)
	if !ok {
		k.t.Fatalf("the kit has no %s", name)
	}
	return c.Address
}

// Own sends a transaction of the kit's account, which owns every contract of the kit
// that has an owner, and mines it. wei may be nil.
func (k *Kit) Own(to common.Address, wei *big.Int, data []byte) {
	k.t.Helper()
	key, err := k.Plan.Key()
	if err != nil {
		k.t.Fatal(err)
	}
	var nonce hexutil.Uint64
	if err := k.RPC.Call(&nonce, "eth_getTransactionCount", k.owner(), "latest"); err != nil {
		k.t.Fatal(err)
	}
	tx, err := types.SignNewTx(key, types.LatestSignerForChainID(big.NewInt(ChainID)), &types.DynamicFeeTx{
		ChainID: big.NewInt(ChainID), Nonce: uint64(nonce), To: &to, Value: wei, Gas: 5_000_000, Data: data,
		GasFeeCap: k.offer(), GasTipCap: big.NewInt(1e9),
	})
	if err != nil {
		k.t.Fatal(err)
	}
	if r := k.include(tx); r.Status != 1 {
		k.t.Fatalf("call %x of %s by the kit's account reverted", data[:min(4, len(data))], to)
	}
}

// owner is the kit's account.
func (k *Kit) owner() common.Address {
	k.t.Helper()
	key, err := k.Plan.Key()
	if err != nil {
		k.t.Fatal(err)
	}
	return crypto.PubkeyToAddress(key.PublicKey)
}
