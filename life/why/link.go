package why

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/wire"
)

// explain builds the chain of links for a record and, where given, one of its
// actions.
func (l *Life) explain(question string, r *turn.Record, a *turn.Action) (Answer, error) {
	answer := Answer{Question: question, Tick: r.Tick, Time: r.Time}
	entries, err := l.taken(r)
	if err != nil {
		return answer, err
	}
	var links []Link
	if a != nil {
		if entries, err = l.resolved(a, entries, r.Entries[1]); err != nil {
			return answer, err
		}
		if links, err = l.acted(a, entries, &r.Seen.Reading); err != nil {
			return answer, err
		}
		answer.Links = links
		if links, err = l.caused(r, a, entries); err != nil {
			return answer, err
		}
		answer.Links = append(answer.Links, links...)
	}
	if links, err = l.seen(r, entries, a == nil); err != nil {
		return answer, err
	}
	answer.Links = append(answer.Links, links...)
	return answer, nil
}

// taken reads the journal entries of a tick.
func (l *Life) taken(r *turn.Record) ([]journal.Entry, error) {
	var entries []journal.Entry
	for e, err := range l.journal.Entries(r.Entries[0]) {
		if err != nil {
			return nil, err
		}
		if e.Seq >= r.Entries[1] {
			return entries, nil
		}
		entries = append(entries, e)
	}
	if uint64(len(entries)) < r.Entries[1]-r.Entries[0] {
		return nil, fmt.Errorf("%w: tick %d took entries %d to %d, the journal ends before", ErrMissing, r.Tick, r.Entries[0], r.Entries[1])
	}
	return entries, nil
}

// acted explains what was done: block, transaction, permit, simulation. seen is what it was
// decided on.
func (l *Life) acted(a *turn.Action, entries []journal.Entry, seen *turn.Reading) ([]Link, error) {
	if err := came(a); err != nil {
		return nil, err
	}
	x, s := a.Execution, a.Preview.Simulation
	receipt, err := received(entries, x.TxHash)
	if err != nil {
		return nil, err
	}
	sent, err := find(entries, journal.KindSend, "the send of transaction "+x.TxHash.Hex(), func(got common.Hash) bool { return got == x.TxHash })
	if err != nil {
		return nil, err
	}
	simulated, err := find(entries, journal.KindSimulation, "simulation "+s.Hash.Hex(), func(got turn.Simulation) bool { return got.Hash == s.Hash })
	if err != nil {
		return nil, err
	}
	return append([]Link{
		{fmt.Sprintf("block:%d", x.Block.Number), "block", fmt.Sprintf("included in block %d, gas cost %s USDC%s (journal entry:%d)", x.Block.Number, x.Cost, beside(x), receipt.Seq)},
		{"tx:" + x.TxHash.Hex(), "transaction", fmt.Sprintf("%s, sent once, verified %v (journal entry:%d)", x.Status, x.Verified, sent.Seq)},
		{x.PermitID, "permit", fmt.Sprintf("%s%s, asked by %s%s, body %s", a.Preview.Kind, on(a.Proposal, seen), a.Proposal.Origin, trusted(a.Preview.Risk), a.Proposal.Body)},
		{"simulation:" + s.Hash.Hex(), "simulation", fmt.Sprintf("on block %d: success, gas %d, moves %s USDC, price impact %s (journal entry:%d)",
			s.Block.Number, s.GasUsed, s.Value, s.ImpactBPS, simulated.Seq)},
	}, append(append(sized(a), routes(a, seen)...), venues(a, seen)...)...), nil
}

// sized tells what cut an order that was wished larger.
func sized(a *turn.Action) []Link {
	if a.Proposal.Cut == "" {
		return nil
	}
	return []Link{{a.Execution.PermitID, "size", "cut " + a.Proposal.Cut}}
}

// came reports an action of which nothing was simulated, or nothing sent.
func came(a *turn.Action) error {
	if a.Execution == nil || a.Preview.Simulation == nil {
		return fmt.Errorf("%w: what permit %q came to", ErrMissing, a.Preview.PermitID)
	}
	return nil
}

// trusted says at what stage an action passed the risk layers.
func trusted(a *turn.Assessment) string {
	if a == nil {
		return ""
	}
	said := fmt.Sprintf(", let through at stage %s by %d risk layers", a.Stage, len(a.Layers))
	if len(a.Warnings) > 0 {
		said += " with a warning of " + strings.Join(a.Warnings, ", ")
	}
	return said
}

// on says where an action went, where that is not the first market.
func on(p turn.Proposal, seen *turn.Reading) string {
	if name := p.Market(); name != "" && name != seen.Primary().Handle {
		return " on " + name
	}
	return ""
}

