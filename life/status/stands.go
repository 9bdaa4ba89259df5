package status

import (
	"fmt"
	"time"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/term"
	"bardo.run/bardo/golem/host/turn"
	double "bardo.run/bardo/internal/ledger"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/report/attribution"
)

// newest is the newest look at the chain.
func (f *fold) newest() Seen {
	s := Seen{Ticks: f.ticks, Block: f.seen.Block.Number, BlockTime: f.seen.Block.Time * 1_000, Numeraire: f.seen.Numeraire().Symbol, Market: priceOf(f.seen.Primary())}
	for i := 1; i < len(f.seen.Markets); i++ {
		s.Others = append(s.Others, priceOf(&f.seen.Markets[i]))
	}
	if f.last != nil {
		s.Tick, s.Time = f.last.Tick, f.last.Time
	}
	for _, d := range f.deeds {
		if a := &d.Action; a.Status == turn.StatusExecuted && a.Execution.Block.Number > s.Block {
			s.After, s.AfterTick = s.After+1, d.tick
		}
	}
	return s
}

func priceOf(m *turn.Market) Market {
	return Market{Handle: m.Handle, Price: m.Price, Base: m.Base.Symbol, Quote: m.Quote.Symbol}
}

func (f *fold) holdings() Holdings {
	h, equity := Holdings{Balances: []Balance{}, Positions: []Position{}}, f.seen.Equity()
	for i := range f.seen.Assets {
		b := &f.seen.Assets[i]
		h.Balances = append(h.Balances, Balance{
			Symbol: b.Token.Symbol, Amount: money.FormatUnits(&b.Units, b.Token.Decimals), Price: b.Price, Value: b.Value, Share: part(b.Value, equity), Doubt: b.Doubt,
		})
	}
	if f.seen.Block.Number > 0 {
		worth := attribution.Coins(f.seen) * f.seen.NativeUSD
		h.Balances = append(h.Balances, Balance{Symbol: "coin for gas", Amount: money.FormatUnits(&f.seen.Native, 18), Price: f.seen.NativeUSD, Value: worth, Share: part(worth, equity)})
	}
	for i := range f.seen.Positions {
		p := &f.seen.Positions[i]
		m, _ := f.seen.Market(p.Market)
		h.Positions = append(h.Positions, Position{
			ID: p.ID, Kind: p.Protocol + " " + p.Kind, Market: p.Market, Value: p.Value, Share: part(p.Value, equity), Fees: attribution.FeesOf(*p, &f.seen),
			InRange: m != nil && m.Range != nil && p.InRange(m.Range.Tick), Health: p.Health,
		})
	}
	for i := range f.seen.Lending {
		if l := &f.seen.Lending[i]; !l.Idle() {
			health, _ := l.Account.Factor()
			h.Positions = append(h.Positions, Position{ID: l.Handle, Kind: "lending", Market: l.Handle, Value: l.Value, Share: part(l.Value, equity), Health: health})
		}
	}
	return h
}

// part is a share of equity; 0 where there is none.
func part(worth, equity float64) float64 {
	if !(equity > 0) {
		return 0
	}
	return worth / equity
}

// standing is what holds it back by the newest record.
func standing(f *fold) Bounds {
	b := Bounds{Halt: turn.HaltNone.String(), Level: turn.LevelNormal.String()}
	if f.last == nil {
		return b
	}
	s := f.last.Standing
	b.Opens, b.Halt, b.Level, b.Cause, b.Key = s.Opens(), s.Halt.String(), s.Level.String(), s.Cause, s.Key
	b.Fence, b.Listed = fence(f.seen), listed(f.seen.Screen)
	if f.last.Risk != nil {
		b.Stage = f.last.Risk.Stage.String()
	}
	return b
}

// bounds is what holds it back, by the newest record and the books.
func (f *fold) bounds(books *double.Ledger) Bounds {
	b := standing(f)
	for _, line := range books.Balances() {
		if line.Account != ledger.Unexplained || line.Balance.Sign() <= 0 {
			continue
		}
		units, over := uint256.FromBig(line.Balance)
		if over {
			continue // no token has so many
		}
		b.Missing = append(b.Missing, f.named(line.Asset, units))
	}
	return b
}

