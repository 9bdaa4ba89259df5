package report

import (
	"fmt"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/report/attribution"
)

// nativeDecimals are those of every chain's coin.
const nativeDecimals = 18

// Stray is money in the wallet, or missing from it, that no order of the Golem explains.
// Worth is what it was worth then.
type Stray struct {
	Tick   uint64     `json:"tick"`
	Time   int64      `json:"time_ms"`
	Kind   turn.Stray `json:"kind"`
	Amount string     `json:"amount"`
	Worth  float64    `json:"worth"`
}

// strays folds in what no order explains. What somebody sent is no gain: it is a flow
// from outside. What is missing is a loss, and what is back of it no more.
func (b *Builder) strays(r turn.Record) {
	for _, d := range r.Differences {
		amount, worth := Amount(d.Asset, &d.Units, r.Seen.Reading), r.Seen.Reading.Worth(d.Asset, &d.Units)
		b.life.Money.Strays = append(b.life.Money.Strays, Stray{Tick: r.Tick, Time: r.Time, Kind: d.Kind, Amount: amount, Worth: worth})
		b.others = append(b.others, attribution.StrayOf(d, r.Seen.Reading))
		if n := len(b.points); d.Kind == turn.StrayDeposit && n > 0 {
			b.points[n-1].Flow += worth
		} else if d.Kind == turn.StrayWithdrawn && n > 0 {
			b.points[n-1].Flow -= worth
		}
	}
}

// Amount is so many units of an asset in words, as turn.Reading.Worth names assets.
func Amount(asset string, units *uint256.Int, seen turn.Reading) string {
	for _, t := range seen.Tokens() {
		if t.Address.Hex() == asset {
			return money.FormatUnits(units, t.Decimals) + " " + t.Symbol
		}
	}
	return money.FormatUnits(units, nativeDecimals) + " coins for gas"
}

// lost is what is missing and did not come back, in quote tokens of then.
func (m Money) lost() (sum float64) {
	for _, s := range m.Strays {
		switch s.Kind {
		case turn.StrayMissing:
			sum += s.Worth
		case turn.StrayReturned:
			sum -= s.Worth
		}
	}
	return max(sum, 0)
}

// unexplained is the line of the summary, where there is something to tell.
func (m Money) unexplained(s *sheet) {
	if len(m.Strays) == 0 {
		return
	}
	in, out := 0.0, 0.0
	for _, x := range m.Strays {
		switch x.Kind {
		case turn.StrayDeposit:
			in += x.Worth
		case turn.StrayWithdrawn:
			out += x.Worth
		}
	}
	taken := ""
	if out > 0 {
		taken = ", the owner took " + figure(out) + " out"
	}
	s.row("unexplained", "%s came from outside%s, %s is missing (bardo ledger)", figure(in), taken, figure(m.lost()))
}

// differences is the table of the page, where there is something to tell.
func (m Money) differences(s *sink) {
	if len(m.Strays) == 0 {
		return
	}
	s.put(`<section><h2>Money that no order explains</h2>`)
	s.put(`<p class="note">What the wallet held beside its books. What came from outside is no gain, and what the owner took out no loss; while something is missing the Golem opens nothing.</p>`)
	openTable(s, "Money that no order explains", `<th scope="col" class="num">Tick</th><th scope="col">Time</th><th scope="col">What</th><th scope="col" class="num">Amount</th><th scope="col" class="num">Worth</th>`)
	for _, x := range m.Strays[:min(len(m.Strays), maxRows)] {
		s.put(`<tr><td class="num">%</td><td><time>%</time></td><td>%</td><td class="num">%</td><td class="num">%</td></tr>`,
			fmt.Sprint(x.Tick), moment(x.Time), label(string(x.Kind)), clean(x.Amount, textLength), figure(x.Worth))
	}
	closeTable(s)
	s.put("</section>\n")
}