// beside tells what a rollup took beside the gas.
func beside(x *turn.Execution) string {
	if x.DataWei.IsZero() {
		return ""
	}
	return ", " + x.DataWei.Dec() + " wei of it for data"
}

// resolved adds what the journal holds behind the tick, up to the receipt, where the
// action's outcome became known later.
func (l *Life) resolved(a *turn.Action, entries []journal.Entry, behind uint64) ([]journal.Entry, error) {
	if a.Execution == nil {
		return entries, nil
	}
	if _, err := received(entries, a.Execution.TxHash); err == nil {
		return entries, nil
	}
	for e, err := range l.journal.Entries(behind) {
		if err != nil {
			return nil, err
		}
		entries = append(entries, e)
		if holds(e, a.Execution.TxHash) {
			return entries, nil
		}
	}
	return entries, nil
}

// received finds the entry with a transaction's receipt.
func received(entries []journal.Entry, tx common.Hash) (journal.Entry, error) {
	for _, e := range entries {
		if holds(e, tx) {
			return e, nil
		}
	}
	return journal.Entry{}, fmt.Errorf("%w: the receipt of transaction %s", ErrMissing, tx.Hex())
}

func holds(e journal.Entry, tx common.Hash) bool {
	return slices.ContainsFunc(chain.Receipts(e), func(r chain.Receipt) bool { return r.Found && r.TxHash == tx })
}

// caused explains which rule asked for it, and what it read.
func (l *Life) caused(r *turn.Record, a *turn.Action, entries []journal.Entry) ([]Link, error) {
	cause := a.Proposal.Cause
	for _, t := range r.Strategy.Triggers {
		if t.Rule != cause {
			continue
		}
		switch said := fmt.Sprintf("%s, with %s", t.Text, values(t.Values)); t.Rule {
		case play.Emergency:
			return []Link{{t.Rule, "halt", said}}, nil
		case play.Reduction:
			return []Link{{t.Rule, "reduction", said}}, nil
		}
		if begun, ok := play.Rested(t.Rule); ok {
			links := []Link{{t.Rule, "rule", fmt.Sprintf("%s that %s began, with %s", t.Text, begun, values(t.Values))}}
			if said, ok := l.steers[begun]; ok {
				links = append(links, said)
			} else if s, err := l.strategyOf(r.Strategy.Hash); err == nil {
				links = append(measured(s, begun, r, a, entries), links...)
			}
			return links, nil
		}
		s, line, err := l.strategyLine(r.Strategy.Hash, t)
		if err != nil {
			return nil, err
		}
		return append(measured(s, t.Rule, r, a, entries),
			Link{t.Rule, "rule", fmt.Sprintf("%s rule at line %d of STRATEGY.md (%.12s): %s", t.Kind, t.Line, r.Strategy.Hash, line)},
			Link{fmt.Sprintf("probe:%d/strategy", r.Tick), "probe", held(s, t)},
		), nil
	}
	if said, ok := l.steers[cause]; ok {
		return []Link{said}, nil
	}
	return nil, fmt.Errorf("%w: no trigger %s in tick %d", ErrMissing, cause, r.Tick)
}

// strategyOf returns the strategy of a text that the journal holds.
func (l *Life) strategyOf(hash string) (*strategy.Strategy, error) {
	text, ok := l.texts[hash]
	if !ok {
		return nil, fmt.Errorf("%w: STRATEGY.md %.12s", ErrMissing, hash)
	}
	s, err := strategy.Compile(text, l.boot.Strategy.Policy)
	if err != nil {
		return nil, fmt.Errorf("%w: STRATEGY.md %.12s was never in force: %w", ErrMissing, hash, err)
	}
	return s, nil
}

// strategyLine returns the strategy and the rule as it stands in the text that the journal holds,
// which must be the one that the record names.
func (l *Life) strategyLine(hash string, t turn.Trigger) (*strategy.Strategy, string, error) {
	s, err := l.strategyOf(hash)
	if err != nil {
		return nil, "", err
	}
	r, ok := s.RuleByID(t.Rule)
	if !ok || r.Text != t.Text || r.Line != t.Line || r.Kind.String() != t.Kind {
		return nil, "", fmt.Errorf("%w: STRATEGY.md %.12s has no %s with the words %q at line %d", ErrMissing, hash, t.Rule, t.Text, t.Line)
	}
	return s, r.Text, nil
}

func values(read []turn.Value) string {
	parts := make([]string, len(read))
	for i, v := range read {
		parts[i] = fmt.Sprintf("%s = %.6g %s", v.Name, v.Value, v.Unit)
	}
	return strings.Join(parts, ", ")
}

