package golem

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"time"

	"bardo.run/bardo/evm/rollup"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/agent/process"
	"bardo.run/bardo/golem/agent/sessionkey"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/custody"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/killswitch"
	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/surface/vitals"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/eip55"
	"bardo.run/bardo/internal/seglog"
)

// life is one process of a Golem against an endpoint.
type life struct {
	config config.GolemConfig
	paper  bool
	home   *home.Home
	log    *slog.Logger
	out    io.Writer
	seams  seams
	path   string   // of the settings; empty: a host handed them over
	host   *tenancy // nil: the Golem lives on its owner's machine

	limits limits
	keys   *custody.Custody
	fate   fate
	client *rpc.Client
	eyes   *chain.Chain
	pulse  *vitals.Pulse
	stop   context.CancelCauseFunc
}

// seams are where tests reach into a life.
type seams struct {
	fault          seglog.Fault // of crash tests
	sites          site.Hook
	patience, poll int64 // of a tick with receipts, and between two looks for one, in milliseconds
	clock          clock.Clock
	forge          custody.Forge // of new keystores; nil: as hard to guess as can be
}

// run boots in the order of runtime §3 and lives until the Golem is dead, the
// process is asked to stop, or the kill switch is pulled.
func (l *life) run(ctx context.Context) (process.Result, error) {
	if killswitch.Pulled(l.switchPath()) {
		return process.Result{}, killswitch.ErrPulled
	}
	var err error
	l.keys, err = custody.Open(l.settings())
	defer l.keys.Close()
	if err != nil {
		return process.Result{}, err
	}
	l.fate = fate{l.config, l.keys, l.log, nil}
	ctx, l.stop = context.WithCancelCause(ctx)
	defer l.stop(nil)
	go func() { l.stop(killswitch.Watch(ctx, clock.System{}, l.switchPath())) }()
	if err := l.connect(ctx); err != nil {
		return process.Result{}, errors.Join(context.Cause(ctx), err)
	}
	defer l.client.Close()
	defer l.fate.forget()
	watch := &watch{life: l}
	defer watch.close()
	r, err := process.Run(ctx, process.Config{
		Home: l.home, Policy: journal.Live, Boot: l.boot, Outside: l.outside, Clock: l.seams.clock, Log: l.log, Watch: watch, Fault: l.seams.fault, Sites: l.seams.sites,
		Grace: l.config.Mortality.Thanatopsis.Grace(), Finish: l.finish(), Checkpoints: process.Day,
	})
	if err == nil && r.Cause != "" {
		err = l.keys.Bury()
	}
	return r, err
}

// finish says how a death that was cut off is finished.
func (l *life) finish() []string {
	return []string{
		"start the Golem again, with its endpoint and its key: what remains is settled",
		"golem reflect --data-dir " + l.home.Dir() + ": nothing more is settled, and the testament is written",
	}
}

// settings is what the keys are opened by.
func (l *life) settings() custody.Settings {
	return custody.Settings{Config: l.config, Paper: l.paper, Home: l.home, Log: l.log, Clock: l.seams.clock, Forge: l.seams.forge}
}

// affordable refuses to trade where the books would be wrong: a chain of the OP stack
// charges for data, and one that does not tell how much is not the one it should be.
func (l *life) affordable() error {
	if l.paper || !l.config.Network().Rollup || l.eyes.Rollup() {
		return nil
	}
	return fmt.Errorf("%w: golem.network is %q, and its endpoint shows no oracle of the fee for data at %s: name an endpoint of the rollup, or live there with --paper",
		rollup.ErrOracle, l.config.Golem.Network, rollup.Oracle)
}

func (l *life) switchPath() string { return l.home.Path(killswitch.File) }

// strategyPath is the strategy file; a relative one lies in the Golem's folder.
func (l *life) strategyPath() string {
	if filepath.IsAbs(l.config.Strategy.Path) {
		return l.config.Strategy.Path
	}
	return l.home.Path(l.config.Strategy.Path)
}

// connect dials the endpoint and opens the market, again and again while no
// answer comes: a Golem that is restarted beside a dead node waits for it.
func (l *life) connect(ctx context.Context) error {
	for wait := time.Second; ; wait = min(2*wait, 30*time.Second) {
		err := l.dial(ctx)
		if err == nil || !away(err) {
			return err
		}
		l.log.Warn("the endpoint does not answer", "next", wait, "error", err)
		c := clock.System{}
		if c.WaitUntil(ctx, c.Now().Add(wait)) != nil {
			return err
		}
	}
}

