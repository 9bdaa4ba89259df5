package strategy

import (
	"fmt"
	"strconv"
	"strings"

	"bardo.run/bardo/golem/core/protocols"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/internal/money"
)

// Policy is what the owner's PolicyCage allows; a file can only narrow it.
// Assets are symbols in upper case, the numeraire first, Protocols names with an adapter in
// lower case. Markets are those that may be named; nil: not known, and every one of two of the
// assets. Lenders are the lending markets that are configured, by handle; nil: not known, and
// every one of the protocols.
type Policy struct {
	Bounds    turn.Bounds   `cbor:"1,keyasint"`
	Assets    []string      `cbor:"2,keyasint"`
	Protocols []string      `cbor:"3,keyasint"`
	Markets   []rule.Market `cbor:"4,keyasint,omitempty"`
	Lenders   []string      `cbor:"5,keyasint,omitempty"`
}

// names are what the rules of a file may name.
func (p Policy) names() rule.Names {
	n := rule.Names{Markets: p.Markets, Assets: []string{}, Lenders: []string{}, Listed: p.Lenders != nil}
	for _, a := range p.Assets {
		n.Assets = append(n.Assets, strings.ToLower(a))
	}
	for _, l := range protocols.Lenders() {
		if contains(p.Protocols, l) {
			n.Lenders = append(n.Lenders, l)
		}
	}
	for _, l := range p.Lenders {
		if of, _ := protocols.Lender(l); contains(p.Protocols, of.Name) && !contains(n.Lenders, l) {
			n.Lenders = append(n.Lenders, l)
		}
	}
	return n
}

// DefaultPolicy returns the limits of the specification (heartbeat §15, safety
// §5) for the parts that exist: the dollar, ether and bitcoin on every protocol with an adapter.
func DefaultPolicy() Policy {
	return Policy{
		Bounds:    turn.Bounds{MaxDrawdown: 1300, MaxPosition: 2500, MaxDeployed: 3000, Reserve: 0, Slippage: 100},
		Assets:    []string{"USDC", "WETH", "WBTC", "CBBTC"},
		Protocols: protocols.Names(),
	}
}

// bound describes one key of [risk]: where it goes and whether more is stricter.
type bound struct {
	key    string
	field  func(*turn.Bounds) *money.BPS
	strict bool // a larger value is the stricter one
}

var boundKeys = []bound{
	{"max_drawdown", func(b *turn.Bounds) *money.BPS { return &b.MaxDrawdown }, false},
	{"max_position", func(b *turn.Bounds) *money.BPS { return &b.MaxPosition }, false},
	{"max_deployed", func(b *turn.Bounds) *money.BPS { return &b.MaxDeployed }, false},
	{"reserve", func(b *turn.Bounds) *money.BPS { return &b.Reserve }, true},
	{"slippage", func(b *turn.Bounds) *money.BPS { return &b.Slippage }, false},
}

// tighten applies one bound of a file. It returns a warning where the file asks
// for more than the policy allows; the policy's value stays then.
func (b bound) tighten(bounds *turn.Bounds, asked money.BPS) string {
	field := b.field(bounds)
	if asked == *field {
		return ""
	}
	if (asked > *field) == b.strict {
		*field = asked
		return ""
	}
	return fmt.Sprintf("%s %s is looser than the policy; %s holds", b.key, short(asked), short(*field))
}

func short(b money.BPS) string {
	s := strings.TrimSuffix(b.String(), "%")
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".") + "%"
}

// stages are the values of risk.start_stage (safety §16.5).
var stages = []string{"shadow", "micro", "scaled", "full"}

// parseBPS reads "12.5%" or "30bps", from 0 to 100 %.
func parseBPS(text string) (money.BPS, error) {
	b, err := money.ParseBPS(text)
	if err != nil || b > money.Whole {
		return 0, fmt.Errorf("want a share like \"10%%\" or \"50bps\", from 0%% to 100%%, not %q", clip(text))
	}
	return b, nil
}

// parseInterval reads a base interval like "60s" or "2m" in milliseconds.
func parseInterval(text string) (int64, error) {
	text = strings.TrimSpace(text)
	for suffix, worth := range map[string]int64{"s": 1000, "m": 60_000} {
		if digits, ok := strings.CutSuffix(text, suffix); ok {
			if n, err := strconv.ParseUint(strings.TrimSpace(digits), 10, 16); err == nil {
				return int64(n) * worth, nil
			}
		}
	}
	return 0, fmt.Errorf("want a duration like \"60s\", not %q", clip(text))
}

func clip(text string) string {
	r := []rune(text)
	if len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return text
}
