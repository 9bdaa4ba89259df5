package golem

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/owner/lease"
	"bardo.run/bardo/golem/surface/vitals"
	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/conf"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// givenAt is the descriptor that a host hands over on: the first behind the three of every process.
const givenAt = 3

// grantFile is where a hosted Golem keeps the grant of its birth.
const grantFile = "grant.json"

// longestGiven is how long what a host hands over is at most, in bytes.
const longestGiven = 4 << 20

// errGiven says that what a host handed over makes no Golem.
var errGiven = errors.New("what the host handed over")

// tenancy is a life on somebody else's machine, for time that is paid for.
type tenancy struct {
	socket *vitals.Host
	lease  *lease.Lease
	given  wire.Given
}

// liveHosted starts in three steps (provisioning §5.6, §5.7): it takes its folder and answers its host,
// which calls it booted; it is given, over a pipe, what makes it a Golem; and then it lives like any
// other.
func liveHosted(ctx context.Context, f flags, out, errOut io.Writer) error {
	if f.dir == "" || f.config != "" {
		return fmt.Errorf("%w: golem --host SOCKET --data-dir DIR, and no --config: the settings come from the host", errUsage)
	}
	pipe, err := handing(f.given)
	if err != nil {
		return err
	}
	undumpable(errOut)
	h, err := home.Open(f.dir)
	if err != nil {
		return err
	}
	defer h.Close()
	pulse := vitals.NewPulse(clock.System{})
	pulse.Moved("booted")
	t := &tenancy{lease: lease.New(f.seams().clock)}
	if t.socket, err = vitals.ServeHost(f.host, pulse, t.lease.Tell); err != nil {
		return err
	}
	defer t.socket.Close(context.Background()) // whoever still asks is cut off
	c, err := t.receive(ctx, h, pipe)
	if err != nil {
		return err
	}
	return begin(ctx, &life{config: c, paper: f.paper, home: h, out: out, pulse: pulse, host: t, seams: f.seams()}, errOut)
}

// handing is the pipe of the host. It is looked for before anything is opened: whatever else had its
// descriptor would be read, and closed.
func handing(pipe *os.File) (*os.File, error) {
	if pipe == nil {
		pipe = os.NewFile(givenAt, "the pipe of the host")
	}
	if info, err := pipe.Stat(); err != nil || info.Mode().Type() != fs.ModeNamedPipe {
		return nil, fmt.Errorf("%w: descriptor %d is no pipe: --host is for a machine that hands settings, strategy and key over there", errUsage, givenAt)
	}
	return pipe, nil
}

// receive takes what the host hands over, and returns the settings in it.
func (t *tenancy) receive(ctx context.Context, h *home.Home, pipe *os.File) (c config.GolemConfig, err error) {
	text, err := drain(ctx, pipe)
	defer clear(text)
	if err != nil {
		return c, fmt.Errorf("%w cannot be read from descriptor %d: %w", errGiven, givenAt, err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&t.given); err != nil {
		return c, fmt.Errorf("%w is not whole: %w", errGiven, err)
	}
	return t.settle(h)
}

// drain reads a pipe to its end, until ctx ends.
func drain(ctx context.Context, pipe *os.File) ([]byte, error) {
	defer pipe.Close()
	defer context.AfterFunc(ctx, func() { _ = pipe.Close() })() // a read knows no context
	text, err := io.ReadAll(io.LimitReader(pipe, longestGiven+1))
	switch {
	case ctx.Err() != nil:
		return text, context.Cause(ctx)
	case err == nil && len(text) > longestGiven:
		return text, fmt.Errorf("it has more than %d bytes", longestGiven)
	}
	return text, err
}

// settle makes settings of what was given, and puts strategy and grant of the birth into the
// folder, where later ones take their place. Secrets stay in memory.
func (t *tenancy) settle(h *home.Home) (c config.GolemConfig, err error) {
	birth, err := lease.Word(t.given.Birth)
	if err == nil {
		err = errors.Join(birth.Check(), t.lease.Tell(t.given.Time))
	}
	if err != nil {
		return c, fmt.Errorf("%w: %w", errGiven, err)
	}
	secrets := t.given.Secrets
	if c, err = config.Load(conf.Options{File: "golem.toml of the host", Data: []byte(t.given.Settings), Env: func(name string) (string, bool) { v, ok := secrets[name]; return v, ok }}); err != nil {
		return c, err
	}
	if t.given.Secrets = nil; c.Golem.Mode != "hosted" {
		return c, fmt.Errorf("%w: golem.mode is %q, want \"hosted\"", errGiven, c.Golem.Mode)
	}
	c.Strategy.Path, c.Custody.GrantPath = home.StrategyFile, ""
	c.Golem.Lifetime = config.Span(time.Duration(birth.Adds) * time.Millisecond)
	err = keep(h, home.StrategyFile, t.given.Strategy)
	if t.given.Grant != "" {
		c.Custody.GrantPath = grantFile
		err = errors.Join(err, keep(h, grantFile, t.given.Grant))
	}
	if err != nil {
		return c, err
	}
	return c, required(c)
}

// keep writes a file of the birth. One that is there is newer.
func keep(h *home.Home, name, text string) error {
	path := h.Path(filepath.FromSlash(name))
	if _, err := os.Lstat(path); err == nil {
		return nil
	}
	return atomicfile.Write(path, 0o600, []byte(text))
}

// until is when the paid time of a newborn ends: when its host says so.
func (t *tenancy) until(c config.GolemConfig, birth time.Time) int64 {
	if t == nil {
		return until(c, birth)
	}
	return birth.Add(t.lease.Left()).UnixMilli()
}

// paid is what the time of the birth cost; 0 where nobody is paid.
func (t *tenancy) paid() money.USDC {
	if t == nil {
		return 0
	}
	return money.USDC(t.given.Birth.Price)
}