// away reports an endpoint that may come back.
func away(err error) bool {
	return errors.Is(err, rpc.ErrTransport) || errors.Is(err, rpc.ErrRateLimited)
}

func (l *life) dial(ctx context.Context) (err error) {
	c := l.config
	if l.client, err = rpc.Connect(ctx, rpc.Config{
		URLs: append([]string{c.Chain.RPCURL}, c.Chain.RPCFallbacks...), ChainID: c.ChainID(),
		Rate: c.Chain.RequestsPerSecond, BlockTime: c.BlockTime(), HeadsURL: c.Chain.WSURL, Silence: c.Silence(), Clock: clock.System{}, Log: l.log,
	}); err != nil {
		return fmt.Errorf("connect to the chain: %w", err)
	}
	l.eyes, err = chain.Open(ctx, l.client, chain.Config{
		Logs:    true,
		ChainID: l.config.ChainID(), Account: l.keys.Account(), Payer: l.keys.Wallet(), Grant: l.keys.Grant(), Numeraire: eip55.Must(l.config.Venue.Quote),
		Deployments: table.Configured(l.config), NativePrice: l.config.Venue.NativeUSD.USDC(), Coin: table.Coin(l.config),
		Growth: l.config.Oracle.Enabled || l.config.Risk.Adaptive, Session: l.keys.Enclave().Session(), Feeds: table.Feeds(l.config), Sequencer: l.config.Sequencer(),
		Sanctions: eip55.Must(l.config.Safety.SanctionsOracle), Spread: l.config.Safety.MaxPriceSpread,
	})
	if err != nil {
		l.client.Close()
		return fmt.Errorf("open the market: %w", err)
	}
	l.keys.Follow(l.eyes)
	if err = l.affordable(); err != nil {
		l.client.Close()
	}
	return err
}

// outside gives the Golem its eyes and, unless it lives on paper, its key.
func (l *life) outside(ctx context.Context, b agent.Boot, _ func() bool) (agent.Outside, error) {
	if err := l.keys.Owns(b.Identity.Wallet, b.Venue.Account); err != nil {
		return agent.Outside{}, err
	}
	venue := b.Venue
	venue.Grant = l.keys.Grant() // which may be newer than the one of the birth
	foresight, err := l.foresight(venue)
	if err != nil {
		return agent.Outside{}, err
	}
	adapters := foresight.Adapters
	var renewals sessionkey.Grantor
	var keys sessionkey.Keyring
	if l.keys.Grant() != nil {
		renewals, keys = l.keys.Renewals(adapters), l.keys.Keys(adapters, b.Identity.Wallet)
	}
	if _, err := l.keys.Entrust(ctx, adapters); err != nil {
		return agent.Outside{}, err
	}
	letters := owner.NewFolder(l.home.Path(home.WordsDir), l.log)
	sources, waits := []owner.Source{letters}, letters.Waits
	if l.host != nil {
		sources, waits = append(sources, l.host.lease), func() bool { return letters.Waits() || l.host.lease.Waits() }
	}
	return agent.Outside{
		Vouch: l.vouch(b.Identity), Dice: l.fate.rolls(), Eyes: l.eyes, Endpoints: l.eyes, Client: l.client, Signer: l.keys.Signer(), Identity: l.keys.Identity(), Strategy: edited(l), Grants: renewals, Keys: keys,
		Clock: heard{l.seams.clock, l.pulse, waits}, Letters: append(sources, echo{l}), Edits: []owner.Source{&l.limits},
		Foresight: foresight,
	}, nil
}

// foresight runs orders on a venue on forks of the chain.
func (l *life) foresight(v tool.Venue) (*tool.Simulator, error) {
	id := l.config.ChainID()
	fork, err := sim.New(l.client, sim.Rules{ChainID: id, Hardfork: sim.Asked})
	if err != nil {
		return nil, err
	}
	adapters, err := tool.NewAdapters(v)
	return &tool.Simulator{Adapters: adapters, Chain: l.eyes, Client: l.client, Fork: fork, ChainID: id, Clock: l.seams.clock}, err
}
