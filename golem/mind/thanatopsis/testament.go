package thanatopsis

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/mortality"
)

// Version is of the testament's shape.
const Version = "4.0"

// Testament is what a dead Golem leaves in writing (mortality §10). It is the same
// bytes in every replay. Parts without inputs in this Golem are named in Absent.
type Testament struct {
	Identity   Identity   `json:"identity"`
	Death      Death      `json:"death"`
	Stats      Stats      `json:"stats"`
	Emotion    Emotion    `json:"emotion"`
	Sections   Sections   `json:"sections"`
	Settlement Settlement `json:"settlement"`
	Wallet     Wallet     `json:"wallet"`
	Playbook   string     `json:"playbook"` // STRATEGY.md, as it was in force
	Absent     []string   `json:"absent"`
	Integrity  Integrity  `json:"integrity"`
}

// ErrDamaged means that what lies in a testament's place is none any more.
var ErrDamaged = errors.New("the testament is damaged")

// Read reads the testament in a file; one that was changed so that it cannot be read is an
// ErrDamaged.
func Read(path string) (t Testament, text []byte, _ error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return t, nil, err
	}
	if err := json.Unmarshal(text, &t); err != nil {
		return t, text, fmt.Errorf("%w: %s cannot be read%s", ErrDamaged, path, place(err))
	}
	return t, text, nil
}

// place is where a text is not the JSON of what it should be.
func place(err error) string {
	if at := (*json.SyntaxError)(nil); errors.As(err, &at) {
		return fmt.Sprintf(" at byte %d", at.Offset)
	}
	if at := (*json.UnmarshalTypeError)(nil); errors.As(err, &at) {
		return fmt.Sprintf(" at byte %d, in %s", at.Offset, at.Field)
	}
	return ""
}

// IsTestament reports whether a text is a testament, of whatever Golem, as it was written.
func IsTestament(text []byte) bool {
	var t Testament
	if err := json.Unmarshal(text, &t); err != nil {
		return false
	}
	return t.Identity.Version != "" && t.Identity.GolemID != "" && t.Death.Cause != "" && t.Integrity.SHA256 != ""
}

// Identity is who died.
type Identity struct {
	Version    string `json:"version"`
	GolemID    string `json:"golem_id"`
	Name       string `json:"name"`
	Wallet     string `json:"wallet_address"`
	Key        string `json:"identity_address"` // of the key that signs this
	ChainID    uint64 `json:"chain_id"`
	Owner      string `json:"owner_address"`
	Generation uint32 `json:"generation_number"`
	Strategy   string `json:"strategy_hash"`
	BornAt     int64  `json:"born_at_ms"`
}

// Death is of what it died, and how. Ticks count theta ticks; after the trigger there
// is none.
type Death struct {
	Cause     lifecycle.Cause    `json:"cause"`
	Timestamp string             `json:"timestamp"` // RFC 3339, when the testament was written
	DiedAt    int64              `json:"died_at_ms"`
	Trigger   uint64             `json:"trigger_tick"`
	Final     uint64             `json:"final_tick"`
	Duration  int64              `json:"protocol_duration_ms"`
	Budget    Budget             `json:"budget"`
	Phases    []Passed           `json:"phases"` // before Legacy, which wrote this
	Clocks    *mortality.Autopsy `json:"clocks"`
}

// Budget is what the death was allowed to cost, in USDC (mortality §9.6).
type Budget struct {
	Tier   mortality.Tier `json:"tier"`
	Total  string         `json:"total_usdc"`
	Settle string         `json:"settlement_usdc"`
	Review string         `json:"review_usdc"`
	Legacy string         `json:"legacy_usdc"`
	Gas    string         `json:"gas_spent_usdc"`
}

