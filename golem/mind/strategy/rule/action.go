package rule

import (
	"fmt"
	"strings"

	"bardo.run/bardo/internal/money"
)

// Verb is what an action does.
type Verb uint8

// The verbs of the language.
const (
	Hold     Verb = iota // nothing, on purpose: the trigger is recorded
	Buy                  // swap quote tokens into base tokens
	Sell                 // swap base tokens of the wallet into quote tokens
	Provide              // open a liquidity position around the price
	Recentre             // close every liquidity position and open one around the price
	Withdraw             // close every liquidity position
	Claim                // collect the fees of every liquidity position
	Lend                 // supply quote tokens to a lending market
	Recall               // repay what is owed to the lending markets and withdraw everything
)

// Of says what a share is a share of.
type Of uint8

// The bases of a share.
const (
	OfNothing Of = iota
	OfCash
	OfEquity
	OfPosition
)

// PPM is a share in millionths, exact as it was written.
type PPM int64

// Whole is 100 %.
const Whole PPM = 1_000_000

// String prints the share in percent, as in "12.5%".
func (s PPM) String() string {
	text := fmt.Sprintf("%d.%04d", s/10_000, s%10_000)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".") + "%"
}

// Action is one thing a rule does. Which fields count depends on Verb: Buy and
// Lend take a Share of cash or equity or an Amount; Sell a Share of the position; Provide a
// Share and a Width; Recentre a Width. Buy and Sell may name an Exchange.
type Action struct {
	Verb   Verb
	Share  PPM
	Of     Of
	Amount money.USDC
	Width  PPM // half width: the range is price ÷ (1 + Width) to price × (1 + Width)
	// On is the protocol that a Buy, a Sell or a Lend goes to. Empty is Uniswap v3 for a
	// swap, also where the rule names it, and the first configured market for a Lend. What
	// swaps without a rule that names one, as a range's balance or a death, is in the pool,
	// whose price everything is judged by.
	On string
}

// Lenders are the protocols that a rule may lend on, the first configured one by default.
func Lenders() []string { return []string{"aave-v3", "morpho-blue"} }

// All reports whether a Sell sells the whole position.
func (a Action) All() bool { return a.Share == Whole }

// String writes the action in the language.
func (a Action) String() string {
	if a.On != "" {
		plain := a
		plain.On = ""
		return plain.String() + " on " + a.On
	}
	switch a.Verb {
	case Buy, Lend:
		word := map[Verb]string{Buy: "buy ", Lend: "lend "}[a.Verb]
		if a.Of == OfNothing {
			return word + strings.TrimSuffix(strings.TrimRight(a.Amount.String(), "0"), ".") + " usdc"
		}
		return word + a.Share.String() + " of " + ofNames[a.Of]
	case Sell:
		if a.All() {
			return "sell all"
		}
		return "sell " + a.Share.String() + " of position"
	case Provide:
		return "provide " + a.Share.String() + " of " + ofNames[a.Of] + " within ±" + a.Width.String()
	case Recentre:
		return "recentre within ±" + a.Width.String()
	}
	return plainVerbs[a.Verb]
}

var (
	ofNames    = [...]string{"", "cash", "equity", "position"}
	plainVerbs = [...]string{Hold: "hold", Withdraw: "withdraw liquidity", Claim: "claim fees", Recall: "recall lending"}
)

// verbsOf lists what a rule of a kind may do, as examples.
func verbsOf(k Kind) []string {
	switch k {
	case Entry:
		return []string{"buy 10% of equity", "buy 500 usdc", "buy 500 usdc on uniswap-v2", "provide 20% of equity within ±2%", "lend 20% of cash", "lend 20% of cash on morpho-blue", "hold"}
	case Manage:
		return []string{"recentre within ±2%", "claim fees", "withdraw liquidity", "recall lending", "hold"}
	}
	return []string{"sell all", "sell 50% of position", "sell all on uniswap-v4", "withdraw liquidity", "recall lending", "claim fees", "hold"}
}

const maxActions = 4

// deeds read what a rule of a kind does.
type deeds struct {
	*words
	kind Kind
}

// actions = action { "then" action }.
func (p deeds) actions() []Action {
	var out []Action
	for {
		t := p.peek()
		out = append(out, p.action())
		switch {
		case p.broken || !p.accept("then"):
			return out
		case len(out) == maxActions:
			p.fail(t, "a rule does at most four things")
			return out
		}
	}
}

