package evmtest

import (
	"sync"
	"testing"

	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/deploy/kit"
	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
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
	return newKit(t, node.Config{})
}

func newKit(t testing.TB, config node.Config) *Kit {
	t.Helper()
	set, err := kitArtifacts()
	if err != nil {
		t.Skip(err)
	}
	k := &Kit{Plan: kit.Plan{Seed: 7, Actors: []common.Address{crypto.PubkeyToAddress(testKey(t).PublicKey)}}}
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
