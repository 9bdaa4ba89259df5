package lives

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"sync/atomic"
	"time"

	"bardo.run/bardo/golem/custody"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/agent/agenttest"
	"bardo.run/bardo/golem/host/booking"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/risk"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/internal/version"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
)

// life is one Golem and its world.
type life struct {
	seed  seed.Seed
	dir   string // of the journal
	boot  agent.Boot
	blow  blow
	after int  // ticks of any scale before the blow, or arrivals for byOwnerNow
	dream bool // now and then it falls asleep and wakes

	world    *agenttest.World
	key      *signer.Signer
	identity *custody.Identity
	golem    *agent.Agent
	books    *ledger.Ledger
	digest   *kept
	audit    trail
	papers   map[string]string
	past     []handle     // every handle that was given up
	ticks    int          // calls that returned
	fate     int          // how often another secret was chosen for its dice
	mind     tape.Thinker // is asked behind the rules; nil: nobody is
	dying    func()       // is told before the death begins; nil: nobody is
	between  func()       // is called between two ticks; nil: nothing is
	killed   int          // of them, when the owner's word came; -1: it did not
}

// handle is a way to make a Golem do something.
type handle struct {
	name string
	call func(context.Context) error
}

// newLife is a life that its credit and its paid time alone end: who is to live another
// one is destined.
func newLife(s seed.Seed, dir string) (*life, error) {
	rng := s.Stream("life")
	l := &life{seed: s, dir: dir, papers: map[string]string{}, digest: newKept(), books: ledger.New(), killed: -1}
	l.blow = first[rng.IntN(len(first))]
	l.after, l.dream = rng.IntN(100), rng.IntN(3) == 0
	if l.blow == byOwnerNow {
		l.after = rng.IntN(12)
	}
	secret := s.Bytes("key")
	var err error
	if l.key, err = signer.New(agenttest.ChainID, &secret); err != nil {
		return nil, err
	}
	identity := s.Bytes("identity")
	if l.identity, err = custody.NewIdentity(agenttest.ChainID, &identity); err != nil {
		return nil, err
	}
	start := time.Date(2026, 3, 1, rng.IntN(24), rng.IntN(60), 0, 0, time.UTC).UnixMilli()
	l.world = agenttest.NewWorld(s, l.key.Address(), start-agenttest.BlockTime)
	wallet := l.key.Address()
	l.boot = agent.Boot{
		Identity:  turn.Identity{GolemID: fmt.Sprintf("golem-%d", s), Name: "random", Wallet: wallet, Key: l.identity.Address(), CreatedAt: start, ChainID: agenttest.ChainID, Epoch: 1},
		Strategy:  strategy.Terms{Text: randomStrategy(rng, 0), Policy: strategy.DefaultPolicy()},
		Heartbeat: heartbeat.Defaults(),
		Venue:     tool.Venue{Account: wallet, Deployments: table.Venue{Pools: []table.Pool{{Handle: market, At: agenttest.Pool}}, Router: agenttest.Router, Positions: agenttest.Positions}.Deployments()},
		Chain:     chain.Terms{Numeraire: agenttest.USDC.Address, Poll: agenttest.BlockTime, Patience: 4 * agenttest.BlockTime},
		Birth:     booking.Birth{Start: start, Until: start + int64(10+rng.IntN(15))*60_000, Credit: 500 * money.One, Paid: money.One, Tokens: []ledger.Amount{{Asset: agenttest.USDC.Address.Hex(), Units: *l.world.Wallet[agenttest.USDC.Address]}, {Asset: ledger.Native, Units: l.world.Native}}},
		Version:   version.Program,
		Custody:   agent.Custody{Recovery: "the test has it"},
		Policy: cage.Policy{
			Tokens: []common.Address{agenttest.USDC.Address, agenttest.WETH.Address}, Markets: []cage.Listing{{Handle: market, Protocol: uniswapv3.Name, Address: agenttest.Pool}}, Protocols: []string{uniswapv3.Name},
			MaxPosition: 2_500, MaxConcentration: 3_000, MaxSlippage: 100, MaxImpact: 100, MaxDrawdown: 1_300, Loss: cage.LossLimits{Day: 200, Session: 1_000, Move: 200, Exit: 100},
			PerTransaction: 10_000 * money.One, PerSession: 100_000_000 * money.One, MaxAssets: 2, PerDay: 1_000_000 * money.One, MaxPositions: 5, PerHour: 20,
		},
		Risk: risk.Terms{Emergency: 2_000},
	}
	return l, l.clock(needy())
}