func (p deeds) action() Action {
	t, k := p.next(), p.kind
	a, ok := Action{}, true
	switch t.text {
	case "hold":
	case "buy":
		a = p.spend(Buy)
		a.On = p.exchange()
	case "lend":
		a = p.spend(Lend)
		a.On = p.lender()
	case "recall":
		a.Verb = Recall
		p.expect("lending")
	case "sell":
		a = p.sell()
		a.On = p.exchange()
	case "provide":
		a = p.provide()
	case "recentre", "recenter":
		a = Action{Verb: Recentre, Width: p.width()}
	case "withdraw":
		a.Verb = Withdraw
		p.expect("liquidity")
	case "claim":
		a.Verb = Claim
		p.expect("fees")
	default:
		ok = false
		p.fail(t, "unknown action "+t.say()+Nearest(t.text, []string{"hold", "buy", "sell", "provide", "recentre", "withdraw", "claim", "lend", "recall"})+
			"; a rule of this kind may: "+strings.Join(verbsOf(k), ", "))
	}
	if ok && !allowed(k, a.Verb) {
		p.problem(t, "a rule of kind "+k.String()+" may not "+t.text+"; it may: "+strings.Join(verbsOf(k), ", "))
	}
	return a
}

// allowed keeps exits and stops to what reduces risk, and entries to what opens. No kind may
// borrow: a loan is repaid by judgement of a price, and a rule that is a tick late is a
// liquidation. Loans are for proposals that the cage sees one by one.
func allowed(k Kind, v Verb) bool {
	switch v {
	case Hold:
		return true
	case Buy, Provide, Lend:
		return k == Entry
	case Recentre:
		return k == Manage
	case Sell:
		return k == Exit || k == Stop
	}
	return k != Entry
}

// spend = ( "buy" | "lend" ) ( share "of" ("cash"|"equity") | money ); a lend may go on.
func (p deeds) spend(v Verb) Action {
	word := map[Verb]string{Buy: "buy", Lend: "lend"}[v]
	if t := p.peek(); t.kind == tokNumber && t.unit != "%" {
		p.next()
		return Action{Verb: v, Amount: p.amount(word, t)}
	}
	share, of := p.share(word, OfCash, OfEquity)
	return Action{Verb: v, Share: share, Of: of}
}

// sell = "sell" ( "all" | share "of" "position" ).
func (p deeds) sell() Action {
	if p.accept("all") {
		return Action{Verb: Sell, Share: Whole, Of: OfPosition}
	}
	share, of := p.share("sell", OfPosition)
	return Action{Verb: Sell, Share: share, Of: of}
}

// provide = "provide" share "of" ("cash"|"equity") "within" width.
func (p deeds) provide() Action {
	share, of := p.share("provide", OfCash, OfEquity)
	return Action{Verb: Provide, Share: share, Of: of, Width: p.width()}
}

func (p deeds) share(verb string, of ...Of) (PPM, Of) {
	var allowed []string
	for _, o := range of {
		allowed = append(allowed, "10% of "+ofNames[o])
	}
	say := verb + " takes " + strings.Join(allowed, " or ")
	t := p.next()
	share, ok := percent(t)
	if !ok || share <= 0 || share > Whole {
		p.fail(t, say+" (more than 0%, at most 100%, four digits after the point), not "+t.say())
		return 0, 0
	}
	p.expect("of")
	if p.broken {
		return 0, 0
	}
	word := p.next()
	for _, o := range of {
		if ofNames[o] == word.text {
			return share, o
		}
	}
	p.fail(word, say+", not of "+word.say())
	return 0, 0
}

// width = "within" [ "±" ] percent, 0.05% to 100%.
func (p deeds) width() PPM {
	p.expect("within")
	if p.broken {
		return 0
	}
	p.accept("±")
	t := p.next()
	w, ok := percent(t)
	if !ok || w < 500 || w > Whole {
		p.fail(t, "a range is written within ±2% (0.05% to 100%), not "+t.say())
	}
	return w
}

func (p deeds) amount(word string, t token) money.USDC {
	_, dim, ok := p.literal(t)
	amount, err := money.ParseUSDC(t.text)
	if !ok || dim != DimMoney || err != nil || amount <= 0 {
		p.fail(t, word+" takes 10% of cash, 10% of equity or an amount like 500 usdc, not "+t.say())
	}
	return amount
}

// percent reads an exact percentage or basis points.
func percent(t token) (PPM, bool) {
	var digits int
	switch {
	case t.kind == tokNumber && t.unit == "%":
		digits = 4
	case t.kind == tokNumber && t.unit == "bps":
		digits = 2
	default:
		return 0, false
	}
	whole, frac, _ := strings.Cut(t.text, ".")
	if len(frac) > digits || len(whole) > 9 {
		return 0, false
	}
	var n int64
	for _, d := range whole + frac + strings.Repeat("0", digits-len(frac)) {
		n = n*10 + int64(d-'0')
	}
	return PPM(n), true
}
