// Package biography reads a life's folder and tells it as a report: records into
// trades and curves, journal and testament into the death, ledger into sums. It
// measures nothing itself and changes nothing in the folder.
package biography

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/accounts"
	"bardo.run/bardo/life/report"
)

// WorldFile holds what the world had to assume; the life writes it at its end.
const WorldFile = "world.json"

// samples is how many points a curve of the page has at most.
const samples = 1_500

// Read tells the life in dir.
func Read(dir string) (report.Life, error) {
	w, err := ReadWhole(dir)
	return w.Life, err
}

// Whole is a life with every point of its account, and the time that was its own.
type Whole struct {
	Life    report.Life
	Account report.Account
	// Born is its birth and Until when its paid time ends, in unix milliseconds.
	Born, Until int64
	Left        Left // of a life that is over
}

// ReadWhole tells the life in dir with its whole account.
func ReadWhole(dir string) (Whole, error) {
	b := report.NewBuilder()
	refused := &refusals{}
	end, err := fold(dir, b, refused)
	if err != nil {
		return Whole{}, err
	}
	j, err := journal.Read(filepath.Join(dir, home.JournalDir))
	if err != nil {
		return Whole{}, err
	}
	defer j.Close()
	boot, err := birth(j)
	if err != nil {
		return Whole{}, err
	}
	will, after, died, err := settle(dir, j, b, end)
	if err != nil {
		return Whole{}, err
	}
	w := Whole{Life: b.Life(samples), Account: b.Account(), Born: boot.Birth.Start, Until: boot.Birth.Until}
	l := &w.Life
	l.Fate.Limits = refused.limits(boot)
	if err := introduce(l, dir, boot, b.Cheapest()); err != nil {
		return w, err
	}
	if died {
		l.Fate.Death = death(dir, will)
		l.Fate.Death.Home = sent(will.Wallet.Swept, after)
		l.Subject.To = will.Death.DiedAt
	}
	if err := sums(l, dir, b.Tokens()); err != nil || !died {
		return w, err
	}
	if after.Block.Number == 0 { // nothing was read after the last tick
		after = *b.Last()
	}
	w.Left, err = bequeathed(after, will.Wallet.Swept, l.Fate.Limits.Spent)
	return w, err
}

// settle adds what the death did, where there was one, and returns its testament and the last
// reading.
func settle(dir string, j *journal.Reader, b *report.Builder, end uint64) (will paper, after turn.Reading, died bool, _ error) {
	will, died, err := testament(dir)
	if err != nil || !died {
		return will, after, died, err
	}
	before, after, err := settlement(j, end)
	if err != nil {
		return will, after, died, err
	}
	b.Settle(will.Death.DiedAt, before, will.Settlement.Proposed(), after, sweptHome(will.Wallet.Swept, after))
	return will, after, died, nil
}

// fold adds every record and returns the journal entry behind the last one.
func fold(dir string, b *report.Builder, c *refusals) (end uint64, _ error) {
	store, err := records.Open(filepath.Join(dir, home.CyclesDir), records.Options{ReadOnly: true})
	if err != nil {
		return 0, err
	}
	defer store.Close()
	for r, err := range store.Settled() {
		if err != nil {
			return 0, err
		}
		b.Add(*r)
		c.take(*r)
		end = r.Entries[1]
	}
	return end, nil
}

func birth(j *journal.Reader) (boot agent.Boot, _ error) {
	e, err := j.Lookup(0)
	if err != nil {
		return boot, err
	}
	return agent.Born(e)
}

// settlement finds the first and the last reading after the last tick.
func settlement(j *journal.Reader, from uint64) (before, after turn.Reading, _ error) {
	for e, err := range j.Entries(from) {
		if err != nil {
			return before, after, err
		}
		if e.Kind != journal.KindReading || e.Failure != nil {
			continue
		}
		var seen turn.Reading // a new one each time: readings share no slices
		if err := e.Decode(&seen); err != nil {
			return before, after, err
		}
		after = seen
		if before.Block.Number == 0 {
			before = after
		}
	}
	return before, after, nil
}

func introduce(l *report.Life, dir string, boot agent.Boot, cheapest *turn.Reading) error {
	id := boot.Identity
	l.Subject.Identity = report.Identity{GolemID: id.GolemID, Name: id.Name, Wallet: id.Wallet.Hex(), ChainID: id.ChainID}
	if compiled, err := strategy.Compile(boot.Strategy.Text, boot.Strategy.Policy); err == nil {
		l.Subject.Strategy.Name, l.Subject.Strategy.StartStage = compiled.Name, compiled.StartStage
		if l.Subject.Strategy.Hash == compiled.Hash {
			l.Thought.TooDear = compiled.TooDear(cheapest)
		}
		if t := l.Condition.Trust; t != nil && t.Start != turn.StageShadow.String() {
			t.SetBy = strategy.SetBy(compiled.StartStage)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, WorldFile))
	if errors.Is(err, os.ErrNotExist) {
		if boot.Runs { // time passes by itself: no world is made for it
			l.Subject.Place = report.Place{Kind: report.Live, Name: fmt.Sprintf("on chain %d", id.ChainID)}
		}
		return nil
	}
	if err != nil {
		return err
	}
	var w World
	if err := json.Unmarshal(text, &w); err != nil {
		return fmt.Errorf("%s is damaged: %w", WorldFile, err)
	}
	l.Subject.Place, l.Subject.Seed = w.Place, w.Seed
	if l.Subject.Market.Handle == "" { // nothing was read
		l.Subject.Market, l.Subject.Numeraire = w.Market, w.Market.Quote
	}
	return nil
}

// World is world.json.
type World struct {
	Place  report.Place  `json:"place"`
	Seed   uint64        `json:"seed"`
	Market report.Market `json:"market"`
}

// sums takes the books into the report, and what they charged for time.
func sums(l *report.Life, dir string, tokens []turn.Token) error {
	books, err := ledger.Read(filepath.Join(dir, home.LedgerDir))
	if err != nil {
		return fmt.Errorf("read ledger: %w", err)
	}
	defer books.Close()
	for _, p := range ledger.Purposes() {
		left, spent := books.Balance(p.Account, ledger.Credit), books.Balance(p.Paid, ledger.Credit)
		l.Fate.Limits.Spent = append(l.Fate.Limits.Spent, report.Spent{Purpose: p.Name, Spent: money.USDC(spent.Int64()), Left: money.USDC(left.Int64())})
	}
	paid := func(account string) money.USDC { return money.USDC(books.Balance(account, ledger.Credit).Int64()) }
	c := &l.Money.Costs
	c.Gas, c.Compute, c.Inference = paid(ledger.Gas), paid(ledger.Compute), paid(ledger.Inference)+paid(ledger.Data)
	l.Results.Result.Burnt(c.Gas)
	l.Results.Result.Beside(c.Compute, c.Inference)
	units := accounts.UnitsOf(tokens...)
	for _, line := range books.Balances() {
		l.Money.Ledger = append(l.Money.Ledger, report.LedgerSum{Account: line.Account, Asset: units.Name(line.Asset), Sum: units.Whole(line.Asset, line.Balance)})
	}
	return nil
}
