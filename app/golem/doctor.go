package golem

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/spf13/cobra"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/custody"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/internal/clock"
)

// errSick says that golem doctor found something that keeps the Golem from trading.
var errSick = errors.New("this Golem could not trade")

// finding is one line of golem doctor. State is ok, warn or fail; Next is what to do about it.
type finding struct {
	Check string `json:"check"`
	State string `json:"state"`
	Said  string `json:"said"`
	Next  string `json:"next,omitempty"`
}

func newDoctor(out, errOut io.Writer) *cobra.Command {
	path, dir, asJSON := "", "", false
	c := &cobra.Command{
		Use:   "doctor --config golem.toml",
		Short: "Check everything that a start needs, and say what to do about what is wrong",
		Long: `doctor does what a start does up to the first signature, and says how each step went: the
settings, the strategy, its port, the keys and what they may do, each endpoint, the contracts by their
code and by a simulated round trip, the price feed, balances and the owner. It signs nothing,
sends nothing and begins no life; the key of the Golem has to be given as for a start. It takes
the folder's lock, and makes the folders that a life has in it.`,
		Example: "  golem doctor --config life/golem.toml",
		Args:    noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if path == "" {
				return fmt.Errorf("%w: golem doctor --config golem.toml", errUsage)
			}
			undumpable(errOut)
			if dir == "" {
				dir = filepath.Dir(path)
			}
			d := &doctor{path: path, dir: dir}
			defer d.close()
			d.examine(c.Context())
			return d.report(out, asJSON)
		},
	}
	c.Flags().StringVar(&path, "config", os.Getenv("BARDO_CONFIG"), "the Golem's golem.toml; BARDO_CONFIG names it too")
	c.Flags().StringVar(&dir, "data-dir", "", "the Golem's folder (default: the folder of --config)")
	c.Flags().BoolVar(&asJSON, "json", false, "one JSON object")
	return c
}

// doctor is one examination.
type doctor struct {
	path, dir string
	life      *life
	home      *home.Home
	found     []finding
}

func (d *doctor) close() {
	if d.life != nil && d.life.keys != nil {
		d.life.fate.forget()
		d.life.keys.Close()
	}
	if d.life != nil && d.life.client != nil {
		d.life.client.Close()
	}
	if d.home != nil {
		d.home.Close()
	}
}

// ok, warn and fail add findings.
func (d *doctor) ok(check, format string, args ...any) {
	d.found = append(d.found, finding{check, "ok", fmt.Sprintf(format, args...), ""})
}

func (d *doctor) warn(check, said, next string) {
	d.found = append(d.found, finding{check, "warn", said, next})
}

func (d *doctor) fail(check string, err error, next string) {
	lines := strings.Split(strings.TrimSpace(err.Error()), "\n")
	if len(lines) > 1 && strings.HasPrefix(lines[0], "configuration has ") { // a heading
		lines = lines[1:]
	}
	for _, line := range lines {
		d.found = append(d.found, finding{check, "fail", strings.TrimSpace(line), ""})
	}
	d.found[len(d.found)-1].Next = next
}

// examine runs the checks in the order of a start. What needs an earlier one that failed is not
// run.
func (d *doctor) examine(ctx context.Context) {
	if !d.settings() {
		return
	}
	d.strategy()
	d.port()
	keys := d.keys()
	if !d.endpoints(ctx) || !keys {
		d.owner(nil)
		return
	}
	d.market(ctx)
}

// settings reads golem.toml, which everything else needs.
func (d *doctor) settings() bool {
	c, err := load(d.path)
	if err != nil {
		d.fail("settings", err, "docs/configuration.md has every key; golem init writes a file that works")
		return false
	}
	d.life = &life{config: c, path: d.path, out: io.Discard, log: slog.New(slog.DiscardHandler), seams: seams{patience: patience, poll: poll, clock: clock.System{}}}
	if d.home, err = home.Open(d.dir); err != nil {
		next := "name another folder with --data-dir"
		if errors.Is(err, home.ErrLocked) {
			next = "it lives: golem status --data-dir " + d.dir
		}
		d.fail("folder", err, next)
		return false
	}
	d.life.home = d.home
	d.ok("settings", "%s, %s, custody %s", c.Golem.Network, d.named(), c.Golem.CustodyMode)
	for _, w := range c.Warnings() {
		d.warn("settings", w, "")
	}
	return true
}

func (d *doctor) named() string {
	if m := d.life.config.Golem.Markets; len(m) > 0 {
		return m[0]
	}
	return "pool " + d.life.config.Venue.Pool
}

// keys opens them as a start does.
func (d *doctor) keys() bool {
	l := d.life
	var err error
	if l.keys, err = custody.Open(l.settings()); err != nil {
		d.fail("keys", err, d.unlock(err))
		return false
	}
	l.fate = fate{l.config, l.keys, l.log, nil}
	d.ok("keys", "%s signs for %s", l.keys.Wallet(), l.keys.Account())
	return true
}

// unlock says what to do about keys that cannot be opened.
func (d *doctor) unlock(err error) string {
	var missing *fs.PathError
	switch {
	case d.life.config.Golem.CustodyMode == custody.Embedded:
		return "docs/custody.md says what the provider has to hold"
	case errors.Is(err, signer.ErrKeystore):
		return "set GOLEM_KEYSTORE_PASSPHRASE to the passphrase of the key's file"
	case errors.Is(err, grant.ErrGrant):
		return "bardo grant --config " + d.path + " (--help says what it takes)"
	case errors.As(err, &missing) && d.life.keys.Wallet() != (common.Address{}): // the key is there, and its grant is not
		return fmt.Sprintf("bardo grant --config %s --session %s --out %s, with %s set, shows the plan; --yes signs it", d.path, d.life.keys.Wallet(), missing.Path, envOwnerKey)
	case errors.Is(err, fs.ErrNotExist):
		return "golem key --data-dir " + d.dir + ", with GOLEM_KEYSTORE_PASSPHRASE set"
	}
	return ""
}

// report writes the findings. The error says that something failed.
func (d *doctor) report(out io.Writer, asJSON bool) error {
	bad := 0
	for _, f := range d.found {
		if f.State == "fail" {
			bad++
		}
	}
	if asJSON {
		if err := json.NewEncoder(out).Encode(map[string]any{"fit": bad == 0, "findings": d.found}); err != nil {
			return err
		}
	} else {
		for _, f := range d.found {
			fmt.Fprintf(out, "%-4s  %-9s  %s\n", f.State, f.Check, f.Said)
			if f.Next != "" {
				fmt.Fprintf(out, "%17s%s\n", "", "next: "+f.Next)
			}
		}
	}
	if bad > 0 {
		return fmt.Errorf("%w: %d of %d checks fail", errSick, bad, len(d.found))
	}
	if !asJSON {
		fmt.Fprintf(out, "ready: golem --config %s\n", d.path)
	}
	return nil
}