// live runs the life to its death. What must hold afterwards is for others.
func (l *life) live(ctx context.Context) (*lifecycle.Dead, func() error, error) {
	client, stop, err := l.world.Serve()
	if err != nil {
		return nil, nil, err
	}
	j, err := journal.Open(l.dir, journal.Options{Policy: journal.History, Boot: l.boot, Clock: clock.NewSimulated(time.Unix(0, 0))})
	if err != nil {
		return nil, nil, err
	}
	shut := func() error { stop(); return j.Close() }
	outside := agent.Outside{Eyes: l.world, Foresight: l.world, Client: rpc.New(client), Signer: l.key, Identity: l.identity, Clock: l.world, Dice: l.dice(), Letters: []owner.Source{l}}
	dead, err := l.run(ctx, j, outside)
	return dead, shut, err
}

// again computes the life from its journal, with nothing outside.
func (l *life) again(ctx context.Context) (*life, error) {
	j, err := journal.Open(l.dir, journal.Options{Mode: journal.Replay})
	if err != nil {
		return nil, err
	}
	defer j.Close()
	r := &life{
		seed: l.seed, boot: l.boot, blow: l.blow, after: l.after, dream: l.dream, killed: l.killed,
		books: ledger.New(), digest: newKept(), papers: map[string]string{},
	}
	_, err = r.run(ctx, j, agent.Outside{})
	return r, err
}

func (l *life) run(ctx context.Context, j *journal.Journal, outside agent.Outside) (*lifecycle.Dead, error) {
	stores := agent.Stores{Journal: j, Records: l.digest, Ledger: l.books, Audit: &l.audit, Estate: l, Log: slog.New(slog.DiscardHandler)}
	var err error
	if l.golem, err = agent.New(l.boot, outside, stores); err != nil {
		return nil, err
	}
	unborn := lifecycle.Provision(l.golem, silent{})
	active, err := unborn.Activate(ctx)
	if err != nil {
		return nil, err
	}
	l.past = append(l.past, handle{"activate", func(ctx context.Context) error { _, err := unborn.Activate(ctx); return err }})
	dying, err := l.beat(ctx, active)
	if err != nil {
		return nil, err
	}
	if l.dying != nil {
		l.dying()
	}
	dead, err := dying.Thanatopsis(ctx)
	l.past = append(l.past,
		handle{"die again", func(ctx context.Context) error { _, err := dying.Thanatopsis(ctx); return err }},
		handle{"shut the dying down", func(ctx context.Context) error { return dying.Shutdown(ctx, "test") }})
	return dead, err
}

// beat ticks until death begins.
func (l *life) beat(ctx context.Context, active *lifecycle.Active) (*lifecycle.Terminal, error) {
	struck, blow := l.strikeInFlight(active)
	for ; l.golem.Dying() == ""; l.ticks++ {
		switch {
		case l.replaysKillAt(l.ticks), l.blow == byHandle && l.ticks == l.after:
			l.killed = l.ticks
			return l.endActive(active)
		case l.blow == byCredit && l.ticks == l.after:
			if _, err := l.books.Funds.Reconcile(l.boot.Birth.Start, money.One); err != nil { // the rest of 500 is not on chain
				return nil, err
			}
		case l.blow == inDream && l.ticks == l.after:
			l.killed = l.ticks
			return l.endDream(active)
		}
		if l.dream && l.ticks%17 == 5 {
			var err error
			if active, err = l.sleep(ctx, active); err != nil {
				return nil, err
			}
			struck, blow = l.strikeInFlight(active)
		}
		if l.between != nil {
			l.between()
		}
		if err := active.Tick(ctx); err != nil {
			return nil, fmt.Errorf("tick call %d: %w", l.ticks, err)
		}
		if struck.Load() {
			l.killed = l.ticks + 1
			end := <-blow
			l.gaveUp(active)
			return end.dying, end.err
		}
	}
	return l.endActive(active)
}

type ending struct {
	dying *lifecycle.Terminal
	err   error
}

