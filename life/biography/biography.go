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
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/report"
)

// WorldFile holds what the world had to assume; the life writes it at its end.
const WorldFile = "world.json"

// samples is how many points a curve of the page has at most.
const samples = 1_500

// Read tells the life in dir.
func Read(dir string) (report.Life, error) {
	b := report.NewBuilder()
	end, err := fold(dir, b)
	if err != nil {
		return report.Life{}, err
	}
	j, err := journal.Read(filepath.Join(dir, home.JournalDir))
	if err != nil {
		return report.Life{}, err
	}
	defer j.Close()
	boot, err := birth(j)
	if err != nil {
		return report.Life{}, err
	}
	will, died, err := testament(dir)
	if err != nil {
		return report.Life{}, err
	}
	if died {
		before, after, err := settlement(j, end)
		if err != nil {
			return report.Life{}, err
		}
		b.Settle(will.DiedAt, before, will.Settlement, after)
	}
	l := b.Life(samples)
	if err := introduce(&l, dir, boot); err != nil {
		return l, err
	}
	if died {
		l.Death = death(dir, will)
		l.To = will.DiedAt
	}
	return l, sums(&l, dir)
}

// fold adds every record and returns the journal entry behind the last one.
func fold(dir string, b *report.Builder) (end uint64, _ error) {
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
		end = r.Entries[1]
	}
	return end, nil
}

func birth(j *journal.Reader) (boot agent.Boot, _ error) {
	e, err := j.Lookup(0)
	if err != nil {
		return boot, err
	}
	return boot, e.Decode(&boot)
}

// paper is a testament and the text of its file.
type paper struct {
	thanatopsis.Testament
	text []byte
}

func testament(dir string) (p paper, died bool, _ error) {
	text, err := os.ReadFile(filepath.Join(dir, home.TestamentFile))
	if errors.Is(err, os.ErrNotExist) {
		return p, false, nil
	}
	if err != nil {
		return p, false, err
	}
	if err := json.Unmarshal(text, &p.Testament); err != nil {
		return p, false, fmt.Errorf("%s is damaged: %w", home.TestamentFile, err)
	}
	p.text = text
	return p, true, nil
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

func introduce(l *report.Life, dir string, boot agent.Boot) error {
	id := boot.Identity
	l.Identity = report.Identity{GolemID: id.GolemID, Name: id.Name, Wallet: id.Wallet.Hex(), ChainID: id.ChainID}
	if compiled, err := strategy.Compile(boot.Strategy, strategy.DefaultPolicy()); err == nil {
		l.Strategy.Name, l.Strategy.StartStage = compiled.Name, compiled.StartStage
	}
	text, err := os.ReadFile(filepath.Join(dir, WorldFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var w World
	if err := json.Unmarshal(text, &w); err != nil {
		return fmt.Errorf("%s is damaged: %w", WorldFile, err)
	}
	l.Place, l.Seed, l.Market = w.Place, w.Seed, w.Market
	return nil
}

// World is world.json.
type World struct {
	Place  report.Place  `json:"place"`
	Seed   uint64        `json:"seed"`
	Market report.Market `json:"market"`
}

func death(dir string, p paper) *report.Death {
	will := p.Testament
	d := &report.Death{Cause: string(will.Cause), Time: will.DiedAt, Clocks: clocks(will.Death), Testament: bequest(will, p.text)}
	for _, passed := range will.Phases {
		note := deed(passed.Phase, will)
		if passed.Fault != "" {
			note += "; failed: " + passed.Fault
		}
		d.Phases = append(d.Phases, report.Phase{Name: passed.Phase, Note: note})
	}
	d.Phases = append(d.Phases, report.Phase{Name: lifecycle.Legacy.String(), Note: legacy(dir, will)})
	for _, left := range will.LeftOpen {
		d.Left = append(d.Left, report.Leftover(left))
	}
	for _, b := range will.Balances {
		d.Balance = append(d.Balance, b.Units+" "+b.Token)
	}
	return d
}

// clocks says what the clocks stood at, and what the dice can be checked with.
func clocks(a *mortality.Autopsy) string {
	if a == nil {
		return ""
	}
	text := fmt.Sprintf("Vitality %.3f, %s lowest; %s USDC of credit left, %s of it kept for dying.", a.Composite, a.Clock, a.Balance, a.Reserve)
	if a.Spared != "" {
		text += fmt.Sprintf(" Immortal: it would have died of %s at tick %d.", a.Spared, a.SparedTick)
	}
	if a.Secret != "" {
		text += fmt.Sprintf(" It had a chance of %.2f%% to live so long; its dice rolled by the secret %s.", 100*a.Survival, a.Secret)
	}
	return text
}

// deed says what a phase did.
func deed(phase string, will thanatopsis.Testament) string {
	switch phase {
	case lifecycle.Acceptance.String():
		return "open permits cancelled"
	case lifecycle.Settlement.String():
		executed := 0
		for _, a := range will.Settlement {
			if a.Status == turn.StatusExecuted {
				executed++
			}
		}
		return fmt.Sprintf("%d actions, %d executed", len(will.Settlement), executed)
	}
	return fmt.Sprintf("return %+.2f%%", 100*will.Return)
}

// legacy says what Legacy left: it wrote the testament that is read here.
func legacy(dir string, will thanatopsis.Testament) string {
	papers, key := "testament and tombstone", "key destroyed; "+will.Recovery
	if _, err := os.Stat(filepath.Join(dir, home.TombstoneFile)); err != nil {
		papers = "testament, no tombstone"
	}
	if will.KeyKept {
		key = "the only key to the wallet kept"
	}
	return papers + " written, " + key
}

// sums takes the books into the report, and what they charged for time.
func sums(l *report.Life, dir string) error {
	books, err := ledger.Read(filepath.Join(dir, home.LedgerDir))
	if err != nil {
		return fmt.Errorf("read ledger: %w", err)
	}
	defer books.Close()
	for _, line := range books.Balances() {
		if line.Account == ledger.Compute && line.Asset == ledger.Credit {
			l.Costs.Compute = money.USDC(line.Balance.Int64())
		}
		l.Ledger = append(l.Ledger, report.LedgerSum{Account: line.Account, Asset: line.Asset, Sum: line.Balance.String()})
	}
	return nil
}
