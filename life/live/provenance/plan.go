// Package provenance is what the folder of a life on history says of where the life comes
// from: life.json, what makes it this one, and world.json, what its world had to assume.
package provenance

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/internal/atomicfile"
)

// ErrAnother is of a folder that holds another life than the one that is asked for.
var ErrAnother = errors.New("the folder holds another life")

// Plan is life.json: what makes this life this one. A resumed life must ask for
// the same.
type Plan struct {
	Kind     string `json:"kind"` // history or world
	Source   string `json:"source"`
	Days     int    `json:"days,omitempty"`
	LeftOut  int    `json:"days_left_out,omitempty"` // at the beginning of the market
	LastDay  int    `json:"last_day,omitempty"`      // of the market; 0 is the last that it has
	Seed     uint64 `json:"seed"`
	Fund     string `json:"fund_usdc"`
	Credit   string `json:"credit_usdc"`
	Strategy string `json:"strategy_hash"`
	Config   string `json:"config_hash"`
	Market   string `json:"market_hash"`
	Realtime bool   `json:"realtime,omitempty"`
	Custody  string `json:"custody,omitempty"`
	// Of a life among several in one world: its number from 1, when each of them is born after the beginning of
	// the world, and a hash of the strategies and the money of all.
	Number   int    `json:"number,omitempty"`
	Births   string `json:"births,omitempty"`
	Together string `json:"together_hash,omitempty"`
}

// Settle compares the plan with the folder's, and writes it where there is none. The
// strategy is written beside it.
func (p Plan) Settle(h *home.Home, strategy []byte) error {
	if _, err := os.Stat(h.Path(home.LifeFile)); errors.Is(err, os.ErrNotExist) {
		if entries, err := os.ReadDir(h.Path(home.JournalDir)); err != nil || len(entries) > 0 {
			return errors.Join(err, fmt.Errorf("%w: %s has a journal and no %s, so it is a life of golem; choose another --out", ErrAnother, h.Dir(), home.LifeFile))
		}
	}
	if err := p.settle(h.Path(home.LifeFile)); err != nil {
		return err
	}
	return atomicfile.Write(h.Path(home.StrategyFile), 0o600, strategy)
}

func (p Plan) settle(path string) error {
	old, err := ReadPlan(path)
	if errors.Is(err, os.ErrNotExist) {
		text, err := json.MarshalIndent(p, "", "  ")
		if err != nil {
			return fmt.Errorf("write %s: %w", path, err)
		}
		return atomicfile.Write(path, 0o600, append(text, '\n'))
	}
	if err != nil {
		return err
	}
	if old != p {
		return fmt.Errorf("%w: %s has %s; choose another --out, or ask for that one to resume it",
			ErrAnother, filepath.Dir(path), strings.Join(old.unlike(p), ", "))
	}
	return nil
}

// unlike says in which points p is not as asked.
func (p Plan) unlike(asked Plan) (points []string) {
	for _, point := range []struct {
		name     string
		is, want any
	}{
		{"market", p.Kind + " " + p.Source, asked.Kind + " " + asked.Source},
		{"days", p.Days, asked.Days},
		{"days left out", p.LeftOut, asked.LeftOut},
		{"last day", p.LastDay, asked.LastDay},
		{"seed", p.Seed, asked.Seed},
		{"fund", p.Fund, asked.Fund},
		{"credit", p.Credit, asked.Credit},
		{"strategy", p.Strategy, asked.Strategy},
		{"minutes, coin and gas price of the market", p.Market, asked.Market},
		{"configuration", p.Config, asked.Config},
		{"realtime", p.Realtime, asked.Realtime},
		{"custody", p.Custody, asked.Custody},
		{"number in its world", p.Number, asked.Number},
		{"births in its world", p.Births, asked.Births},
		{"strategies or money in its world", p.Together, asked.Together},
	} {
		if point.is != point.want {
			points = append(points, fmt.Sprintf("%s %s and not %s", point.name, shown(point.is), shown(point.want)))
		}
	}
	return points
}

// shown is the beginning of a value.
func shown(v any) string {
	if text := fmt.Sprintf("%.24s", fmt.Sprint(v)); text != "" {
		return text
	}
	return "none"
}

// ReadPlan reads a life.json.
func ReadPlan(path string) (p Plan, _ error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return p, err
	}
	if err := json.Unmarshal(text, &p); err != nil {
		return p, fmt.Errorf("%s is damaged: %w", path, err)
	}
	return p, nil
}
