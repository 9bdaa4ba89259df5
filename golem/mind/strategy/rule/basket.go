package rule

import "fmt"

// maxBasket is how many assets a basket has, and the narrowest and the widest band: inside
// the one fees alone would move a share, and beyond the other nothing is ever done.
const (
	maxBasket = 16
	leastBand = 1_000
	mostBand  = Whole / 2
)

// basket = "to" { asset share [","] } "rest" asset [","] "band" share.
func (p deeds) basket() *Basket {
	b, sum := &Basket{}, PPM(0)
	p.expect("to")
	for !p.broken && !p.is("rest") {
		t := p.peek()
		w := Weight{Asset: p.asset("given a share: it has the rest")}
		if !p.broken {
			w.Share = p.weight()
		}
		for _, other := range b.Weights {
			if other.Asset == w.Asset && !p.broken {
				p.problem(t, w.Asset+" stands twice in the basket; keep one")
			}
		}
		if sum += w.Share; sum > Whole && !p.broken {
			p.fail(t, "the shares come to "+sum.String()+" with this one; they may come to 100%")
		}
		if b.Weights = append(b.Weights, w); len(b.Weights) > maxBasket {
			p.fail(t, fmt.Sprintf("a basket has at most %d assets", maxBasket))
		}
		p.accept(",")
	}
	if !p.broken && len(b.Weights) == 0 {
		p.fail(p.peek(), "a basket has an asset at least, like: rebalance to weth 40% rest usdc, band 5%")
	}
	p.rest(b)
	return b
}

func (p deeds) weight() PPM {
	t := p.next()
	share, ok := percent(t)
	if !ok || share > Whole {
		p.fail(t, "a share of the basket is written weth 40% (at most 100%), not "+t.say())
	}
	return share
}

// rest reads what the basket leaves, and how far off a share may be.
func (p deeds) rest(b *Basket) {
	if p.broken {
		return
	}
	p.expect("rest")
	t := p.peek()
	money := p.asset("")
	if n := p.names.numeraire(); !p.broken && n != "" && money != n {
		p.problem(t, "the rest stays in "+n+", which everything is paid in, not in "+money)
	}
	p.accept(",")
	if t := p.peek(); !p.broken && !p.accept("band") {
		p.fail(t, "a basket ends with its band, how far off its share of equity an asset may be before it is brought back, like: band 5%; found "+t.say())
	}
	if p.broken {
		return
	}
	t = p.next()
	band, ok := percent(t)
	if !ok || band < leastBand || band > mostBand {
		p.fail(t, "a band is written band 5% (0.1% to 50% of equity), not "+t.say())
	}
	b.Band = band
}
