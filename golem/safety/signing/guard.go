package signing

import (
	"bytes"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
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
	At    time.Time   `json:"at"` // the last time that it was signed for
	Worth money.USDC  `json:"worth"`
	Gas   uint256.Int `json:"gas"` // wei
}

// Guard is asked before each signature. It is the policy, and what the enclave cannot
// know: the exact forms of call, what a call pays in dollars, and the sums of a day. The enclave
// has no prices, and its own sums come some seconds late. A Guard counts what it allows, whether
// a signature comes of it or not. It is safe for concurrent use.
type Guard struct {
	policy *Policy      `image:"-"`
	book   *caveat.Book `image:"-"`
	prices Prices       `image:"-"`
	clock  clock.Clock  `image:"-"`

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
	if book == nil || !prices.complete() || c == nil {
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
	pays, err := g.pays(tx)
	if err != nil {
		return err
	}
	s.Worth = pays.worth
	if err := g.capped(tx, pays); err != nil {
		return err
	}
	m, err := g.move(tx)
	if err != nil {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if err := g.checkLoss(keyOf(tx.Nonce), m, now); err != nil {
		return err
	}
	if err := g.count(s, pays.leaves); err != nil {
		return err
	}
	if m.trades {
		g.countLoss(tx, m.Move, now)
	}
	return nil
}

// TypedData refuses all, as the enclave does: no rule of a policy allows any.
func (*Guard) TypedData(data apitypes.TypedData) error { return refuseTyped(data) }

// Remember counts a transaction that was signed before, at a time, as a restart finds it
// in the journal: a file of the Guard's own could disagree with that. What was refused, or signed
// and lost on its way back, is not there and counts no more, because it was never sent. Remember
// refuses nothing: what cannot be told counts as the dearest that may be.
func (g *Guard) Remember(tx *types.DynamicFeeTx, at time.Time) {
	s := Spent{Nonce: tx.Nonce, At: at, Worth: g.policy.MaxPerTx}
	if fee, over := uint256.FromBig(tx.GasFeeCap); !over && fee != nil {
		s.Gas.Mul(fee, uint256.NewInt(tx.Gas))
	}
	var m move
	if tx.To != nil {
		if pays, err := g.pays(tx); err == nil {
			s.Worth = pays.worth
		}
		var err error
		if m, err = g.move(tx); err != nil {
			m.trades, m.Worst = true, max(m.Worst, g.policy.MaxPerTx)
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	_ = g.count(s, true) // it leaves, or did: nothing is held up
	if m.trades {
		g.countLoss(tx, m.Move, at)
	}
}

// capped refuses what puts more into an asset, a market or a protocol than its cap. What leaves,
// or is sent away, is not asked about.
//
// spec: safety §8
func (g *Guard) capped(tx *types.DynamicFeeTx, pays payment) error {
	if g.prices.Caps == nil || pays.leaves || g.recipient(tx) != (common.Address{}) {
		return nil
	}
	if err := g.prices.Caps(tx.Nonce, caveat.Call{Target: *tx.To, Value: common.Big0, Data: tx.Data}); err != nil {
		return refuse("%v", err)
	}
	return nil
}

// payment is what a transaction pays, and whether it leaves a position or goes to the owner.
type payment struct {
	worth  money.USDC
	leaves bool
}

// pays is what a transaction costs in dollars. What leaves a position, or goes to the
// owner, costs nothing: no sum may hold it up (safety §1.4 S-7).
func (g *Guard) pays(tx *types.DynamicFeeTx) (p payment, err error) {
	call := caveat.Call{Target: *tx.To, Value: tx.Value, Data: tx.Data}
	if call.Value == nil {
		call.Value = common.Big0
	}
	switch g.recipient(tx) {
	case g.policy.Recipients[0]:
		p.leaves = true
	case common.Address{}:
		action, err := g.book.Read(call)
		if err != nil {
			return p, refuse("%v", err)
		}
		p.leaves = action.Classes&(caveat.Leave|caveat.Settle) != 0
	}
	if p.leaves {
		return p, nil
	}
	if p.worth, err = g.prices.Worth(call); err != nil {
		return p, refuse("what it pays cannot be told: %v", err)
	}
	if p.worth < 0 || p.worth > g.policy.MaxPerTx {
		return p, refuse("it pays %s, one transaction may pay %s", p.worth, g.policy.MaxPerTx)
	}
	return p, nil
}

// recipient is who gets a plain transfer that the policy allowed; of another call it is
// zero, which no recipient is.
func (g *Guard) recipient(tx *types.DynamicFeeTx) (to common.Address) {
	if slices.Contains(g.policy.Recipients, *tx.To) {
		return *tx.To
	}
	if slices.Contains(g.policy.Tokens, *tx.To) && len(tx.Data) == 4+2*32 && bytes.HasPrefix(tx.Data, erc20().Methods["transfer"].ID) {
		return common.Address(tx.Data[4+12:])
	}
	return to
}

// count takes an amount into the day, if there is room. What leaves takes its place
// without. The caller holds the lock.
func (g *Guard) count(s Spent, leaves bool) error {
	var kept []Spent
	for _, old := range g.spent {
		if s.At.Sub(old.At) >= day {
			continue
		}
		if old.Nonce == s.Nonce {
			s.Worth = max(s.Worth, old.Worth)
			if old.Gas.Gt(&s.Gas) {
				s.Gas = old.Gas
			}
			continue
		}
		kept = append(kept, old)
	}
	if !leaves {
		if err := g.fits(s, kept); err != nil {
			return err
		}
	}
	g.spent = append(kept, s)
	return nil
}

// fits refuses an amount that has no room beside those of the day.
func (g *Guard) fits(s Spent, others []Spent) error {
	worth, gas := s.Worth, s.Gas
	for _, other := range others {
		var err error
		if worth, err = worth.Add(other.Worth); err != nil {
			return refuse("the day's sum is out of range")
		}
		if _, over := gas.AddOverflow(&gas, &other.Gas); over {
			return refuse("the day's gas is out of range")
		}
	}
	if worth > g.policy.MaxPerDay {
		return refuse("with it %s are paid in 24 hours, %s are allowed", worth, g.policy.MaxPerDay)
	}
	if gas.Gt(&g.policy.MaxGas) {
		return refuse("with it %s wei are offered for gas in 24 hours, %s are allowed", gas.Dec(), g.policy.MaxGas.Dec())
	}
	return nil
}

// Spent is what counts of the last 24 hours, to be handed to the guard of a restart.
func (g *Guard) Spent() []Spent {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.spent)
}
