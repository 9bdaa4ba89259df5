package library

import (
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
)

// Report is what a scenario came to.
type Report struct {
	Scenario   string            `json:"scenario"`
	Parameters map[string]string `json:"parameters"`
	Seed       uint64            `json:"seed"`
	Buys       int               `json:"buys"`
	Sells      int               `json:"sells"`
	Accounts   []common.Address  `json:"accounts"` // that traded, in the order of their first trade
	Pools      []Pool            `json:"pools"`
	Token      *common.Address   `json:"token,omitempty"` // that new-pool created
	Feeds      []Feed            `json:"feeds,omitempty"` // that stale-feeds stopped
	LeftOut    []string          `json:"left_out,omitempty"`
	// First and Last are the blocks that were made; zero where none was.
	First uint64 `json:"first_block,omitempty"`
	Last  uint64 `json:"last_block,omitempty"`
}

// Pool is one pool of a report. Prices are whole USDC for a whole token.
type Pool struct {
	Name    string          `json:"name"`
	Address *common.Address `json:"address,omitempty"` // of a new pool of v2 and v3
	ID      *common.Hash    `json:"id,omitempty"`      // of a new pool of v4
	Swaps   int             `json:"swaps"`
	Start   string          `json:"start,omitempty"`
	Target  string          `json:"target,omitempty"`
	End     string          `json:"end"`
	// Reached tells whether the end is within 1 % of the target, where there is one.
	Reached *bool  `json:"reached,omitempty"`
	Why     string `json:"why,omitempty"` // not

	start, target *big.Rat
}

// count enters a swap.
func (r *Report) count(pool int, who common.Address, sells bool) {
	r.Pools[pool].Swaps++
	if sells {
		r.Sells++
	} else {
		r.Buys++
	}
	if !slices.Contains(r.Accounts, who) {
		r.Accounts = append(r.Accounts, who)
	}
}

// measure reads the pools' prices and whether they reached their targets.
func (p *Plan) measure(v view) error {
	for i, at := range p.pools {
		state, err := at.read(v)
		if err != nil {
			return err
		}
		entry := &p.Report.Pools[i]
		entry.End = at.dollars(state.price())
		if entry.target != nil {
			reached := within(state.price(), entry.target)
			entry.Reached = &reached
			switch {
			case reached:
				entry.Why = ""
			case entry.Why == "":
				entry.Why = "the swaps of this pool did not suffice"
			}
		}
	}
	return nil
}

// within tells whether a price is at most 1 % from its target.
func within(price, target *big.Rat) bool {
	off := new(big.Rat).Sub(new(big.Rat).Quo(price, target), big.NewRat(1, 1))
	return off.Abs(off).Cmp(big.NewRat(1, 100)) <= 0
}

// Missed names the pools that did not reach their target.
func (r Report) Missed() []string {
	var out []string
	for _, p := range r.Pools {
		if p.Reached != nil && !*p.Reached {
			out = append(out, p.Name)
		}
	}
	return out
}
