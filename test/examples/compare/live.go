package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// deed is one thing that a life did: a trade, or an action on liquidity.
type deed struct {
	Number   int
	Tick     uint64
	What     string
	Received string // exact, with its token
	Paid     string
}

// lived is what a program made of a strategy.
type lived struct {
	deeds []deed
	spent time.Duration // of the processor
}

// answer is what all revisions' reports have in common.
type answer struct {
	Acts *struct {
		Trades []struct {
			Number int    `json:"number"`
			Tick   uint64 `json:"tick"`
			Buy    bool   `json:"buy"`
			In     string `json:"in"`
			Out    string `json:"out"`
		} `json:"trades"`
		Liquidity []struct {
			Number   int    `json:"number"`
			Tick     uint64 `json:"tick"`
			Kind     string `json:"kind"`
			Received string `json:"received"`
			Paid     string `json:"paid"`
		} `json:"liquidity"`
	} `json:"acts"`
}

// deeds returns what was done, in order.
func (a answer) deeds() (all []deed) {
	for _, t := range a.Acts.Trades {
		what := "sell"
		if t.Buy {
			what = "buy"
		}
		all = append(all, deed{t.Number, t.Tick, what, t.In, t.Out})
	}
	for _, e := range a.Acts.Liquidity {
		all = append(all, deed{e.Number, e.Tick, strings.ReplaceAll(e.Kind, "_", " "), e.Received, e.Paid})
	}
	slices.SortStableFunc(all, func(a, b deed) int { return cmp.Compare(a.Number, b.Number) })
	return all
}

// live lives a strategy to its end in a new folder, which is removed.
func (p program) live(ctx context.Context, out, strategy string, more []string) (l lived, err error) {
	defer os.RemoveAll(out)
	cmd := exec.CommandContext(ctx, p.path, append([]string{"live", "--json", "--strategy", strategy, "--out", out}, more...)...)
	var told, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &told, &errs
	if err := cmd.Run(); err != nil {
		return l, fmt.Errorf("%s: live %s: %w\n%s", p.name, strategy, err, bytes.TrimSpace(errs.Bytes()))
	}
	var a answer
	if err := json.Unmarshal(told.Bytes(), &a); err != nil {
		return l, fmt.Errorf("%s: live %s: %w", p.name, strategy, err)
	}
	if a.Acts == nil {
		return l, fmt.Errorf("%s: live %s: its report does not tell what it did", p.name, strategy)
	}
	return lived{a.deeds(), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}, nil
}
