package rule

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bardo.run/bardo/golem/core/protocols"
	"bardo.run/bardo/internal/money"
)

// Verb is what an action does.
type Verb uint8

// The verbs of the language.
const (
	Hold      Verb = iota // nothing, on purpose: the trigger is recorded
	Buy                   // swap quote tokens into base tokens
	Sell                  // swap base tokens of the wallet into quote tokens
	Provide               // open a liquidity position around the price
	Recentre              // close every liquidity position and open one around the price, market by market
	Withdraw              // close every liquidity position
	Claim                 // collect the fees of every liquidity position
	Lend                  // supply quote tokens to a lending market
	Recall                // repay what is owed to the lending markets and withdraw everything
	Rebalance             // sell and buy until each asset of a basket has its share of equity
	Unwrap                // fill the coin for gas up to its reserve with what stands for it
	Wrap                  // wrap the coin beyond its reserve for gas
)

// Of says what a share is a share of.
type Of uint8

// The bases of a share.
const (
	OfNothing Of = iota
	OfCash
	OfEquity
	OfPosition
	OfAsset // what the wallet holds of Asset
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
// Lend take a Share of cash or equity or an Amount, Lend also a Share of what the wallet holds of
// Asset; Sell a Share of the position; Provide a Share and a Width, which is zero where the market has
// no range but that of all prices; Recentre a Width; Rebalance a
// Basket. Buy and Sell may name where they trade.
type Action struct {
	Verb   Verb
	Share  PPM
	Of     Of
	Amount money.USDC
	Width  PPM // half width: the range is price ÷ (1 + Width) to price × (1 + Width)
	// Asset is the handle of what is bought, sold or lent. Empty: the base token of the market, or
	// of the strategy's first one; of a Lend the numeraire.
	Asset string
	// On is the protocol that a Buy, a Sell or a Lend goes to, or of a swap the handle of the
	// market. A protocol means the first of its markets that trades the strategy's two tokens, or
	// of those that trade Asset the deepest. Empty is the strategy's own market for a swap, as for
	// a range's balance, the one that gives most where Asset is named, and the first
	// configured market for a Lend; a Lend at Best goes to the one that pays the most. What an
	// emergency, the owner's word or a death sells goes where it gets most, or to the next after that.
	//
	// Of a Provide, a Recentre and a Withdraw it is the handle of the market whose ranges are
	// meant; empty is the strategy's first one, and for a Recentre and a Withdraw all.
	On string
	// Margin is by how much a year Best must pay more for what is lent elsewhere to be moved.
	Margin PPM
	Basket *Basket
}

// Basket is what a Rebalance aims at.
type Basket struct {
	Weights []Weight // in the order of the rule; what they leave stays in the numeraire
	Band    PPM      // how far off a share may be, of equity
}

// Weight is the share of equity that an asset is to have.
type Weight struct {
	Asset string
	Share PPM
}

// text is the basket in the language.
func (b *Basket) text(money string) string {
	var text strings.Builder
	for _, w := range b.Weights {
		text.WriteString(w.Asset + " " + w.Share.String() + " ")
	}
	return text.String() + "rest " + money + ", band " + b.Band.String()
}

// All reports whether a Sell sells the whole position.
func (a Action) All() bool { return a.Share == Whole }

// String writes the action in the language.
func (a Action) String() string {
	if a.On != "" {
		plain, word := a, " on "
		switch plain.On = ""; {
		case a.Verb == Provide || a.Verb == Recentre || a.Verb == Withdraw:
			word = " in "
		case a.On == Best:
			return plain.String() + " at best, margin " + a.Margin.String()
		}
		return plain.String() + word + a.On
	}
	switch a.Verb {
	case Buy, Lend:
		word := map[Verb]string{Buy: "buy ", Lend: "lend "}[a.Verb]
		switch size := a.size("usdc"); {
		case a.Of == OfAsset && a.Share == Whole:
			return word + a.Asset
		case a.Asset == "" || a.Of == OfAsset:
			return word + size
		default:
			return word + size + " of " + a.Asset
		}
	case Sell:
		switch {
		case a.All() && a.Asset != "":
			return "sell all of " + a.Asset
		case a.All():
			return "sell all"
		}
		return "sell " + a.Share.String() + " of " + cmp.Or(a.Asset, "position")
	case Provide:
		if a.Width == 0 {
			return "provide " + a.size("usdc")
		}
		return "provide " + a.size("usdc") + " within ±" + a.Width.String()
	case Recentre:
		return "recentre within ±" + a.Width.String()
	case Rebalance:
		return "rebalance to " + a.Basket.text("usdc")
	}
	return plainVerbs[a.Verb]
}

// size is how much an action takes, in words.
func (a Action) size(money string) string {
	switch a.Of {
	case OfNothing:
		return strings.TrimSuffix(strings.TrimRight(a.Amount.String(), "0"), ".") + " " + money
	case OfAsset:
		return a.Share.String() + " of " + a.Asset
	}
	return a.Share.String() + " of " + ofNames[a.Of]
}

var (
	ofNames    = [...]string{"", "cash", "equity", "position"}
	plainVerbs = [...]string{Hold: "hold", Withdraw: "withdraw liquidity", Claim: "claim fees", Recall: "recall lending", Unwrap: "unwrap gas", Wrap: "wrap coin"}
)

// verbsOf lists what a rule of a kind may do, as examples.
func verbsOf(k Kind) []string {
	exchanges, lenders := protocols.Exchanges(), protocols.Lenders()
	switch k {
	case Entry:
		return []string{
			"buy 10% of equity", "buy 500 usdc", "buy 500 usdc on " + exchanges[0], "buy 5% of equity of wbtc", "buy 500 usdc of weth in weth-usdc-30",
			"provide 20% of equity within ±2%", "provide 20% of equity within ±2% in weth-usdc-30", "provide 20% of equity in weth-usdc-30-v2", "lend 20% of cash", "lend 20% of cash on " + lenders[1],
			"lend usdc at best, margin 0.5%", "hold",
		}
	case Manage:
		return []string{
			"recentre within ±2%", "rebalance to weth 40% wbtc 20% rest usdc, band 5%", "claim fees", "withdraw liquidity", "withdraw liquidity in weth-usdc-30",
			"recall lending", "unwrap gas", "wrap coin", "hold",
		}
	}
	return []string{
		"sell all", "sell 50% of position", "sell all on " + exchanges[2], "sell 50% of wbtc", "sell all of wbtc in wbtc-usdc-30", "withdraw liquidity",
		"withdraw liquidity in weth-usdc-30", "recall lending", "claim fees", "unwrap gas", "hold",
	}
}

const maxActions = 4

// deeds read what a rule of a kind does.
type deeds struct {
	*words
	kind  Kind
	names Names
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
		a = p.buy()
	case "lend":
		a = p.lend()
	case "recall":
		a.Verb = Recall
		p.expect("lending")
	case "sell":
		a = p.sell()
	case "provide":
		a = p.provide()
	case "recentre", "recenter":
		a = p.recentre()
	case "rebalance":
		a = Action{Verb: Rebalance, Basket: p.basket()}
	case "withdraw":
		a.Verb = Withdraw
		p.expect("liquidity")
		a.On = p.market("")
	case "claim":
		a.Verb = Claim
		p.expect("fees")
	case "unwrap":
		a.Verb = Unwrap
		p.expect("gas")
	case "wrap":
		a.Verb = Wrap
		p.expect("coin")
	default:
		ok = false
		p.fail(t, "unknown action "+t.say()+Nearest(t.text, []string{"hold", "buy", "sell", "provide", "recentre", "withdraw", "claim", "lend", "recall", "rebalance", "unwrap", "wrap"})+
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
	case Recentre, Rebalance, Wrap:
		return k == Manage
	case Sell:
		return k == Exit || k == Stop
	}
	return k != Entry
}

// buy = "buy" size [ "of" asset ] exchange.
func (p deeds) buy() Action {
	a := p.spend(Buy)
	if !p.broken && p.accept("of") {
		a.Asset = p.asset("bought")
	}
	a.On = p.exchange(a.Asset)
	return a
}

// lend = "lend" ( size | [ share "of" ] asset ) lender [ [","] "margin" share ].
func (p deeds) lend() Action {
	var a Action
	switch t := p.peek(); {
	case t.kind == tokWord:
		a = Action{Verb: Lend, Share: Whole, Of: OfAsset, Asset: p.asset("")}
	case p.ofAsset():
		a = Action{Verb: Lend, Of: OfAsset}
		a.Share, a.Asset = p.part("lend", "")
	default:
		a = p.spend(Lend)
	}
	if a.On = p.lender(); a.On == Best {
		a.Margin = p.margin()
	}
	return a
}

// margin = [ [","] "margin" share ].
func (p deeds) margin() PPM {
	if p.broken || !p.is(",") && !p.is("margin") {
		return defaultMargin
	}
	p.accept(",")
	p.expect("margin")
	if p.broken {
		return 0
	}
	t := p.next()
	m, ok := percent(t)
	if !ok || m > Whole {
		p.fail(t, "a margin is written margin 0.5% (0% to 100% a year), not "+t.say())
	}
	return m
}

// reserved are words of an action that are no asset.
var reserved = []string{"all", "at", "band", "best", "cash", "cooldown", "do", "equity", "in", "margin", "of", "on", "position", "rest", "then", "to", "within"}

// asset reads the handle of one. done is what may not be done with the numeraire; empty: it
// may be meant.
func (p deeds) asset(done string) string {
	t := p.next()
	if t.kind != tokWord || slices.Contains(reserved, t.text) {
		p.fail(t, "an asset is named by its symbol, like weth, not "+t.say())
		return ""
	}
	_, complaint := p.names.resolve(t.text, ArgAsset)
	if complaint == "" && done != "" && t.text == p.names.numeraire() {
		complaint = t.text + " is what everything is paid in, and is not " + done
	}
	if complaint != "" {
		p.problem(t, complaint)
	}
	return t.text
}

// spend = ( "buy" | "lend" ) ( share "of" ("cash"|"equity") | money ).
func (p deeds) spend(v Verb) Action {
	word := map[Verb]string{Buy: "buy", Lend: "lend"}[v]
	if t := p.peek(); t.kind == tokNumber && t.unit != "%" {
		p.next()
		return Action{Verb: v, Amount: p.amount(word, t)}
	}
	share, of := p.share(word, OfCash, OfEquity)
	return Action{Verb: v, Share: share, Of: of}
}

// sell = "sell" ( "all" [ "of" asset ] | share "of" ( "position" | asset ) ) exchange.
func (p deeds) sell() Action {
	a := Action{Verb: Sell, Share: Whole, Of: OfPosition}
	switch {
	case p.accept("all"):
		if p.accept("of") {
			a.Asset = p.asset("sold")
		}
	case p.ofAsset():
		a.Share, a.Asset = p.part("sell", "sold")
	default:
		a.Share, a.Of = p.share("sell", OfPosition)
	}
	a.On = p.exchange(a.Asset)
	return a
}

// ofAsset says that what comes is a share of an asset.
func (p deeds) ofAsset() bool {
	if p.at+2 >= len(p.tokens) || p.tokens[p.at+1].text != "of" {
		return false
	}
	t := p.tokens[p.at+2]
	return t.kind == tokWord && !slices.Contains(ofNames[:], t.text)
}

// part = share "of" asset.
func (p deeds) part(verb, done string) (PPM, string) {
	t := p.next()
	share, ok := percent(t)
	if !ok || share <= 0 || share > Whole {
		p.fail(t, verb+" takes 10% of wbtc (more than 0%, at most 100%, four digits after the point), not "+t.say())
		return 0, ""
	}
	p.next()
	return share, p.asset(done)
}

// provide = "provide" share "of" ("cash"|"equity") [ "within" width ] [ "in" market ]. A width is
// left out where the liquidity of the market lies over all prices.
func (p deeds) provide() Action {
	share, of := p.share("provide", OfCash, OfEquity)
	a, at := Action{Verb: Provide, Share: share, Of: of}, p.peek()
	if narrow := p.is("within"); narrow || p.broken {
		a.Width, a.On = p.width(), p.ranges()
		if m := p.names.provided(a.On); m.Whole && !p.broken {
			p.problem(at, "the liquidity of "+m.Handle+" lies over all prices: leave out within ±"+a.Width.String())
		}
		return a
	}
	a.On = p.ranges()
	if m := p.names.provided(a.On); !p.broken && !m.Whole && (m.Ranges || a.On == "") {
		p.fail(at, "a range is written within ±2% (0.05% to 100%), not "+at.say())
	}
	return a
}

// recentre = "recentre" "within" width [ "in" market ].
func (p deeds) recentre() Action {
	at := p.peek()
	a := Action{Verb: Recentre, Width: p.width()}
	a.On = p.ranges()
	if m := p.names.provided(a.On); m.Whole && !p.broken {
		p.problem(at, "the liquidity of "+m.Handle+" lies over all prices, and no range of it can be moved")
	}
	return a
}

// ranges reads the market of a range, where one is named.
func (p deeds) ranges() string {
	at := p.peek()
	handle := p.market("")
	if handle != "" && !p.names.market(handle).Ranges {
		p.problem(at, "the market "+handle+" has no ranges to open liquidity in")
	}
	return handle
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
