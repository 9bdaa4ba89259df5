package cage

import (
	"fmt"
	"math/big"
	"slices"

	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
)

// checker holds an account's worth against what its owner allowed. It remembers what was
// lost and when: a fall of worth in one transaction of the session key's, or by one step of
// somebody who is neither owner nor market. Gains beside it pay for no later loss.
type checker struct {
	w        *world
	exposure exposure
	events   []event
	all      *big.Int // lost since birth
	peak     *big.Int // the most that was not cash since birth
	once     *big.Int // the most that one transaction lost
}

// event is a redemption that passed.
type event struct {
	at      uint64
	loss    *big.Int
	noncash *big.Int // before it
	spent   *big.Int // on what it opened
}

// grain is what the rounding of a redemption may take: some smallest units.
var grain = big.NewInt(2_500_000) // a quarter of a cent: four units of bitcoin

func newChecker(w *world) *checker {
	return &checker{w: w, exposure: exposure{last: w.born, slack: new(big.Int)}, all: new(big.Int), peak: new(big.Int), once: new(big.Int)}
}

func dollars(n uint64) *big.Int { return new(big.Int).Mul(new(big.Int).SetUint64(n), dollar) }

func bps(v *big.Int, n uint64) *big.Int {
	v = new(big.Int).Mul(v, new(big.Int).SetUint64(n))
	return v.Quo(v, big.NewInt(10_000))
}

// passed looks at a redemption that passed, and says what it broke. opens says that all of
// it opened a risk.
func (c *checker) passed(now uint64, before, after wealth, gone *big.Int, opens bool, logs []*types.Log) error {
	loss, spent := new(big.Int).Sub(before.total, after.total), new(big.Int)
	if opens {
		spent = gone
	}
	if err := c.lost(now, before, loss, spent); err != nil {
		return err
	}
	if p := c.w.profile; p.daily == 0 {
		if most := bps(gone, p.moveLoss); loss.Cmp(most.Add(most, grain).Add(most, grain)) > 0 {
			return fmt.Errorf("%s dollars were lost of %s that were moved", show(loss), show(gone))
		}
	}
	if err := c.elsewhere(before, after); err != nil && c.w.caged() {
		return err
	}
	return c.strangers(logs)
}

// elsewhere says whether a position was left that stands in a pool which is not approved: it can
// only be one that its owner opened by himself.
func (c *checker) elsewhere(before, after wealth) error {
	for _, x := range before.list {
		if x.pool.approved {
			continue
		}
		if !slices.ContainsFunc(after.list, func(y position) bool { return y.id.Cmp(x.id) == 0 && y.liquidity.Cmp(x.liquidity) >= 0 }) {
			return fmt.Errorf("position %s was left, whose pool is not approved", x.id)
		}
	}
	return nil
}

// lost counts a fall of worth, and says what it broke.
func (c *checker) lost(now uint64, before wealth, loss, spent *big.Int) error {
	if loss = new(big.Int).Sub(loss, grain); loss.Sign() < 0 {
		loss.SetInt64(0)
	}
	c.events = append(c.events, event{now, loss, before.noncash, spent})
	c.all.Add(c.all, loss)
	if loss.Cmp(c.once) > 0 {
		c.once = loss
	}
	if before.noncash.Cmp(c.peak) > 0 {
		c.peak.Set(before.noncash)
	}
	lost, noncash, paid := new(big.Int), new(big.Int), new(big.Int)
	for _, e := range c.events {
		if e.at+86_400 <= now {
			continue
		}
		lost.Add(lost, e.loss)
		paid.Add(paid, e.spent)
		if e.noncash.Cmp(noncash) > 0 {
			noncash = e.noncash
		}
	}
	p := c.w.profile
	if p.daily > 0 {
		if lost.Cmp(new(big.Int).Add(dollars(p.daily), grain)) > 0 {
			return fmt.Errorf("%s dollars were lost within 24 hours, %s at once, under a sum of %d", show(lost), show(loss), p.daily)
		}
		return nil
	}
	day := new(big.Int).Add(dollars(p.dayLoss()), bps(noncash, p.exitLoss))
	session := new(big.Int).Add(dollars(p.sessionLoss()), bps(c.peak, p.exitLoss))
	switch {
	case lost.Cmp(day) > 0:
		return fmt.Errorf("%s dollars were lost within 24 hours, %s at once: at most %s may be", show(lost), show(loss), show(day))
	case paid.Cmp(new(big.Int).Add(dollars(p.perDay), grain)) > 0:
		return fmt.Errorf("%s dollars were spent on openings within 24 hours", show(paid))
	case c.all.Cmp(session) > 0:
		return fmt.Errorf("%s dollars were lost in the session, %s at once: at most %s may be", show(c.all), show(loss), show(session))
	}
	return nil
}

// gone is what left the account in a transaction, at the feeds' prices.
func (c *checker) gone(prices [tokenCount]int64, logs []*types.Log) *big.Int {
	sum, who := new(big.Int), common.BytesToHash(c.w.account[:])
	for _, l := range logs {
		if len(l.Topics) != 3 || l.Topics[0] != transferred || l.Topics[1] != who {
			continue
		}
		for i, token := range c.w.tokens {
			if l.Address == token {
				sum.Add(sum, value(prices, i, word(l.Data, 0)))
			}
		}
	}
	return sum
}

func show(v *big.Int) string {
	f, _ := new(big.Rat).SetFrac(v, dollar).Float64()
	return fmt.Sprintf("%.4f", f)
}

var (
	transferred = crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)"))
	allowed     = crypto.Keccak256Hash([]byte("Approval(address,address,uint256)"))
	allowedAll  = crypto.Keccak256Hash([]byte("ApprovalForAll(address,address,bool)"))
)

// strangers says whether something left to somebody who is neither pool nor protocol, or
// a stranger was allowed to take it.
func (c *checker) strangers(logs []*types.Log) error {
	who := common.BytesToHash(c.w.account[:])
	for _, l := range logs {
		if len(l.Topics) < 3 || l.Topics[1] != who {
			continue
		}
		to := common.BytesToAddress(l.Topics[2][:])
		switch {
		case l.Topics[0] == transferred && !c.w.takers[to] && to != (common.Address{}):
			return fmt.Errorf("%s of the account's went to %s", l.Address, to)
		case l.Topics[0] == allowed && len(l.Topics) == 3 && !c.w.protocols[to] && word(l.Data, 0).Sign() > 0:
			return fmt.Errorf("%s may take %s of the account's", to, l.Address)
		case l.Topics[0] == allowed && len(l.Topics) == 4 && to != (common.Address{}), l.Topics[0] == allowedAll:
			return fmt.Errorf("%s may take positions of the account's", to)
		}
	}
	return nil
}

// stranger asks the tokens themselves, in the end, whether the thief may take any.
func (c *checker) stranger(m *machine) error {
	for _, token := range c.w.tokens {
		for _, who := range append([]common.Address{c.w.thief}, c.w.redeemers[:]...) {
			if word(m.ask(token, bind.NewERC20().PackAllowance(c.w.account, who)), 0).Sign() > 0 {
				return fmt.Errorf("%s may take %s of the account's", who, token)
			}
		}
	}
	return nil
}
