package strategy

import (
	"fmt"
	"sort"
	"strings"

	"bardo.run/bardo/golem/mind/strategy/rule"
)

// topKeys are the keys the front matter may hold outside a table, and its tables.
var topKeys = []string{"name", "objective", "assets", "protocols", "notes", "parameters", "risk", "heartbeat"}

// keys takes everything from the front matter, in order of key.
func (c *compiler) keys() {
	for _, key := range sortedKeys(c.front.values) {
		at, v := c.front.where(key), c.front.values[key]
		switch key {
		case "name":
			c.text(at, key, v, &c.s.Name, 64)
		case "objective":
			c.text(at, key, v, &c.s.Objective, 4000)
		case "notes":
			c.text(at, key, v, &c.s.Notes, 16_000)
		case "assets":
			for _, a := range c.strings(at, key, v) {
				c.asset(at, a)
			}
		case "protocols":
			for _, p := range c.strings(at, key, v) {
				c.protocol(at, p)
			}
		case "parameters", "risk", "heartbeat":
			c.table(at, key, v)
		default:
			c.report(at, "unknown key "+key+hint(key, topKeys))
		}
	}
}

func hint(word string, names []string) string {
	return rule.Nearest(word, names) + "; allowed are " + strings.Join(names, ", ")
}

func (c *compiler) text(at place, key string, v any, to *string, limit int) {
	s, ok := v.(string)
	if s = strings.TrimSpace(s); !ok || s == "" || len(s) > limit {
		c.report(at, fmt.Sprintf("%s must be a text of 1 to %d bytes", key, limit))
		return
	}
	if c.once(key, at) {
		*to = s
	}
}

func (c *compiler) strings(at place, key string, v any) []string {
	list, ok := v.([]any)
	var out []string
	for _, e := range list {
		s, isText := e.(string)
		ok = ok && isText
		out = append(out, s)
	}
	if !ok {
		c.report(at, key+" must be a list of texts, like [\"USDC\", \"WETH\"]")
		return nil
	}
	return out
}

func (c *compiler) table(at place, name string, v any) {
	values, ok := v.(map[string]any)
	if !ok {
		c.report(at, name+" must be a table; write it as ["+name+"]")
		return
	}
	for _, key := range sortedKeys(values) {
		at, v := c.front.where(name+"."+key), values[key]
		switch name {
		case "parameters":
			c.parameter(at, key, v)
		case "risk":
			c.risk(at, key, v)
		case "heartbeat":
			c.heartbeat(at, key, v)
		}
	}
}

func (c *compiler) parameter(at place, key string, v any) {
	text, ok := parameterText(v)
	if !ok {
		c.report(at, "parameter "+key+" must be a number or a text of at most 64 bytes without line breaks, backticks or braces")
		return
	}
	c.params.text[key] = text
	c.s.Parameters = append(c.s.Parameters, Parameter{key, text})
}

// risk takes one bound. Only these keys exist: nothing in a file can loosen what
// the policy says about anything else.
func (c *compiler) risk(at place, key string, v any) {
	text := fmt.Sprint(v)
	if key == "start_stage" {
		c.startStage(at, text)
		return
	}
	if key == "gate" {
		c.gate(at, text)
		return
	}
	names := []string{"start_stage", "gate"}
	for _, b := range boundKeys {
		names = append(names, b.key)
		if b.key != key {
			continue
		}
		share, err := parseBPS(text)
		if err != nil {
			c.report(at, key+": "+err.Error())
			return
		}
		if !c.once(key, at) {
			return
		}
		if warning := b.tighten(&c.s.Bounds, share); warning != "" {
			c.warn(at, warning)
		}
		return
	}
	c.report(at, "unknown risk limit "+rule.Quote(key)+hint(key, names))
}

func (c *compiler) startStage(at place, stage string) {
	for _, s := range stages {
		if s == stage {
			if c.once("start_stage", at) {
				c.s.StartStage = s
			}
			return
		}
	}
	c.report(at, "unknown stage "+rule.Quote(stage)+hint(stage, stages))
}

// gates are the values of risk.gate (heartbeat §11.6).
var gates = []string{"off", "shadow", "enforce"}

func (c *compiler) gate(at place, mode string) {
	if !contains(gates, mode) {
		c.report(at, "unknown gate "+rule.Quote(mode)+hint(mode, gates))
		return
	}
	if c.once("gate", at) {
		c.s.Gate = mode
	}
}

func (c *compiler) heartbeat(at place, key string, v any) {
	if key != "tick_interval" {
		c.report(at, "unknown heartbeat key "+rule.Quote(key)+hint(key, []string{"tick_interval"}))
		return
	}
	text := fmt.Sprint(v)
	ms, err := parseInterval(text)
	if err != nil {
		c.report(at, "tick_interval: "+err.Error())
		return
	}
	if !c.once(key, at) {
		return
	}
	if c.s.TickInterval = min(max(ms, minInterval), maxInterval); c.s.TickInterval != ms {
		c.warn(at, fmt.Sprintf("tick_interval %s lies outside 30s to 120s; %ds holds", text, c.s.TickInterval/1000))
	}
}

func (c *compiler) asset(at place, name string) {
	symbol := strings.ToUpper(strings.TrimSpace(name))
	if !contains(c.policy.Assets, symbol) && !c.slots.Names.Passes(strings.ToLower(symbol)) {
		c.report(at, "asset "+rule.Quote(name)+" is not on the policy's allow-list"+hint(symbol, c.policy.Assets))
		return
	}
	if contains(c.s.Assets, symbol) {
		c.warn(at, "asset "+symbol+" is listed twice")
		return
	}
	c.s.Assets = append(c.s.Assets, symbol)
}

func (c *compiler) protocol(at place, name string) {
	p := strings.ToLower(strings.TrimSpace(name))
	if contains(DefaultPolicy().Protocols, p) && !contains(c.policy.Protocols, p) {
		c.report(at, "protocol "+rule.Quote(name)+" is not among safety.approved_protocols: "+strings.Join(c.policy.Protocols, ", "))
		return
	}
	if !contains(c.policy.Protocols, p) {
		c.report(at, "protocol "+rule.Quote(name)+" has no adapter here"+hint(p, c.policy.Protocols))
		return
	}
	if contains(c.s.Protocols, p) {
		c.warn(at, "protocol "+p+" is listed twice")
		return
	}
	c.s.Protocols = append(c.s.Protocols, p)
}

func contains(list []string, word string) bool {
	for _, w := range list {
		if w == word {
			return true
		}
	}
	return false
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
