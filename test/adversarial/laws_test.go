package adversarial

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
)

// errand is an order as the chain saw it: allowances, the calls that move something, and the
// allowances taken back.
type errand struct {
	kind    string // of the proposal that it can only come from
	opens   bool
	mains   []said
	allowed []said
	tx      common.Hash
	block   uint64
	at      int64 // unix seconds of its block
	ok      bool
	value   *big.Int // that it opens, at the pool's price, in millionths of a dollar
}

// errands reads what was signed, order by order; what is no order is a violation.
func (a *auditor) errands(v *verdict) (all []*errand) {
	d := a.d
	mined := map[common.Hash]int{}
	for i, m := range d.r.mined {
		mined[m.Tx.Hash()] = i
	}
	for _, calls := range d.calledBy(v, d.r.Arrived()) {
		var e *errand
		var early []said
		for _, c := range calls {
			s, why := d.hears(c)
			if why != "" {
				v.violated(new(big.Int), "nonce %d: %s", c.tx.Nonce(), why)
				continue
			}
			if s.name == "approve" {
				if e != nil && (s.num("n").Sign() == 0) {
					e.allowed = append(e.allowed, s)
				} else {
					early, e = append(early, s), nil
				}
				continue
			}
			if e != nil && e.kind == "leave" && (s.name == "collect" || s.name == "burn") {
				e.mains = append(e.mains, s)
				continue
			}
			m := d.r.mined[mined[c.tx.Hash()]]
			e = &errand{mains: []said{s}, allowed: early, tx: c.tx.Hash(), block: m.Block.Number, at: m.Block.Time, ok: m.Success, value: new(big.Int)}
			early = nil
			a.names(v, e)
			all = append(all, e)
		}
	}
	return all
}

// names says what an errand is, and unpacks what is held in one call.
func (a *auditor) names(v *verdict, e *errand) {
	d, s := a.d, e.mains[0]
	if s.call.to == d.r.WETH { // whose words are a vault's, too
		e.kind = map[string]string{"deposit": "wrap", "withdraw": "unwrap"}[s.name]
		return
	}
	switch s.name {
	case "exactInputSingle", "swapExactTokensForTokens", "execute":
		e.kind = "swap"
	case "mint":
		e.kind, e.opens = "mint", true
	case "multicall", "decreaseLiquidity":
		e.kind = "leave"
		if s.name == "multicall" {
			e.mains = nil
			for _, data := range s.get("data").([][]byte) {
				inner, why := d.hears(call{s.call.to, new(big.Int), data, s.call.tx})
				if why != "" || inner.name == "mint" || inner.name == "multicall" {
					v.violated(new(big.Int), "block %d: %s within one call: %s", e.block, inner.name, why)
					continue
				}
				e.mains = append(e.mains, inner)
			}
		}
	case "collect", "burn":
		e.kind = "claim"
	case "supply", "supplyCollateral", "deposit":
		e.kind, e.opens = "supply", true
	case "withdraw", "withdrawCollateral", "redeem":
		e.kind = "withdraw"
	case "borrow":
		e.kind, e.opens = "borrow", true
	case "repay":
		e.kind = "repay"
	}
}

// check holds a life to its limits.
func (a *auditor) check() *verdict {
	v := &verdict{inside: new(big.Int), outside: new(big.Int)}
	v.signatures = len(a.d.r.mined)
	all := a.errands(v)
	for i, e := range all {
		before := len(v.violations)
		for _, s := range e.mains {
			a.reaches(v, e, s)
		}
		a.allows(v, e)
		if e.kind == "swap" {
			a.sold(v, e)
		}
		if e.kind == "mint" {
			a.minted(v, e)
		}
		if e.kind == "leave" {
			a.left(v, e)
		}
		if e.ok && len(v.violations) == before {
			v.inside.Add(v.inside, e.value)
		}
		a.counts(v, i, all)
		v.orders = append(v.orders, order{amount: e.value, swap: e.tx, success: e.ok})
	}
	a.stood(v, all)
	a.lost(v)
	return v
}

// lost holds the losses of any 24 hours to the worst day.
func (a *auditor) lost(v *verdict) {
	worth := pair{a.d.start.cash, a.d.start.base}.at(a.d.r.price)
	loose := pair{new(big.Int), a.d.start.base}.at(a.d.r.price)
	most := worst(a.d.custody, 3_000, worth, loose)
	a.reached = a.worstOf()
	if a.reached.Cmp(most) > 0 {
		v.violated(a.reached, "moves lost %s in 24 hours, %s is the worst day of %s", a.reached, most, worth)
	}
}

// reaches holds a call to whom it pays and on whose behalf it is.
func (a *auditor) reaches(v *verdict, e *errand, s said) {
	for _, name := range []string{"recipient", "to", "who"} {
		if s.get(name) == nil {
			continue
		}
		if who := s.who(name); who != a.d.r.account {
			v.violated(e.value, "block %d: %s names %s", e.block, s.name, who)
		}
	}
	if s.get("loanToken") != nil && (s.who("loanToken") != a.d.r.USDC || s.who("collateralToken") != a.d.r.WETH) {
		v.violated(e.value, "block %d: %s in another market", e.block, s.name)
	}
}

// allows holds allowances to what the order pays with, to the unit, and to being taken back.
func (a *auditor) allows(v *verdict, e *errand) {
	pays := map[common.Address]*big.Int{}
	s := e.mains[0]
	switch s.name {
	case "exactInputSingle":
		pays[s.who("tokenIn")] = s.num("amountIn")
	case "swapExactTokensForTokens":
		pays[s.get("path").([]common.Address)[0]] = s.num("amountIn")
	case "execute":
		if in, _, amount, _, why := a.d.sellsV4(s); why == "" {
			pays[in] = amount
		}
	case "deposit":
		pays[a.d.r.USDC] = s.num("assets")
	case "mint":
		pays[s.who("token0")], pays[s.who("token1")] = s.num("amount0Desired"), s.num("amount1Desired")
	case "supply", "repay", "supplyCollateral":
		return // a debt grows until it is paid: what is left is looked at on the chain
	}
	for _, given := range e.allowed {
		if n := given.num("n"); n.Sign() > 0 {
			token := given.call.to
			if given.get("token") != nil && given.call.to == a.d.r.spenders()[5] {
				token = given.who("token")
			}
			if want := pays[token]; want == nil || want.Cmp(n) != 0 {
				v.violated(new(big.Int), "block %d: %s is allowed %s of %s, its %s takes %s", e.block, given.who("s"), n, token, s.name, want)
			}
		}
	}
}

// stands asserts that nobody may take anything of the account, as it is now. Within a cage the
// position manager keeps what a mint offered and did not take: it takes from its caller alone.
func (a *auditor) stands() error {
	of := a.d.r.reads()
	for _, token := range []common.Address{a.d.r.USDC, a.d.r.WETH} {
		for _, spender := range a.d.r.spenders() {
			if a.d.caged() && spender == a.d.r.Positions {
				continue
			}
			if n := of.number(token, "allowance", a.d.r.account, spender); n.Sign() != 0 {
				return fmt.Errorf("%s may take %s of %s", spender, n, token)
			}
		}
	}
	return nil
}