// named is an amount of an asset of the books.
func (f *fold) named(asset string, units *uint256.Int) string {
	for _, t := range f.seen.Tokens() {
		if t.Address.Hex() == asset {
			return money.FormatUnits(units, t.Decimals) + " " + t.Symbol
		}
	}
	if asset == ledger.Native {
		return money.FormatUnits(units, 18) + " of the coin for gas"
	}
	return units.Dec() + " units of " + asset
}

// fence is what is wrong with what bounds it on the chain; empty where nothing is.
func fence(r turn.Reading) string {
	f := r.Fence
	switch {
	case f == nil:
		return ""
	case f.Unread != "":
		return "what the chain holds of its limits could not be read: " + f.Unread
	case f.Revoked:
		return "its owner revoked the grant"
	case f.Over(r.Block.Time):
		return "its grant ended on " + moment(int64(f.Ends)*1_000) //nolint:gosec // a time
	case f.Halted:
		return "its owner halted the cage on the chain"
	case f.Counted && f.Orders == 0:
		return "the grant allows no more orders"
	}
	return ""
}

func listed(s *turn.Screen) string {
	switch {
	case s == nil:
		return ""
	case s.Unread != "":
		return "a list of sanctioned addresses did not answer: " + s.Unread
	case len(s.Listed) > 0:
		return "a list of sanctioned addresses names " + s.Listed[0].Hex()
	}
	return ""
}

func (f *Folder) clocks(books *double.Ledger, now int64) Clocks {
	c := Clocks{Phase: turn.Thriving.String(), Vitality: 1, Given: max(f.born.Birth.Credit, left(books)+spent(books)), Credit: left(books)}
	until := f.born.Birth.Until
	if left(books)+spent(books) == 0 { // it is booked by the first tick
		c.Credit = c.Given
	}
	if r := f.fold.last; r != nil {
		c.Phase, c.Vitality, c.Lowest, until = r.Mortality.Phase.String(), r.Mortality.Composite, r.Mortality.Clocks.Trigger, r.Mortality.PaidUntil
	}
	if until > 0 && until < term.Forever {
		seconds := max(0, until-now) / 1_000
		c.TimeLeft = &seconds
	}
	return c
}

// left is the credit of all purposes but time, which is paid for apart.
func left(books *double.Ledger) (sum money.USDC) {
	for _, p := range ledger.Purposes() {
		if p.Account != ledger.Time {
			sum += money.USDC(books.Balance(p.Account, ledger.Credit).Int64())
		}
	}
	return sum
}

// spent is what credit paid for, but for time. With what is left it is what was given, at birth
// and since.
func spent(books *double.Ledger) (sum money.USDC) {
	for _, p := range ledger.Purposes() {
		if p.Paid != "" && p.Account != ledger.Time {
			sum += money.USDC(books.Balance(p.Paid, ledger.Credit).Int64())
		}
	}
	return sum
}

// waits is what comes next, the nearest first.
func (f *Folder) waits(s Status) []Wait {
	all := []Wait{}
	if s.Process.State == StateDead {
		return all
	}
	for _, d := range f.fold.deeds {
		if d.Action.Status == turn.StatusPending {
			all = append(all, Wait{What: fmt.Sprintf("the outcome of %s (%s), sent in tick %d", Said(d.Action, &f.fold.seen), d.Action.Execution.TxHash.Hex(), d.tick)})
		}
	}
	switch {
	case s.Process.State == StateDying:
		all = append(all, Wait{What: "the end of its death: it settles, and leaves its testament"})
	case !s.Process.Running:
		all = append(all, Wait{What: "its next start"})
	case f.fold.last == nil:
		all = append(all, Wait{What: "its first tick"})
	default:
		all = append(all, Wait{What: fmt.Sprintf("tick %d", f.fold.last.Tick+1), At: f.fold.last.Time + f.fold.last.NextTickIn})
	}
	if n := len(s.Words.Waiting); n > 0 {
		all = append(all, Wait{What: fmt.Sprintf("%d %s of its owner to be heard", n, plural(n, "letter"))})
	}
	return all
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

func moment(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.DateTime) }
