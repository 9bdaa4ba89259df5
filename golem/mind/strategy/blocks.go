package strategy

import (
	"fmt"
	"strings"

	"bardo.run/bardo/golem/core/protocols"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/internal/money"
)

// items takes the list items under the recognised headings.
func (c *compiler) items(all []item) {
	for _, it := range all {
		var p passage
		p.fill(it.text, it.line.line, it.col, c.params, c.report)
		switch it.under {
		case headProtocols:
			c.protocol(it.place, p.text())
		case headRisk, headHeartbeat:
			c.setting(it, p.text())
		case headEntry:
			c.s.EntryConditions = append(c.s.EntryConditions, c.condition(it, p.text()))
		case headExit:
			c.s.ExitConditions = append(c.s.ExitConditions, c.condition(it, p.text()))
		}
	}
}

// setting reads "max drawdown: 10%".
func (c *compiler) setting(it item, text string) {
	key, value, ok := strings.Cut(text, ":")
	if !ok {
		c.report(it.place, "under "+string(it.under)+" a list item is written like: max drawdown: 10%; other words belong in a paragraph")
		return
	}
	key = strings.ReplaceAll(strings.Join(strings.Fields(strings.ToLower(key)), "_"), "-", "_")
	if it.under == headRisk {
		c.risk(it.place, key, strings.TrimSpace(value))
		return
	}
	c.heartbeat(it.place, key, strings.TrimSpace(value))
}

// condition keeps a criterion for a model's eye. Only rules act.
func (c *compiler) condition(it item, text string) Condition {
	out := Condition{Raw: strings.TrimSpace(text), Line: it.line.line}
	if s, ok := rule.Comparison(text); ok {
		out.Metric, out.Window, out.Operator, out.Value, out.Unit = s.Metric, s.Window, s.Operator, s.Value, s.Unit
		return out
	}
	c.warn(it.place, "kept as words: this is not a comparison, and only a rule block acts")
	return out
}

// rules compiles the fenced rules.
func (c *compiler) rules(fences []fence) {
	names := map[string]int{}
	for _, f := range fences {
		if !isRule(f.info) {
			continue
		}
		kind, name, ok := c.header(f, strings.Fields(f.info)[1:])
		if !ok {
			continue
		}
		if first, twice := names[kind.String()+"-"+name]; twice {
			c.report(f.at, fmt.Sprintf("there is already a rule %s %s on line %d; give it another name", kind, name, first))
			continue
		}
		names[kind.String()+"-"+name] = f.at.line
		c.rule(f, kind, name)
	}
	if len(c.s.Rules) > maxRules {
		c.report(place{1, 1}, "more than 64 rules; the rules of one strategy must stay readable")
	}
}

func (c *compiler) header(f fence, words []string) (rule.Kind, string, bool) {
	if len(words) == 0 || len(words) > 2 {
		c.report(f.at, "a rule block begins like: ```rule entry buy-the-dip; the kinds are "+strings.Join(rule.Kinds[:], ", "))
		return 0, "", false
	}
	kind, ok := rule.KindOf(strings.ToLower(words[0]))
	if !ok {
		c.report(f.at, "unknown kind of rule "+rule.Quote(words[0])+hint(words[0], rule.Kinds[:]))
		return 0, "", false
	}
	if len(words) == 1 {
		return kind, "", true
	}
	if !isName(words[1]) {
		c.report(f.at, "the name of a rule has 1 to 32 lower-case letters, digits and dashes, not "+rule.Quote(words[1]))
		return 0, "", false
	}
	return kind, words[1], true
}

func isName(s string) bool {
	return len(s) <= 32 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == "" && s != ""
}

func (c *compiler) rule(f fence, kind rule.Kind, name string) {
	var p passage
	before := len(c.problems)
	for _, l := range f.lines {
		p.fill(l.text, l.line, l.col, c.params, c.report)
	}
	if len(c.problems) > before {
		return // what a placeholder without a value leaves is not worth checking
	}
	if len(f.lines) == 0 {
		p.line = f.empty.line
	}
	r, problems := rule.Parse(kind, name, p.text(), p.line, &c.slots)
	for _, problem := range problems {
		l, col := p.place(problem.Line, problem.Col)
		c.report(place{l, col}, problem.Message)
	}
	if r == nil {
		return
	}
	c.s.Rules = append(c.s.Rules, r)
	for _, a := range r.Do {
		c.action(f.at, a)
	}
	c.unlisted(f.at, r)
}

// action warns of what an action asks for in vain.
func (c *compiler) action(at place, a rule.Action) {
	on := a.On
	for _, m := range c.policy.Markets {
		if m.Handle == on {
			on = m.Protocol
		}
	}
	if of, lends := protocols.Lender(on); lends {
		on = of.Name
	}
	if on != "" && on != rule.Best && !rule.IsMarket(on) && !contains(c.s.Protocols, on) {
		c.warn(at, fmt.Sprintf("%q is on %s, which protocols does not list; whoever approves what the file lists refuses it", a, on))
	}
	limit := rule.PPM(c.s.Bounds.MaxPosition) * 100
	if a.Of == rule.OfEquity && a.Share > limit {
		c.warn(at, fmt.Sprintf("%q asks for more than max_position %s; it will be cut to that", a, short(money.BPS(limit/100))))
	}
	if a.Basket == nil {
		return
	}
	sum := rule.PPM(0)
	for _, w := range a.Basket.Weights {
		if sum += w.Share; w.Share > limit {
			c.warn(at, fmt.Sprintf("%s %s is more than max_position %s; it will be cut to that", w.Asset, w.Share, short(c.s.Bounds.MaxPosition)))
		}
	}
	if most := rule.PPM(c.s.Bounds.MaxDeployed) * 100; sum > most {
		c.warn(at, fmt.Sprintf("the basket puts %s of equity to work, more than max_deployed %s; what is bought last will be cut", sum, short(c.s.Bounds.MaxDeployed)))
	}
}

// unlisted warns of assets that a rule trades, and the file's list does not have.
func (c *compiler) unlisted(at place, r *rule.Rule) {
	if len(c.s.Assets) == 0 {
		return
	}
	for _, name := range r.Trades() {
		if symbol := strings.ToUpper(name); !contains(c.s.Assets, symbol) {
			c.warn(at, fmt.Sprintf("the rule trades %s, which assets does not list; whoever approves what the file lists refuses it", symbol))
		}
	}
}
