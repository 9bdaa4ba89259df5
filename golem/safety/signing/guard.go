package signing

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/money"
)

// day is the window of the daily limits: any 24 hours, not a calendar's.
const day = 24 * time.Hour

// Spent is what one nonce may have cost. Of the transactions of a nonce the chain takes
// one, so that the dearest counts.
type Spent struct {
	Nonce uint64      `json:"nonce"`
	Typed common.Hash `json:"typed,omitzero"` // the digest of typed data, which has no nonce
	At    time.Time   `json:"at"`             // the last time that it was signed for
	Worth money.USDC  `json:"worth"`
	Gas   uint256.Int `json:"gas"` // wei
}

// Guard is asked before each signature. It is the policy, and what the enclave cannot
// know: the exact forms of call, what a call pays in dollars, and the sums of a day. It
// counts what it allows, whether a signature comes of it or not. It is safe for
// concurrent use.
type Guard struct {
	policy *Policy
	book   *caveat.Book
	prices Prices
	clock  clock.Clock

	mu    sync.Mutex // guards what follows
	spent []Spent
	lost  loss.Sums
	calls map[uint64]caveat.Call // that may lose, by nonce
}

// NewGuard makes a guard. Calls that are no plain transfer have to be in the book. past is
// what was allowed in the day before, so that a restart forgets nothing.
func NewGuard(p *Policy, book *caveat.Book, prices Prices, c clock.Clock, past []Spent) (*Guard, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	if book == nil || !prices.whole() || c == nil {
		return nil, fmt.Errorf("%w: a guard needs a book of calls, their worth and a clock", ErrPolicy)
	}
	return &Guard{policy: p, book: book, prices: prices, clock: c, spent: slices.Clone(past), calls: map[uint64]caveat.Call{}}, nil
}

// Transaction allows a transaction, or refuses it with the reason.
func (g *Guard) Transaction(tx *types.DynamicFeeTx) error {
	now := g.clock.Now()
	if err := g.policy.Transaction(tx, now); err != nil {
		return err
	}
	s := Spent{Nonce: tx.Nonce, At: now}
	fee, over := uint256.FromBig(tx.GasFeeCap)
	if over || fee == nil {
		return refuse("it offers a fee that no chain takes")
	}
	if _, over := s.Gas.MulOverflow(fee, uint256.NewInt(tx.Gas)); over {
		return refuse("its gas has no price")
	}
	worth, leaves, err := g.pays(tx)
	if err != nil {
		return err
	}
	s.Worth = worth
	m, trades, err := g.move(tx)
	if err != nil {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if trades {
		if err := g.bears(keyOf(tx.Nonce), m, now); err != nil {
			return err
		}
	}
	if err := g.count(s, leaves); err != nil {
		return err
	}
	if trades {
		g.bear(tx, m, now)
	}
	return nil
}

// bear counts what a transaction may lose. The caller holds the lock.
func (g *Guard) bear(tx *types.DynamicFeeTx, m Move, at time.Time) {
	g.calls[tx.Nonce] = caveat.Call{Target: *tx.To, Value: common.Big0, Data: tx.Data}
	g.lost.Bear(keyOf(tx.Nonce), at.UnixMilli(), m.Worst)
}

// Remember counts a transaction that was signed before, at a time, as a restart finds it
// in the records. It refuses nothing: what cannot be told counts as the dearest that may be.
func (g *Guard) Remember(tx *types.DynamicFeeTx, at time.Time) {
	s := Spent{Nonce: tx.Nonce, At: at}
	if fee, over := uint256.FromBig(tx.GasFeeCap); !over && fee != nil {
		s.Gas.Mul(fee, uint256.NewInt(tx.Gas))
	}
	var err error
	var m Move
	trades := false
	if tx.To == nil || len(tx.Data) < 4 {
		s.Worth = g.policy.MaxPerTx
	} else {
		if s.Worth, _, err = g.pays(tx); err != nil {
			s.Worth = g.policy.MaxPerTx
		}
		if m, trades, err = g.move(tx); err != nil {
			trades, m.Worst = true, max(m.Worst, g.policy.MaxPerTx)
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	_ = g.count(s, true) // it leaves, or did: nothing is held up
	if trades {
		g.bear(tx, m, at)
	}
}

// pays is what a transaction costs in dollars. What leaves a position, or goes to the
// owner, costs nothing: no sum may hold it up (safety §1.4 S-7).
func (g *Guard) pays(tx *types.DynamicFeeTx) (_ money.USDC, leaves bool, _ error) {
	call := caveat.Call{Target: *tx.To, Value: tx.Value, Data: tx.Data}
	if call.Value == nil {
		call.Value = common.Big0
	}
	owner := g.policy.Recipients[0]
	to, plain := g.recipient(tx)
	if plain && to == owner {
		return 0, true, nil
	}
	if !plain {
		action, err := g.book.Read(call)
		if err != nil {
			return 0, false, refuse("%v", err)
		}
		if action.Classes&(caveat.Leave|caveat.Settle) != 0 {
			return 0, true, nil
		}
	}
	worth, err := g.prices.Worth(call)
	if err != nil {
		return 0, false, refuse("what it pays cannot be told: %v", err)
	}
	if worth < 0 || worth > g.policy.MaxPerTx {
		return 0, false, refuse("it pays %s, one transaction may pay %s", worth, g.policy.MaxPerTx)
	}
	return worth, false, nil
}

// recipient is who gets a plain transfer that the policy allowed.
func (g *Guard) recipient(tx *types.DynamicFeeTx) (common.Address, bool) {
	if slices.Contains(g.policy.Recipients, *tx.To) {
		return *tx.To, true
	}
	m := erc20().Methods["transfer"]
	if slices.Contains(g.policy.Tokens, *tx.To) && [4]byte(tx.Data) == [4]byte(m.ID) {
		return common.BytesToAddress(tx.Data[4:36]), true
	}
	return common.Address{}, false
}

// count takes an amount into the day, if there is room. What leaves takes its place
// without. The caller holds the lock.
func (g *Guard) count(s Spent, leaves bool) error {
	var kept []Spent
	for _, old := range g.spent {
		if s.At.Sub(old.At) >= day {
			delete(g.calls, old.Nonce)
			continue
		}
		if old.Nonce == s.Nonce && old.Typed == s.Typed {
			s.Worth = max(s.Worth, old.Worth)
			if old.Gas.Gt(&s.Gas) {
				s.Gas = old.Gas
			}
			continue
		}
		kept = append(kept, old)
	}
	worth, gas := s.Worth, s.Gas
	for _, old := range kept {
		var err error
		if worth, err = worth.Add(old.Worth); err != nil && !leaves {
			return refuse("the day's sum is out of range")
		}
		if _, over := gas.AddOverflow(&gas, &old.Gas); over && !leaves {
			return refuse("the day's gas is out of range")
		}
	}
	if !leaves && worth > g.policy.MaxPerDay {
		return refuse("with it %s are paid in 24 hours, %s are allowed", worth, g.policy.MaxPerDay)
	}
	if !leaves && gas.Gt(&g.policy.MaxGas) {
		return refuse("with it %s wei are offered for gas in 24 hours, %s are allowed", gas.Dec(), g.policy.MaxGas.Dec())
	}
	g.spent = append(kept, s)
	return nil
}

// Spent is what counts of the last 24 hours, to be handed to the guard of a restart.
func (g *Guard) Spent() []Spent {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.spent)
}
