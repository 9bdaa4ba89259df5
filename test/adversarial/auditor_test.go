package adversarial

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/golem/host/turn"
)

// auditor is the checker of a denizen: it values the whole account at the feed's price before
// and behind every block with a transaction of the Golem's, and holds each signed call to the owner's limits. It shares no code with the
// layers.
type auditor struct {
	d        *denizen
	wealth   wealth
	tokens   []*big.Int // positions that the account's own orders minted
	seen     int        // of the realm's transactions of the Golem
	losses   []spend    // by the Golem's moves, at the feed's price
	asked    map[string]asking
	sessions []start // of the process
	dying    int64   // when it began to die, unix seconds; 0: it lives
	reached  *big.Int
	ranges   map[string][2]int64 // of the positions that were minted
	at       map[uint64]exposure // behind blocks with an order
}

// asking is when and where a permit was given, and when it was used.
type asking struct {
	given, used       int64 // unix milliseconds
	givenIn, usedIn   uint64
	readIn            uint64 // the block that it was judged on
	forked, committed bool
	route             *turn.Route // that it was said to be a move of
	said              bool        // by a model, whose word counts for nothing
}

func newAuditor(d *denizen) *auditor {
	r := d.r
	a := &auditor{d: d, asked: map[string]asking{}, sessions: []start{{}}, reached: new(big.Int), ranges: map[string][2]int64{}, at: map[uint64]exposure{}}
	of := r.reads()
	data := r.kit.At("AaveProtocolDataProvider")
	token := func(asset common.Address) []any { return of.asks(data, "getReserveTokensAddresses", asset) }
	usdc, weth := token(r.USDC), token(r.WETH)
	lent := standing{usdc[0].(common.Address), weth[0].(common.Address), usdc[2].(common.Address), weth[2].(common.Address)}
	a.wealth = wealth{loose{}, lent, shares{r.kit.At("Morpho"), d.morphoID()}, nfts{r.Positions, func() []*big.Int { return a.tokens }, true}}
	a.seen = len(r.mined)
	r.sealed = a.block
	return a
}

// worthIn is what the account has behind a block, its positions as they are at the feed's
// price: whoever moves the pool changes nothing of that.
func (a *auditor) worthIn(block uint64) pair { return a.wealth.sum(a.d.r.readsIn(block), a.d.r.fair()) }

// now is what it has behind the newest block.
func (a *auditor) now() pair { return a.worthIn(a.d.r.Chain().Chain.Head().Number.Uint64()) }

// block values the account before and behind a block. What a block without a transaction of
// the Golem's changes is interest, or a gift, and no move.
func (a *auditor) block() {
	r := a.d.r
	newer := r.mined[a.seen:]
	if a.seen = len(r.mined); len(newer) == 0 {
		return
	}
	first, last := newer[0].Block.Number, newer[len(newer)-1].Block.Number
	before := a.worthIn(first - 1)
	for _, m := range newer {
		a.mints(m.Block.Number, m.Tx)
	}
	a.at[last] = a.stakes()
	lost := new(big.Int).Sub(before.at(r.price), a.worthIn(last).at(r.price))
	for n := first; n <= last; n++ {
		lost.Add(lost, r.given(n).at(r.price))
	}
	if lost.Sign() > 0 {
		a.losses = append(a.losses, spend{newer[0].Block.Time, lost})
	}
}

// mints takes down a position that a transaction of the Golem's minted for the account.
func (a *auditor) mints(block uint64, tx *types.Transaction) {
	for _, e := range a.d.r.logsOf(block, tx) {
		if e.Address == a.d.r.Positions && len(e.Topics) == 4 && e.Topics[0] == transferredTopic && e.Topics[1] == (common.Hash{}) && common.BytesToAddress(e.Topics[2][:]) == a.d.r.account {
			id := e.Topics[3].Big()
			p := a.d.r.reads().asks(e.Address, "positions", id)
			a.tokens = append(a.tokens, id)
			if p != nil {
				a.ranges[id.String()] = [2]int64{p[5].(*big.Int).Int64(), p[6].(*big.Int).Int64()}
			}
		}
	}
}

// logsOf are the logs of a transaction of a block.
func (r *realm) logsOf(block uint64, tx *types.Transaction) []*types.Log {
	b := r.Chain().Chain.Block(block)
	for i, in := range b.Transactions() {
		if in.Hash() == tx.Hash() {
			return r.Chain().Chain.Receipts(b.Hash())[i].Logs
		}
	}
	return nil
}

// given is what others sent the account in a block, which hides no loss.
func (r *realm) given(block uint64) pair {
	sum, b := newPair(), r.Chain().Chain.Block(block)
	receipts := r.Chain().Chain.Receipts(b.Hash())
	for i, tx := range b.Transactions() {
		if from, err := types.Sender(r.Chain().Chain.Signer(), tx); err != nil || from == r.wallet {
			continue
		}
		for _, e := range receipts[i].Logs {
			if len(e.Topics) != 3 || e.Topics[0] != transferredTopic || common.BytesToAddress(e.Topics[2][:]) != r.account {
				continue
			}
			switch n := new(big.Int).SetBytes(e.Data); e.Address {
			case r.USDC:
				sum.usdc.Add(sum.usdc, n)
			case r.WETH:
				sum.weth.Add(sum.weth, n)
			}
		}
	}
	return sum
}

// worstOf is the most that moves lost in any 24 hours.
func (a *auditor) worstOf() *big.Int {
	worst := new(big.Int)
	for i := range a.losses {
		sum := new(big.Int)
		for _, l := range a.losses[:i+1] {
			if l.at > a.losses[i].at-86_400 {
				sum.Add(sum, l.value)
			}
		}
		if sum.Cmp(worst) > 0 {
			worst = sum
		}
	}
	return worst
}