// strikeInFlight arranges that the owner's word comes from another goroutine
// while a transaction arrives, in the middle of a tick. It waits for the tick.
func (l *life) strikeInFlight(active *lifecycle.Active) (*atomic.Bool, chan ending) {
	struck, blow := new(atomic.Bool), make(chan ending, 1)
	if l.blow == byOwnerNow && l.world != nil {
		l.world.Arrival(l.after, func() {
			struck.Store(true)
			go func() {
				dying, err := active.BeginDeath(lifecycle.OwnerKill)
				blow <- ending{dying, err}
			}()
		})
	}
	return struck, blow
}

// replaysKillAt says that a life computed again reached what came from outside.
func (l *life) replaysKillAt(tick int) bool {
	return l.world == nil && l.blow == byOwnerNow && l.killed == tick
}

// cause is why the life ends. A word that came in the middle of a tick goes before
// what that tick itself ended with.
func (l *life) cause() lifecycle.Cause {
	if c := l.golem.Dying(); c != "" && !l.replaysKillAt(l.ticks) {
		return c
	}
	return lifecycle.OwnerKill
}

func (l *life) endActive(active *lifecycle.Active) (*lifecycle.Terminal, error) {
	dying, err := active.BeginDeath(l.cause())
	l.gaveUp(active)
	return dying, err
}

func (l *life) endDream(active *lifecycle.Active) (*lifecycle.Terminal, error) {
	asleep, err := active.BeginDream()
	if err != nil {
		return nil, err
	}
	l.gaveUp(active)
	dying, err := asleep.BeginDeath(lifecycle.OwnerKill)
	l.gaveUpDream(asleep)
	return dying, err
}

// sleep dreams and wakes. There is no dream yet, so the cycle is refused.
func (l *life) sleep(ctx context.Context, active *lifecycle.Active) (*lifecycle.Active, error) {
	asleep, err := active.BeginDream()
	if err != nil {
		return nil, err
	}
	l.gaveUp(active)
	if err := asleep.DreamCycle(ctx); err == nil || errors.Is(err, lifecycle.ErrConsumed) {
		return nil, fmt.Errorf("a dream of a Golem without dreams: %w", err)
	}
	woken, err := asleep.Wake()
	l.gaveUpDream(asleep)
	return woken, err
}

func (l *life) gaveUp(a *lifecycle.Active) {
	l.past = append(l.past,
		handle{"tick", a.Tick},
		handle{"begin death", func(context.Context) error { _, err := a.BeginDeath(lifecycle.OwnerKill); return err }},
		handle{"begin dream", func(context.Context) error { _, err := a.BeginDream(); return err }},
		handle{"shut down", func(ctx context.Context) error { return a.Shutdown(ctx, "test") }})
}

func (l *life) gaveUpDream(d *lifecycle.Dreaming) {
	l.past = append(l.past,
		handle{"dream", d.DreamCycle},
		handle{"wake", func(context.Context) error { _, err := d.Wake(); return err }},
		handle{"begin death in a dream", func(context.Context) error { _, err := d.BeginDeath(lifecycle.OwnerKill); return err }},
		handle{"shut the dreaming down", func(ctx context.Context) error { return d.Shutdown(ctx, "test") }})
}

// Bequeath implements dying.Estate.
func (l *life) Bequeath(name string, document any) error {
	text, err := json.Marshal(document)
	l.papers[name] = string(text)
	return err
}

// silent hears transitions and says nothing.
type silent struct{}

func (silent) Moved(_, _ lifecycle.State, _ lifecycle.Cause) {}
func (silent) Passed(lifecycle.Phase, error)                 {}

// signs tries to make each kind of signature with the Golem's own key.
func (l *life) signs() []error {
	to := agenttest.Router
	_, one := l.key.SignTransaction(&types.DynamicFeeTx{ChainID: big.NewInt(agenttest.ChainID), To: &to, Gas: 21_000, GasTipCap: new(big.Int), GasFeeCap: new(big.Int)})
	_, _, two := l.key.SignTypedData(apitypes.TypedData{
		PrimaryType: "Word", Domain: apitypes.TypedDataDomain{ChainId: math.NewHexOrDecimal256(agenttest.ChainID)},
		Types:   apitypes.Types{"EIP712Domain": {{Name: "chainId", Type: "uint256"}}, "Word": {{Name: "text", Type: "string"}}},
		Message: apitypes.TypedDataMessage{"text": "from the grave"},
	})
	_, _, three := l.identity.SignTypedData(thanatopsis.Words("x", to.Hex(), agenttest.ChainID, [32]byte{1}))
	return []error{one, two, three}
}
