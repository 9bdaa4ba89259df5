package strategy

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/internal/money"
)

// Section is one part of what a strategy will do, in sentences.
type Section struct {
	Title string   `json:"title"`
	Lines []string `json:"lines"`
}

// Explain says in plain sentences what a Golem does that lives by the strategy under a
// policy. It reads what was compiled and nothing of the text.
func (s *Strategy) Explain(p Policy) []Section {
	e := explanation{s, p, "the base token", "USDC"}
	if others := slices.DeleteFunc(slices.Clone(s.Assets), func(a string) bool { return a == e.quote }); len(others) == 1 {
		e.base = others[0]
	}
	out := []Section{e.subject()}
	for k := range rule.Kinds { // in the order in which a tick plays them
		for _, r := range s.Rules {
			if r.Kind == rule.Kind(k) {
				out = append(out, Section{fmt.Sprintf("%s, line %d", s.title(r), r.Line), e.rule(r)})
			}
		}
	}
	out = append(out, Section{"Limits", e.limits()}, Section{"What stops it", e.stops()},
		Section{"The gate", []string{gateWords[s.Gate]}}, Section{"The worst trade", e.worst()})
	if found := s.Review(); len(found) > 0 {
		warnings := Section{Title: "Warnings"}
		for _, w := range found {
			warnings.Lines = append(warnings.Lines, fmt.Sprintf("Line %d: %s.", w.Line, w.Message))
		}
		out = append(out, warnings)
	}
	return out
}

type explanation struct {
	*Strategy
	policy      Policy
	base, quote string
}

func (e explanation) subject() Section {
	lines := []string{strings.Join(strings.Fields(e.Objective), " ")}
	if len(e.Assets) > 0 {
		lines = append(lines, "Trades "+list(e.Assets)+" on "+list(e.Protocols)+"; money is counted in "+e.quote+".")
	}
	lines = append(lines, e.starts())
	if e.TickInterval > 0 {
		lines = append(lines, "Looks and decides every "+lasts(e.TickInterval)+", faster or slower as the market asks for.")
	}
	if len(e.Rules) == 0 {
		lines = append(lines, "Has no rule, so without a model it only watches.")
	}
	return Section{"What it is", lines}
}

var stageWords = map[string]string{
	"shadow": "in shadow: it is simulated and followed, and trades nothing until it has proven itself",
	"micro":  "at micro: positions of at most 2% of equity until it has proven itself",
	"scaled": "at scaled: positions of at most 10% of equity until it has proven itself",
	"full":   "at full size, proven or not",
}

// starts says at which stage it begins.
func (e explanation) starts() string {
	if e.StartStage == "" {
		return "Starts " + SetBy("") + " (risk.start_stage): by default " + stageWords["shadow"] + "; bardo live without --config starts it " + stageWords["full"] + ", as nothing real can be lost there."
	}
	return "Starts " + stageWords[e.StartStage] + ", " + SetBy(e.StartStage) + "."
}

// SetBy says on whose word a life begins at its stage. own is what its text names; without
// one the settings do.
func SetBy(own string) string {
	if own == "" {
		return "as its settings say"
	}
	return "as its " + FileName + " says"
}

var gateWords = map[string]string{
	"":        "Follows oracle.gate of golem.toml, which is shadow by default: entries that the predictions speak against are noted and not held back.",
	"off":     "Off: what the predictions say changes nothing, unless golem.toml is stricter.",
	"shadow":  "Shadow: entries that the predictions speak against are noted and not held back, unless golem.toml is stricter.",
	"enforce": "Enforced: an entry is held back while the predictions it rests on are often wrong. At first too few are known, and entries wait.",
}

// rule says when a rule fires, what it does and how often.
func (e explanation) rule(r *rule.Rule) []string {
	lines := []string{"When " + strings.Join(r.When.Clauses(e.Slots), ",\n  and ") + "."}
	var does []string
	for _, a := range r.Do {
		does = append(does, a.Say(e.base, e.quote))
	}
	lines = append(lines, "It "+strings.Join(does, ", then ")+e.cut(r)+".")
	retry := lasts(r.Retry())
	switch {
	case r.Cooldown > 0:
		lines = append(lines, "It does so when that becomes true, and again every "+retry+" while it stays true; never twice within "+retry+".")
	case r.Retry() > 0:
		lines = append(lines, "It does so each time that becomes true, and is tried again every "+retry+" while it stays true.")
	default:
		lines = append(lines, "It does so once each time that becomes true.")
	}
	return lines
}

