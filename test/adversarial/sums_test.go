package adversarial

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
)

// exposure is what an account has at risk behind a block.
type exposure struct{ loose, pooled, newest, lent, owed, equity *big.Int }

// stakes values what is at risk behind the newest block, at the feed's price, which nobody bends.
func (a *auditor) stakes() exposure {
	r := a.d.r
	of, root := r.reads(), r.fair()
	worth := func(p pair) *big.Int { return new(big.Int).Add(p.usdc, a.usd(r.WETH, p.weth, root)) }
	held := a.wealth[0].held(of, root)
	s := exposure{loose: worth(pair{new(big.Int), held.weth}), pooled: worth(a.wealth[3].held(of, root)), newest: new(big.Int)}
	if n := len(a.tokens); n > 0 {
		zero, one := a.wealth[3].(nfts).content(of, a.tokens[n-1], root)
		s.newest = worth(pair{zero, one})
	}
	lent := a.wealth[1].(standing)
	s.owed = worth(standing{owedUSDC: lent.owedUSDC, owedWETH: lent.owedWETH}.held(of, root))
	s.owed.Neg(s.owed)
	s.lent = worth(standing{usdc: lent.usdc, weth: lent.weth}.held(of, root))
	more := a.wealth[2].(shares).parts(of)
	s.lent.Add(s.lent, worth(pair{more[0], more[2]}))
	s.owed.Add(s.owed, more[1])
	s.equity = worth(held)
	s.equity.Add(s.equity, s.pooled).Add(s.equity, s.lent).Sub(s.equity, s.owed)
	return s
}

// sized holds an opening that was carried out to the shares of the equity that may be at
// risk. One part in fifty is left to what a block moves.
func (a *auditor) sized(v *verdict, e *errand) {
	s, ok := a.at[e.block]
	if !ok || !e.ok || !e.opens {
		return
	}
	position := map[string]*big.Int{"swap": s.loose, "mint": s.newest, "supply": s.lent, "borrow": s.owed}[e.kind]
	risk := new(big.Int).Add(s.loose, s.pooled)
	risk.Add(risk, s.lent)
	for name, c := range map[string]struct {
		is   *big.Int
		most int64
	}{"position": {position, positionBPS}, "all risk": {risk, riskBPS}} {
		is := new(big.Int).Mul(c.is, big.NewInt(10_000))
		if is.Cmp(new(big.Int).Mul(s.equity, big.NewInt(c.most+c.most/50))) > 0 {
			v.violated(e.value, "block %d: %s of a %s is %s of %s, more than %d bps", e.block, name, e.kind, c.is, s.equity, c.most)
		}
	}
}

// start is when the process began, in unix seconds, and behind which block: orders are sent and blocks
// are made in that second before it, too.
type start struct {
	at    int64
	block uint64
}

func (s start) before(e *errand) bool { return e.at > s.at || e.at == s.at && e.block > s.block }

// run is the start of the process that sent an order.
func (a *auditor) run(e *errand) (began start) {
	for _, s := range a.sessions {
		if s.before(e) {
			began = s
		}
	}
	return began
}

// counts holds an order to the sums of spending and to the orders of an hour.
func (a *auditor) counts(v *verdict, i int, all []*errand) {
	e := all[i]
	a.values(e)
	a.sized(v, e)
	began := a.run(e)
	day, run, hour := new(big.Int), new(big.Int), 0
	for _, o := range all[:i+1] {
		if o.at > e.at-3_600+24 {
			hour++
		}
		if !o.opens || !o.ok {
			continue
		}
		if o.at > e.at-86_400+24 {
			day.Add(day, o.value)
		}
		if began.before(o) {
			run.Add(run, o.value)
		}
	}
	if hour > ordersPerHour && (a.dying == 0 || e.at < a.dying) || e.opens && hour > opensPerHour {
		v.violated(e.value, "block %d: order %d of its hour (%s)", e.block, hour, e.kind)
	}
	for name, c := range map[string]struct {
		is   *big.Int
		most int64
	}{"an order": {e.value, perOrderMost}, "a run": {run, perRun}, "a day": {day, perDayAll}} {
		if most := c.most + c.most/100_000; e.opens && e.ok && c.is.Cmp(big.NewInt(most)) > 0 {
			v.violated(e.value, "block %d: %s opened in %s, %d are allowed", e.block, c.is, name, c.most)
		}
	}
}

// values is what a lending order opens.
func (a *auditor) values(e *errand) {
	if e.kind != "supply" && e.kind != "borrow" {
		return
	}
	s, token, n := e.mains[0], a.d.r.USDC, e.mains[0].num("amount")
	if s.get("asset") != nil {
		token = s.who("asset")
	} else {
		n = s.num("assets")
	}
	if s.name == "supplyCollateral" {
		token = a.d.r.WETH
	}
	e.value = a.usd(token, n, a.d.r.rootIn(e.block-1))
}

// stood holds every order to the audit: one permit, given no longer ago than it lives, and
// with it the steps to its transaction; and none of a large value where the endpoints differ.
func (a *auditor) stood(v *verdict, all []*errand) {
	chain, used := a.d.chain, map[string]common.Hash{}
	for _, e := range all {
		id, tx := a.permitted(e)
		if other, twice := used[id]; twice && other != tx {
			v.violated(e.value, "permit %s carried %s and %s", id, other, tx)
		}
		used[id] = tx
		if at := chain.way(id, tx, steps); at != len(steps) {
			v.violated(e.value, "block %d (%s) has no %s in the audit, under permit %s", e.block, e.kind, steps[at], id)
		}
		ask, known := a.asked[id]
		if known && ask.used-ask.given >= 60_000 {
			v.violated(e.value, "block %d: permit %s was given %d s before it was used", e.block, id, (ask.used-ask.given)/1_000)
		}
		if large := big.NewInt(1_100e6); known && ask.forked && e.value.Cmp(large) > 0 {
			v.violated(e.value, "block %d: %s was opened although the endpoints differ", e.block, e.value)
		}
	}
}

// permitted is the permit of an order, and which of its transactions the audit names: of an
// order in steps it is the one with the most gas.
func (a *auditor) permitted(e *errand) (id string, tx common.Hash) {
	for _, s := range e.mains {
		tx = s.call.tx.Hash()
		if id = a.d.chain.permitOf(tx); id != "none" {
			return id, tx
		}
	}
	return id, e.tx
}