// Stats are the life in numbers; amounts in quote tokens or USDC.
type Stats struct {
	Ticks    uint64  `json:"lifetime_ticks"`
	Hours    float64 `json:"lifetime_hours"`
	Funded   string  `json:"credit_funded_usdc"`
	Left     string  `json:"credit_left_usdc"`
	GasPaid  string  `json:"gas_paid_usdc"`
	Start    float64 `json:"equity_at_birth"`
	Sent     float64 `json:"equity_sent_in,omitempty"` // by others since; no gain
	End      float64 `json:"equity_at_death"`          // with what went to the owner then
	NetPnL   float64 `json:"net_pnl"`
	Return   float64 `json:"return"`
	Trades   int     `json:"trades_executed"`
	Fitness  float64 `json:"final_fitness,omitempty"`
	Peak     float64 `json:"peak_fitness,omitempty"`
	Resolved uint64  `json:"predictions_resolved,omitempty"`
	Right    uint64  `json:"predictions_right,omitempty"`
}

// LastTick is the number of the last one; what the death settled is counted to it.
func (s Stats) LastTick() uint64 { return max(s.Ticks, 1) - 1 }

// Emotion is the last appraisal, which every death ends with (mortality §9.2): this
// Golem has no other feelings to tell of.
type Emotion struct {
	Pleasure  float64 `json:"pleasure"`
	Arousal   float64 `json:"arousal"`
	Dominance float64 `json:"dominance"`
	Label     string  `json:"label"`
	Intensity float64 `json:"intensity"`
}

var acceptance = Emotion{-0.1, 0.4, 0.3, "anticipation", 0.8}

// Settlement is what was done with the estate, in quote tokens.
type Settlement struct {
	Actions  []Deed     `json:"actions"`
	Settled  string     `json:"total_settled"`
	Gas      string     `json:"gas_usdc"`
	Failures int        `json:"failures"`
	Stranded []Leftover `json:"stranded"`
	Bill     string     `json:"gas_for_stranded,omitempty"`
}

// Proposed are the actions as the write path knows them, in order.
func (s Settlement) Proposed() []turn.Action {
	actions := make([]turn.Action, len(s.Actions))
	for i, d := range s.Actions {
		actions[i] = d.Action
	}
	return actions
}

// Wallet is what the wallet holds at the end.
type Wallet struct {
	Balances []Holding `json:"balances"`
	Native   string    `json:"native"`             // the chain's coin, there for gas
	Recovery string    `json:"wallet_key"`         // how the owner comes by the key
	KeyKept  bool      `json:"key_kept,omitempty"` // the only one to a wallet that is not empty
	// Swept is what was in the wallet before, where it was sent to its owner.
	Swept []Swept `json:"swept,omitempty"`
}

// Holding is what the wallet holds of one token at the end.
type Holding struct {
	Token string `json:"token"`
	Units string `json:"units"`
}

// absent are the parts of a full testament that have no inputs yet.
var absent = []string{"mood history", "dream hypotheses", "causal graph", "grimoire summary", "replicants", "genome"}

const nativeDecimals = 18

// identify says who died.
func identify(life Life) Identity {
	return Identity{
		Version: Version, GolemID: life.GolemID, Name: life.Name, Wallet: life.Wallet, Key: life.Key, ChainID: life.ChainID, Owner: life.Owner,
		Generation: life.Generation, Strategy: life.Hash, BornAt: life.BornAt,
	}
}

// statsOf is a life in numbers, by what the chain held last.
func statsOf(life Life, last turn.Reading, now int64) Stats {
	s := Stats{
		Ticks: life.Ticks, Hours: float64(now-life.BornAt) / 3_600_000, Funded: life.Funded.String(), Left: life.Left.String(), GasPaid: life.GasPaid.String(), Fitness: life.Death.Fitness, Peak: life.Death.Peak,
		Start: life.Start, Sent: life.Sent, End: life.end(last), Trades: life.Trades,
	}
	s.NetPnL = s.End - s.Start - s.Sent
	if life.Start > 0 {
		s.Return = (s.End-s.Sent)/life.Start - 1
	}
	for _, l := range life.Lessons {
		s.Resolved, s.Right = s.Resolved+l.Resolved, s.Right+l.Right
	}
	return s
}

// end is what the life came to. What went home from it is not lost.
func (l Life) end(last turn.Reading) float64 {
	sum := last.Equity()
	for _, s := range l.Swept {
		sum += s.Worth(last)
	}
	return sum
}
