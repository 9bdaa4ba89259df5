package grant

import (
	"fmt"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/safety/worstday"
	"bardo.run/bardo/internal/money"
)

// Plan is what an owner reads before signing: one plain sentence, and every limit with
// where it holds.
//
// spec: provisioning §8.6, DESIGN §12.6
type Plan struct {
	Sentence string `json:"sentence"`
	// Account holds the money and Key acts for it, on the chain of that id, in Pools.
	Account common.Address   `json:"account"`
	Key     common.Address   `json:"key"`
	ChainID uint64           `json:"chain_id"`
	Pools   []common.Address `json:"pools"`
	// WorstDay is the most that is lost in any 24 hours, against each attacker.
	WorstDay []worstday.Figure `json:"worst_day"`
	// Beside are the account's other grants that are known and stand. Alone says that what one
	// of them allows comes on top of the worst day.
	Beside []string `json:"beside,omitempty"`
	Alone  bool     `json:"counts_this_grant_alone,omitempty"`
	Limits []Limit  `json:"limits"`
}

// Limit is one limit. OnChain says that the chain refuses what is beyond it, whoever has
// the key; else the Golem's own program does, and holds only while that is unchanged.
type Limit struct {
	Name    string `json:"name"`
	Value   string `json:"value"`
	OnChain bool   `json:"on_chain"`
	By      string `json:"by"`
}

// Words name for an owner what a wish knows by address.
type Words struct {
	Market string // where it trades, as the title of an exchange and "USDC/WETH"
	Cash   string // symbol of the cash
}

// Plan tells the wish. The limits of the runtime are those that no contract knows.
func (w Wish) Plan(words Words) Plan {
	until := time.Unix(int64(w.End), 0).UTC().Format("2 January 2006, 15:04 UTC") //nolint:gosec // a time
	most := w.Daily
	if w.Mode == Delegation {
		most = w.Limits.PerDay
	}
	run := "" // of its program, which may spend less
	if s := w.Limits.PerSession; s > 0 && s < most {
		run = fmt.Sprintf(", %s in one run of its program,", Dollars(s))
	}
	p := Plan{Sentence: fmt.Sprintf("It may spend at most %s %s a day%s on %s until %s; what it buys goes to your account.",
		Dollars(most), words.Cash, run, words.Market, until), Account: w.Account, Key: w.Key, ChainID: w.ChainID, Pools: w.Pools, WorstDay: w.WorstDay.Figures()}
	add := func(onChain bool, by, name, format string, args ...any) {
		p.Limits = append(p.Limits, Limit{name, fmt.Sprintf(format, args...), onChain, by})
	}
	add(true, "MortalityTimeWindow", "ends", "%s", until)
	add(true, "ActionBook", "calls", "%d forms of call, recipients, tokens and pools fixed in them", len(w.Forms))
	if w.Mode == Delegation {
		w.caged(add)
		w.capped(add)
		w.standing(add)
	} else {
		add(true, "LimitedCalls", "number of orders", "%d", w.Calls)
		add(true, "DailySpendLimit", "spent in any 24 hours on openings and swaps", "%s %s", Dollars(w.Daily), words.Cash)
		w.capped(add)
	}
	add(false, "the Golem", "price impact, trades an hour, spending a session, start stage", "as configured")
	add(false, "the Golem", "gas", "what the key's own account holds, in partitions with daily caps")
	if w.Mode == LocalKey {
		add(false, "the Golem", "position, concentration, drawdown, slippage", "as configured: no contract knows them in this custody")
	}
	return p
}

func (w Wish) caged(add func(bool, string, string, string, ...any)) {
	l, cage := w.Limits, "PolicyCage"
	add(true, "GolemPhase", "phase of life", "a Golem that said it is in need opens nothing more; in its last phase it only settles")
	add(true, cage, "spent at once", "%s", Dollars(l.PerTransaction))
	add(true, cage, "spent in any 24 hours", "%s", Dollars(l.PerDay))
	add(true, cage, "lost by moves in any 24 hours", "%s", Dollars(l.DayLoss))
	add(true, cage, "lost by moves in a session", "%s", Dollars(l.SessionLoss))
	add(true, cage, "one asset or position", "%s of the account", l.Position)
	add(true, cage, "everything but cash", "%s of the account", l.Concentration)
	add(true, cage, "open positions", "%d", l.Positions)
	add(true, cage, "drawdown that stops openings", "%s below the high-water mark that the owner signs; positions count at cost", l.Drawdown)
	add(true, "CageEnforcer", "lost by one move, fee included", "%s of its value by the price feeds", l.MoveLoss)
	add(true, "CageEnforcer", "lost by a sale into cash beyond those sums", "%s of its value", l.ExitLoss)
	add(true, "CageEnforcer", "recipient of everything", "the account itself")
}

// standing are those that ask for no number of the owner's, or for one of a lending market.
func (w Wish) standing(add func(bool, string, string, string, ...any)) {
	add(true, "PolicyCage", "collateral behind a debt", "at least %d bps of it, and a health factor of 1.2 by the lender itself, to withdraw", w.Limits.Collateral)
	add(true, "PolicyCage", "halt", "the owner's word stops openings at once")
	if w.Sanctions != (common.Address{}) {
		add(false, "the Golem", "sanctioned addresses", "the list at %s, asked before each opening", w.Sanctions)
	}
}

// Dollars is an amount of US dollars as people write it: no needless digits, thousands apart.
func Dollars(v money.USDC) string {
	text := strings.TrimSuffix(strings.TrimRight(v.String(), "0"), ".")
	whole, cents, _ := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if cents != "" {
		return whole + "." + cents
	}
	return whole
}

// String prints the plan for a terminal.
func (p Plan) String() string {
	var b strings.Builder
	in := "in the pool"
	if len(p.Pools) > 1 {
		in = "in these pools and places of markets:"
	}
	fmt.Fprintf(&b, "%s\nThe key %s acts for the account %s on chain %d, %s %s.\n", p.Sentence, p.Key, p.Account, p.ChainID, in, listed(p.Pools))
	for _, f := range p.WorstDay {
		fmt.Fprintln(&b, f.Sentence())
	}
	p.others(&b)
	for _, onChain := range []bool{true, false} {
		where := "held by the chain, whoever has the key:"
		if !onChain {
			where = "held by the program alone:"
		}
		fmt.Fprintln(&b, where)
		for _, l := range p.Limits {
			if l.OnChain == onChain {
				fmt.Fprintf(&b, "  %-46s %s (%s)\n", l.Name, l.Value, l.By)
			}
		}
	}
	return b.String()
}

// others prints the grants that stand beside the plan's.
func (p Plan) others(b *strings.Builder) {
	if p.Alone {
		fmt.Fprintln(b, "These figures count this grant alone.")
	}
	if len(p.Beside) > 0 {
		fmt.Fprintln(b, "other grants of the account stand beside it:")
	}
	for _, g := range p.Beside {
		fmt.Fprintf(b, "  %s\n", g)
	}
}

// listed are addresses, one behind the other.
func listed(all []common.Address) string {
	words := make([]string, len(all))
	for i, a := range all {
		words[i] = a.Hex()
	}
	return strings.Join(words, ", ")
}
