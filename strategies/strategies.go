// Package strategies is the set of STRATEGY.md files to begin with. Each is
// complete, commented, compiles without a warning and trades on a generated market.
package strategies

import "embed"

//go:embed *.md
var files embed.FS

// templates lists the files by the name that a person asks for, in order of name, each with a
// generated world that has what its rules name.
var templates = []struct{ name, file, world, about string }{
	{"basket", "basket.md", "basket", "hold two assets in fixed shares of equity, and even them out"},
	{"breakout", "breakout.md", "chop", "buy what leaves its range upward, sell when it falls back"},
	{"concentration", "lp-shape.md", "basket", "provide liquidity in a range while the price is calm, over all prices while it swings"},
	{"dca", "dca.md", "chop", "buy the same amount at fixed intervals"},
	{"exchanges", "exchanges.md", "basket", "buy a rise on the exchange that has not followed it yet, sell on the one that still pays more"},
	{"grid", "grid.md", "chop", "buy in steps below the mean, sell in steps above it"},
	{"lenders", "lenders.md", "basket", "lend idle dollars where they earn most, and move them"},
	{"liquidity", "lp-recentre.md", "chop", "earn the fees of one range around the price, and move it"},
	{"mean-reversion", "eth-mean-reversion.md", "chop", "buy a dip below the short-term mean, sell when it is back"},
	{"tier-liquidity", "lp-tiers.md", "basket", "provide liquidity in the better of two markets of one pair, and change over"},
	{"tiers", "tiers.md", "basket", "buy in the cheaper of two markets of one pair, sell when they are together again"},
}

// Names lists the templates, sorted.
func Names() []string {
	names := make([]string, len(templates))
	for i, t := range templates {
		names[i] = t.name
	}
	return names
}

// Template returns the text of a template; ok is false where there is none of that name.
func Template(name string) (text []byte, ok bool) {
	for _, t := range templates {
		if t.name == name {
			text, err := files.ReadFile(t.file)
			return text, err == nil
		}
	}
	return nil, false
}

// About says in half a sentence what a template does; empty where there is none.
func About(name string) string {
	for _, t := range templates {
		if t.name == name {
			return t.about
		}
	}
	return ""
}

// World is a generated world in which a template can be lived; empty where there is no template of
// that name.
func World(name string) string {
	for _, t := range templates {
		if t.name == name {
			return t.world
		}
	}
	return ""
}
