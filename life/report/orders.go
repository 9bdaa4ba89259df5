package report

import (
	"fmt"
	"strings"
)

// settled is the cause of what the death did.
const settled = "death:settlement"

// orders is how many orders were carried out: trades, which are swaps, and all others.
func (a Acts) orders() int { return len(a.Trades) + len(a.Liquidity) + len(a.Lending) + len(a.Coin) }

// Others says which orders were carried out beside trades; empty where none was.
func (a Acts) Others() string {
	var parts []string
	for _, of := range []struct {
		n  int
		of string
	}{{len(a.Liquidity), "liquidity"}, {len(a.Lending), "lending"}, {len(a.Coin), "the coin for gas"}} {
		if of.n > 0 {
			parts = append(parts, fmt.Sprintf("%s on %s", count(of.n, "order", "orders"), of.of))
		}
	}
	return strings.Join(parts, ", ")
}

// When is the tick of a trade; in brackets the last one of a life, after which its death made it.
func (t *Trade) When() string {
	if t.Cause == settled {
		return fmt.Sprintf("(%d)", t.Tick)
	}
	return fmt.Sprint(t.Tick)
}