// cut names the limits that a size is cut to, where there is one.
func (e explanation) cut(r *rule.Rule) string {
	for _, a := range r.Do {
		switch a.Verb {
		case rule.Buy, rule.Provide, rule.Lend, rule.Rebalance:
			return ", or as much as the limits below leave"
		}
	}
	return ""
}

// limits are those in force, and whose they are.
func (e explanation) limits() []string {
	var lines []string
	for _, b := range boundKeys {
		now, policy := *b.field(&e.Bounds), *b.field(&e.policy.Bounds)
		whose := "the policy's own"
		if now != policy {
			whose = "the file's; the policy has " + short(policy)
		}
		lines = append(lines, fmt.Sprintf("%s %s (%s): %s.", b.key, short(now), whose, boundWords[b.key]))
	}
	return append(lines, "The owner's golem.toml may be stricter still, and bounds what is spent and lost in a day.")
}

var boundWords = map[string]string{
	"max_drawdown": "after a larger loss from the highest equity nothing is opened; in a volatile market after seven tenths of it",
	"max_position": "no position takes a larger share of equity",
	"max_deployed": "nor do all together",
	"reserve":      "this share of equity stays in cash",
	"slippage":     "an order that would give this much less than its preview is not carried out",
}

// stops are the rules that close, and what does where no rule does.
func (e explanation) stops() []string {
	closing, lines := e.closing(), []string{"No rule sells: what it opens is kept until it dies or its owner says close all."}
	if len(closing) > 0 {
		lines = []string{"Rules that close: " + list(closing) + "; they come before everything else, and nothing is opened in a tick that closes."}
	}
	return append(lines, "Nothing is opened after a drawdown of "+short(e.Bounds.MaxDrawdown)+". Everything is closed at the emergency drawdown of golem.toml (safety.emergency_drawdown_bps).")
}

// worst is what each entry can cost.
func (e explanation) worst() []string {
	var lines []string
	for _, r := range e.Rules {
		for _, a := range r.Do {
			switch a.Verb {
			case rule.Buy, rule.Provide, rule.Lend:
				lines = append(lines, e.title(r)+" puts in "+e.stake(a))
			case rule.Rebalance:
				lines = append(lines, e.title(r)+" puts in "+e.basket(a.Basket))
			}
		}
	}
	if len(lines) == 0 {
		return []string{"No rule opens anything."}
	}
	return append(lines, "The pool's fee and gas come on top. What the price does afterwards no order bounds: until a rule sells, all that was put in is at risk.")
}

// stake is the most that an action puts in, and what its order can lose at once.
func (e explanation) stake(a rule.Action) string {
	most := rule.PPM(min(e.Bounds.MaxPosition, e.Bounds.MaxDeployed)) * 100
	slip := int64(e.Bounds.Slippage)
	switch a.Of {
	case rule.OfNothing:
		lost := a.Amount * money.USDC(slip) / money.USDC(money.Whole)
		return fmt.Sprintf("at most %s %s each time; its order loses at most %s %s by slippage.", plain(a.Amount), e.quote, plain(lost), e.quote)
	case rule.OfEquity, rule.OfCash:
		most = min(most, a.Share)
	}
	return fmt.Sprintf("at most %s of equity each time; its order loses at most %s of equity by slippage.", most, rule.PPM(int64(most)*slip/int64(money.Whole)))
}

// basket is the most that a Rebalance puts in, all its purchases of one pass together.
func (e explanation) basket(b *rule.Basket) string {
	most, sum := rule.PPM(e.Bounds.MaxPosition)*100, rule.PPM(0)
	for _, w := range b.Weights {
		sum += min(w.Share, most)
	}
	sum = min(sum, rule.PPM(e.Bounds.MaxDeployed)*100)
	slip := rule.PPM(e.Bounds.Slippage) * 100
	return fmt.Sprintf("at most %s of equity in all; its orders lose at most %s of equity by slippage.", sum, sum*slip/rule.Whole)
}

func plain(a money.USDC) string {
	return strings.TrimSuffix(strings.TrimRight(a.String(), "0"), ".")
}

// lasts writes milliseconds as a file does.
func lasts(ms int64) string {
	text := (time.Duration(ms) * time.Millisecond).String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = text[:len(text)-2]
		}
	}
	return text
}

// list joins words.
func list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}
