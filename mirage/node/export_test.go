package node

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/rpc"

	"bardo.run/bardo/mirage/stock"
)

// LoseState lets go of the head's state where Config.KeepStates bounds them.
func (n *Node) LoseState() { n.States.nodes.lose(n.States.nodes.all[n.Chain.Head().Root]) }

// IntervalEnded waits until interval mining has ended by itself.
func (n *Node) IntervalEnded() { <-n.Miner.interval.done }

// StateSize is how many trie nodes are held beside those of block 0, where Config.KeepStates bounds it.
func (n *Node) StateSize() int { return len(n.States.nodes.all) }

// DataDir is the node's folder.
func (n *Node) DataDir() string { return n.home.dir }

// FreezeTo moves the blocks up to number into the store of old blocks, as go-ethereum
// does behind 90,000 newer ones, and returns how many are there.
func (n *Node) FreezeTo(t testing.TB, number uint64) uint64 {
	t.Helper()
	chain, db := n.Chain.core, n.Chain.db
	chain.SetFinalized(chain.GetHeaderByNumber(number))
	inner := reflect.ValueOf(db).Elem().FieldByName("Database").Interface() // below the node's own wrapper
	f, ok := inner.(interface{ Freeze() error })
	if !ok {
		t.Fatalf("%T does not freeze", db)
	}
	if err := f.Freeze(); err != nil {
		t.Fatal(err)
	}
	chain.SetFinalized(nil)
	frozen, err := db.Ancients()
	if err != nil {
		t.Fatal(err)
	}
	return frozen
}

// Held compares what the node holds of the latest state with its tries: it counts the
// entries, and names those that differ.
func (n *Node) Held(t testing.TB) (held int, wrong []string) {
	t.Helper()
	head := n.Chain.Head()
	st, err := n.Chain.core.StateAt(head.Root, head.Number, head.Time)
	if err != nil {
		t.Fatal(err)
	}
	w := n.States.warm
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.root != head.Root {
		return 0, nil
	}
	for address, a := range w.accounts {
		held++
		if got, err := st.Reader().Account(address); err != nil || !reflect.DeepEqual(got, a) {
			wrong = append(wrong, fmt.Sprintf("account %s: %+v, in the trie %+v (%v)", address, a, got, err))
		}
	}
	for address, slots := range w.slots {
		for key, value := range slots {
			held++
			if got := st.GetState(address, key); got != value {
				wrong = append(wrong, fmt.Sprintf("slot %s of %s: %s, in the trie %s", key, address, value, got))
			}
		}
	}
	return held, wrong
}

// Alone is the port of a node without JSON-RPC: what it does not answer by value fails.
func (p *Port) Alone() *Port {
	return &Port{client: rpc.DialInProc(rpc.NewServer()), view: p.view, tips: p.tips}
}

// Scan finds logs by reading every block of the range.
func (n *Node) Scan() stock.Logs {
	return stock.NewLogs(n.observed(), func(common.Hash) bool { return true }, nil)
}
