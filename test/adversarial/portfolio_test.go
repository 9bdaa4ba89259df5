package adversarial

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"
)

// spec: safety §1.3, §1.4, §7, §20, chain §12: in every custody, with five assets, eight markets, the
// shipped limits and caps of single assets and markets, nothing moves outside them, whoever has the
// markets, and whatever they, or the cage's own reader, say.
func TestNothingOfAPortfolioMovesOutsideTheLimits(t *testing.T) {
	var mu sync.Mutex
	var sums []schemeSum
	for _, c := range custodies {
		t.Run(c.name, func(t *testing.T) {
			rounds, _ := realmRounds(t)
			for _, s := range schemes {
				if s.only != "" && s.only != c.name || hostileAttempts(t) == 0 && c.name != bare.name && s.only == "" {
					continue // in `make test` one custody goes through all of them
				}
				t.Run(s.name, func(t *testing.T) {
					t.Parallel()
					sum := schemeSum{Custody: c.name, Scheme: s.name}
					for round := range rounds {
						t.Run(fmt.Sprint(round), func(t *testing.T) { // its chain ends with it
							sum.add(kept(t, fmt.Sprintf("basket-%s-%s-%d", c.name, s.name, round), func() schemeSum { return schemed(t, c, s, uint64(round)) })) //nolint:gosec // small
						})
					}
					mu.Lock()
					defer mu.Unlock()
					sums = append(sums, sum)
				})
			}
		})
	}
	slices.SortFunc(sums, func(a, b schemeSum) int { return a.place() - b.place() })
	tried := 0
	for _, s := range sums {
		t.Log(s.line())
		tried += s.Tried
	}
	t.Logf("%d attempts on portfolios", tried)
	if partly(t) {
		return
	}
	if tried*10 < hostileAttempts(t) {
		t.Errorf("%d attempts on portfolios are less than a tenth of %d", tried, hostileAttempts(t))
	}
	schemePage(t, sums)
}

// schemeSum is what lives of one scheme in one custody came to.
type schemeSum struct {
	Custody, Scheme       string
	Lives, Tried, Orders  int
	Traded, Outside, Lost string // millionths of a dollar
	Cells                 []cellCount
}

func (s schemeSum) place() int {
	in := slices.IndexFunc(custodies, func(c custody) bool { return c.name == s.Custody })
	return 100*in + slices.IndexFunc(schemes, func(o scheme) bool { return o.name == s.Scheme })
}

// number is an amount as it is kept.
func number(text string) *big.Int {
	n, ok := new(big.Int).SetString("0"+text, 10)
	if !ok {
		panic("adversarial: " + text + " is no number")
	}
	return n
}

func (s *schemeSum) add(o schemeSum) {
	s.Lives, s.Tried, s.Orders = s.Lives+o.Lives, s.Tried+o.Tried, s.Orders+o.Orders
	s.Traded = new(big.Int).Add(number(s.Traded), number(o.Traded)).String()
	s.Outside = new(big.Int).Add(number(s.Outside), number(o.Outside)).String()
	if number(o.Lost).Cmp(number(s.Lost)) > 0 {
		s.Lost = o.Lost
	}
	s.Cells = append(s.Cells, o.Cells...)
}

// reached are the cells, added up.
func (s schemeSum) reached() map[square]int {
	all := map[square]int{}
	for _, n := range s.Cells {
		all[n.square()] += n.N
	}
	return all
}

// line is its row of the page.
func (s schemeSum) line() string {
	layers := map[string]int{}
	for at, n := range s.reached() {
		layers[at.layer] += n
	}
	return line(s.Custody, s.Scheme, s.Lives, s.Tried, s.Orders, dollarsOf(number(s.Traded)), dollarsOf(number(s.Lost)), s.Outside, counts(layers))
}

// schemed lives one life by a scheme, and holds it to its limits.
func schemed(t *testing.T, in custody, s scheme, round uint64) schemeSum {
	d := settled(t, in, in.first+5+16*round, nothingSaid, plot{has: s.has}, trades)
	if testing.Verbose() && hostileAttempts(t) == 0 {
		d.loud = t.Logf
	}
	scales := newAppraiser(d)
	c, done, err := d.begins(t.Context())
	check(t, err)
	defer func() {
		if err := done(); err != nil {
			t.Error(err)
		}
	}()
	c.state = s.name
	s.lives(&intrigue{campaign: c, goods: d.goods, scales: scales}, pickBy(hostileAttempts(t) > 0, s.most, s.few))
	c.state = s.name
	v := scales.check()
	for _, why := range append(c.faults, v.violations...) {
		t.Error(why)
	}
	if len(v.orders) == 0 || c.tried == 0 {
		t.Error("nothing happened")
	}
	sum := schemeSum{in.name, s.name, 1, c.tried, len(v.orders), v.inside.String(), v.outside.String(), scales.reached.String(), nil}
	for at, n := range c.cells {
		sum.Cells = append(sum.Cells, cellCount{at.kind, at.layer, at.custody, s.name, n})
	}
	slices.SortFunc(sum.Cells, func(a, b cellCount) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return sum
}

// atStart is the layer of what a start refuses.
const atStart = "start"

// schemePage writes what portfolios came to, and the cells of their attacks.
func schemePage(t *testing.T, sums []schemeSum) {
	t.Helper()
	lines := append([]string{
		"", "## Portfolios", "",
		"Five assets in eight markets of Uniswap v3, seven of them approved, and a vault of ERC-4626 whose owner is the adversary, with",
		"caps on single assets, markets and the vault beside the limits of the configuration as it is shipped. The checker values the",
		"whole account at the feeds' prices, shares of the vault by what redeeming them pays, and decodes each call by itself. An order",
		"over two markets is one for the sums of spending; each of its moves is an action of one market.", "",
	}, heading("custody", "attack", "lives", "attempts", "orders on the chain", "USDC traded", "most lost in a day", "outside", "stopped by")...)
	for _, s := range sums {
		lines = append(lines, s.line())
	}
	lines = append(append(lines, "", "### Their cells", ""), heading(append([]any{"custody, attack, kind", atStart}, anys(layersOf)...)...)...)
	for _, s := range sums {
		reached, kinds := s.reached(), map[string]bool{}
		for at := range reached {
			kinds[at.kind] = true
		}
		for _, kind := range sorted(kinds) {
			row := []any{s.Custody + ", " + s.Scheme + ", " + kind}
			for _, layer := range append([]string{atStart}, layersOf...) {
				row = append(row, reached[square{kind, layer, s.Custody, s.Scheme}])
			}
			lines = append(lines, line(row...))
		}
	}
	publish(t, "6d-portfolios", lines...)
}
