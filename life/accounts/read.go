package accounts

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/thanatopsis"
	double "bardo.run/bardo/internal/ledger"
)

// again is how often a statement is read of a life that goes on meanwhile.
const again = 3

// Of reads the statement of the life in a folder. A folder without books or records
// is an error that names what is missing. Of a life whose process writes meanwhile, books and
// records may be of two ticks: what does not add up is then read again.
func Of(dir string) (s Statement, err error) {
	for range again {
		if s, err = of(dir); err != nil || s.Sound() || !home.Lives(dir) {
			break
		}
	}
	return s, err
}

func of(dir string) (Statement, error) {
	r := &reader{units: UnitsOf()}
	if err := r.records(filepath.Join(dir, home.CyclesDir)); err != nil {
		return r.s, err
	}
	will, err := r.will(home.Paper(dir, home.TestamentFile))
	if err != nil {
		return r.s, err
	}
	books, err := ledger.Read(filepath.Join(dir, home.LedgerDir))
	if err != nil {
		return r.s, fmt.Errorf("read the books: %w", err)
	}
	defer books.Close()
	r.balances(books)
	r.credit(books)
	r.gas(books)
	if r.s.Dead {
		r.wallet(books, will)
	}
	return r.s, nil
}

type reader struct {
	s      Statement
	units  Units
	tokens []turn.Token // of the assets, as they were seen last
}

func (r *reader) records(dir string) error {
	store, err := records.Open(dir, records.Options{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("read the records: %w", err)
	}
	defer store.Close()
	for record, err := range store.Settled() {
		if err != nil {
			return fmt.Errorf("read the records: %w", err)
		}
		if seen := record.Seen.Reading.Tokens(); len(seen) > 0 {
			r.tokens = seen
		}
		for _, t := range r.tokens {
			r.units[t.Address.Hex()] = t
		}
		for _, a := range record.Actions {
			r.decided(record.Tick, a)
		}
	}
	return r.own(store)
}

// own reads the orders of the Golem's own, each as it turned out.
func (r *reader) own(store *records.Store) error {
	var order []string
	last := map[string]records.Outcome{}
	for e, err := range store.All() {
		if err != nil {
			return fmt.Errorf("read the records: %w", err)
		}
		o := e.Outcome
		if o == nil || o.Own == "" {
			continue
		}
		if _, known := last[o.PermitID]; !known {
			order = append(order, o.PermitID)
		}
		last[o.PermitID] = *o
	}
	for _, id := range order {
		if o := last[id]; o.Execution != nil {
			a := turn.Action{Proposal: turn.Proposal{Origin: "golem", Cause: "golem"}, Preview: turn.Preview{PermitID: id, Kind: o.Own}, Execution: o.Execution, Status: o.Execution.Status}
			r.decided(o.Tick, a)
		}
	}
	return nil
}

// decided takes an action that was sent; what was only refused moved nothing.
func (r *reader) decided(tick uint64, a turn.Action) {
	x := a.Execution
	if x == nil || x.Status == turn.StatusBlocked || x.Status == turn.StatusCancelled {
		return
	}
	d := Decision{
		Tick: tick, PermitID: a.Preview.PermitID, Origin: string(a.Proposal.Origin), Cause: a.Proposal.Cause, Kind: a.Preview.Kind,
		Status: string(a.Status), Tx: x.TxHash.Hex(), Gas: x.Cost,
	}
	if s := a.Preview.Simulation; s != nil {
		d.Value = s.Value
	}
	r.s.Decisions = append(r.s.Decisions, d)
}

// will reads what the death settled; a life that goes on has none.
func (r *reader) will(path string) (thanatopsis.Testament, error) {
	t, _, err := thanatopsis.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return t, nil
	}
	if err != nil {
		return t, err
	}
	r.s.Dead, r.s.GolemID = true, t.Identity.GolemID
	for _, a := range t.Settlement.Proposed() {
		r.decided(t.Stats.LastTick(), a)
	}
	return t, nil
}

func (r *reader) balances(books *double.Ledger) {
	var assets []string
	for _, line := range books.Balances() {
		l := Line{Account: line.Account, Asset: r.units.Name(line.Asset), Balance: r.units.Whole(line.Asset, line.Balance)}
		if line.Held.Sign() != 0 {
			l.Held = r.units.Whole(line.Asset, line.Held)
		}
		r.s.Lines = append(r.s.Lines, l)
		known := false
		for _, a := range assets {
			known = known || a == line.Asset
		}
		if !known {
			assets = append(assets, line.Asset)
		}
	}
	for _, a := range assets {
		r.s.Sums = append(r.s.Sums, Sum{r.units.Name(a), books.Sum(a).String()})
	}
}
