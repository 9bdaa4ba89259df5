package node_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

// A transaction that is a block of its own at once is told of like one that waits in the
// pool; one that the block refuses waits, and is told of once too.
func TestEveryTransactionIsToldOfOnce(t *testing.T) {
	n, _ := open(t)
	told := make(chan common.Hash, 8)
	sub, err := n.Server.Client().EthSubscribe(t.Context(), told, "newPendingTransactions")
	check(t, err)
	defer sub.Unsubscribe()
	first, early, between := transfer(t, n, 0, 1), transfer(t, n, 2, 1), transfer(t, n, 1, 1)
	check(t, n.Pool.Submit(t.Context(), first))
	if got := <-told; got != first.Hash() {
		t.Errorf("told of %s, want %s", got, first.Hash())
	}
	if err := n.Pool.Submit(t.Context(), early); err != nil { // nonce 1 is missing
		t.Fatal(err)
	}
	if waits, err := n.Pool.Pending(alice); err != nil || len(waits) != 0 {
		t.Errorf("%d could be mined (%v), want none", len(waits), err)
	}
	check(t, n.Pool.Submit(t.Context(), between))
	seen := map[common.Hash]int{<-told: 1}
	seen[<-told]++
	if seen[early.Hash()] != 1 || seen[between.Hash()] != 1 {
		t.Errorf("told of %v, want %s and %s once each", seen, early.Hash(), between.Hash())
	}
	if got := n.Chain.Block(n.Chain.Head().Number.Uint64()); got == nil || len(got.Transactions()) != 2 {
		t.Errorf("the latest block is %v, want both in it", got)
	}
	last := transfer(t, n, 3, 1)
	check(t, n.Pool.Submit(t.Context(), last))
	if got := <-told; got != last.Hash() {
		t.Errorf("told of %s, want %s", got, last.Hash())
	}
}
