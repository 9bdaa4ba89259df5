package history_test

import (
	"slices"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/history"
)

// A block takes what was sent by the order of senders that was said, then by address, and by nonce; never by arrival.
func TestABlockTakesTransactionsInTheOrderOfTheirSenders(t *testing.T) {
	w := open(t, loaded(t, "calm", 0, 10*time.Minute))
	golems := []*golem{newGolem(t, w, "one"), newGolem(t, w, "two"), newGolem(t, w, "three"), newGolem(t, w, "four")}
	slices.SortFunc(golems, func(a, b *golem) int { return a.address.Cmp(b.address) })
	for name, order := range map[string][]int{"by address": {}, "as said": {2, 0}, "the other way round": {3, 2, 1, 0}} {
		var said []common.Address
		for _, i := range order {
			said = append(said, golems[i].address)
		}
		history.Order(w, said...)
		var want []int
		for _, i := range slices.Concat(order, []int{0, 1, 2, 3}) {
			if !slices.Contains(want, i) {
				want = append(want, i)
			}
		}
		for _, g := range slices.Backward(golems) {
			for range 2 {
				g.sendTo(w.Book().Address(w.Book().Token1), bind.NewERC20().PackApprove(g.address, common.Big1))
			}
		}
		if _, err := w.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
		var got []int
		for _, i := range want {
			for range 2 {
				got = append(got, i)
			}
		}
		if is := senders(t, w, golems); !slices.Equal(is, got) {
			t.Errorf("%s: they came as %v, want %v", name, is, got)
		}
	}
}

// senders are the indices of those whose transactions the newest block has, in order.
func senders(t *testing.T, w *history.World, golems []*golem) (all []int) {
	t.Helper()
	var block struct {
		Transactions []struct {
			From common.Address `json:"from"`
		} `json:"transactions"`
	}
	if err := w.Client().CallContext(t.Context(), &block, "eth_getBlockByNumber", "latest", true); err != nil {
		t.Fatal(err)
	}
	for _, tx := range block.Transactions {
		if i := slices.IndexFunc(golems, func(g *golem) bool { return g.address == tx.From }); i >= 0 {
			all = append(all, i)
		}
	}
	return all
}