// seen explains what the tick observed and how it was gated.
func (l *Life) seen(r *turn.Record, entries []journal.Entry, verbose bool) ([]Link, error) {
	g := r.Gating
	links := []Link{{fmt.Sprintf("gate:%d", r.Tick), "gate", fmt.Sprintf("%s: %s (prediction error %.4f, threshold %.4f)", g.Tier, gated(g, r.Strategy.Triggers), g.PredictionError, g.Threshold)}}
	if verbose {
		for _, p := range r.Seen.Anomalies() {
			links = append(links, Link{fmt.Sprintf("probe:%d/%s", r.Tick, p.Probe), "probe", fmt.Sprintf("%s: %.6g (threshold %.6g) %s", p.Severity, p.Value, p.Threshold, p.Detail)})
		}
		for _, t := range r.Strategy.Triggers {
			links = append(links, Link{t.Rule, "rule", fmt.Sprintf("line %d: %s: %s %s", t.Line, strings.TrimSpace(t.Text), t.Outcome, t.Layer)})
		}
		for _, x := range r.Thought {
			links = append(links, Link{fmt.Sprintf("tick:%d", r.Tick), "thought", x.Model + ": " + x.Summary})
		}
		links = append(links, append(refused(r), foreseen(r)...)...)
	}
	block := r.Seen.Reading.Block
	if block.Number == 0 {
		return append(links, Link{fmt.Sprintf("observation:%d", r.Tick), "observation", "none: the chain could not be read"}), nil
	}
	e, err := find(entries, journal.KindReading, fmt.Sprintf("the observation of tick %d", r.Tick), func(got turn.Reading) bool { return got.Block == block })
	if err != nil {
		return nil, err
	}
	return append(links,
		Link{fmt.Sprintf("observation:%d", r.Tick), "observation", fmt.Sprintf("%s, regime %s, equity %.2f%s%s (journal entry:%d)",
			priced(r.Seen.Reading.Primary()), r.Seen.Regime, r.Seen.Reading.Equity(), others(r.Seen.Reading)+lent(&r.Seen.Reading), fed(r.Seen.Reading), e.Seq)},
		Link{fmt.Sprintf("block:%d", block.Number), "block", "hash " + block.Hash.Hex()}), nil
}

// priced tells where a market stands.
func priced(m *turn.Market) string {
	text := fmt.Sprintf("price %.4f", m.Price)
	if m.Range != nil {
		text += fmt.Sprintf(", tick %d", m.Range.Tick)
	}
	return text
}

// others tells where the markets behind the first one stand.
func others(r turn.Reading) (text string) {
	for i := 1; i < len(r.Markets); i++ {
		text += ", " + r.Markets[i].Handle + " at " + priced(&r.Markets[i])
	}
	return text
}

// fed tells what the price feeds said, where any was asked: of which token, where there are
// several.
func fed(r turn.Reading) (text string) {
	var asked []turn.Asset
	for _, a := range r.Assets {
		if a.Feed != nil {
			asked = append(asked, a)
		}
	}
	for _, a := range asked {
		of := ""
		if len(asked) > 1 {
			of = " of " + a.Token.Symbol
		}
		if f := a.Feed; f.Unread != "" {
			text += ", price feed" + of + " unread: " + f.Unread
		} else {
			text += fmt.Sprintf(", price feed%s %.4f, %d s old", of, f.Price, f.Age(r.Block.Time))
		}
	}
	return text
}

// refused explains what was stopped, in words for people.
func refused(r *turn.Record) (links []Link) {
	for _, a := range r.Actions {
		refusal := a.Preview.Refusal
		if a.Execution != nil && a.Execution.Refusal != nil {
			refusal = a.Execution.Refusal
		}
		if refusal == nil {
			continue
		}
		text := fmt.Sprintf("%s by %s: %s (%s)", a.Preview.Kind, refusal.Layer, refusal.Code, refusal.Detail)
		if e, ok := wire.Explain(refusal.Code); ok {
			text += fmt.Sprintf(": %s; %s; next: %s", e.What, e.Funds, e.Next)
		}
		links = append(links, Link{fmt.Sprintf("tick:%d", r.Tick), "refusal", text})
	}
	return links
}

// find returns the entry of a kind whose answer fits, or ErrMissing naming what
// was looked for.
func find[T any](entries []journal.Entry, kind journal.Kind, what string, fits func(T) bool) (journal.Entry, error) {
	for _, e := range entries {
		var got T
		if e.Kind != kind || e.Failure != nil || e.Decode(&got) != nil {
			continue
		}
		if fits(got) {
			return e, nil
		}
	}
	return journal.Entry{}, fmt.Errorf("%w: %s", ErrMissing, what)
}

// pretty renders a value for show.
func pretty(v any) (string, error) {
	text, err := json.MarshalIndent(v, "", "  ")
	return string(text), err
}
