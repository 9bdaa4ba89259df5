package policycage

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/internal/money"

	"github.com/ethereum/go-ethereum/common"
)

// ErrCage says that an address answered as no cage does.
var ErrCage = errors.New("there is no policy cage")

// Snapshot is a cage at one block: its configuration, lists sorted, and its counters.
type Snapshot struct {
	Config
	Cage      common.Address
	Block     common.Hash
	Halted    bool
	Version   uint64     // one more with each applied change
	Nonce     uint64     // of the position opened last
	Spent     Sum        // on openings
	Lost      Sum        // by moves
	Positions uint64     // open
	Deployed  money.USDC // what the open positions cost
	MarkNonce uint64     // of the next signed high-water mark
}

// Question is a snapshot that a batch will read.
type Question struct {
	cage   common.Address
	block  common.Hash
	config *rpc.Read[[]byte]
}

// Ask adds the read of a cage to a batch, so that it is of the same block as whatever
// else the batch reads.
func Ask(b *rpc.Batch, cage common.Address) *Question {
	return &Question{cage: cage, block: b.Block(), config: b.Call(cage, bind.NewPolicyCage().PackGetConfig())}
}

// Read reads a cage at a block.
//
// spec: safety §7.6 (a read that fails refuses what opens a risk: the error says so)
func Read(ctx context.Context, client *rpc.Client, block common.Hash, cage common.Address) (Snapshot, error) {
	b := client.At(block)
	q := Ask(b, cage)
	if err := b.Do(ctx); err != nil {
		return Snapshot{}, fmt.Errorf("read the cage %s: %w", cage, err)
	}
	return q.Answer()
}

// Answer is the snapshot, after the batch was done.
func (q *Question) Answer() (Snapshot, error) {
	raw, err := q.config.Value()
	if errors.Is(err, rpc.ErrReverted) {
		return Snapshot{}, fmt.Errorf("%w at %s: %w", ErrCage, q.cage, err)
	}
	if err != nil {
		return Snapshot{}, fmt.Errorf("read the cage %s: %w", q.cage, err)
	}
	c, err := bind.NewPolicyCage().UnpackGetConfig(raw)
	if err != nil {
		return Snapshot{}, fmt.Errorf("%w at %s: %w", ErrCage, q.cage, err)
	}
	var n narrow
	s := Snapshot{
		Cage: q.cage, Block: q.block, Halted: c.Halted, Version: c.Version,
		Nonce: n.count(c.Nonce), Positions: n.count(c.OpenPositionCount), MarkNonce: n.count(c.HighWaterMarkNonce),
		Spent: n.sum(c.Spent), Lost: n.sum(c.Lost), Deployed: n.money(c.Deployed), Config: n.config(c.Setup),
	}
	s.Caps = n.caps(c)
	if n.over {
		return Snapshot{}, fmt.Errorf("%w at %s: it answers numbers that no cage holds", ErrCage, q.cage)
	}
	return s, nil
}

// narrow takes numbers of the chain into ours; over says that one did not fit.
type narrow struct{ over bool }

func (n *narrow) count(v *big.Int) uint64 {
	n.over = n.over || !v.IsUint64()
	return v.Uint64()
}

func (n *narrow) money(v *big.Int) money.USDC {
	n.over = n.over || !v.IsInt64()
	return money.USDC(v.Int64())
}

func (n *narrow) sum(v *big.Int) Sum {
	s, ok := SumOf(v)
	n.over = n.over || !ok
	return s
}

func (n *narrow) bps(v uint64) money.BPS {
	n.over = n.over || v > 1<<30
	return money.BPS(v) //nolint:gosec // checked
}

func (n *narrow) config(s bind.CageSetup) Config {
	l := s.Limits
	usd := func(i int) money.USDC { return n.money(new(big.Int).SetUint64(l[i])) }
	c := Config{
		Owner: s.Owner, Account: s.Account, Enforcer: s.Enforcer, Cash: s.Cash, PriceOracle: s.PriceOracle,
		SanctionsOracle: s.SanctionsOracle, Constitution: s.ConstitutionHash, HighWaterMark: n.money(s.HighWaterMark),
		Limits: Limits{
			Position: n.bps(l[0]), Concentration: n.bps(l[1]), PerTransaction: usd(2), PerDay: usd(3),
			Drawdown: n.bps(l[4]), MoveLoss: n.bps(l[5]), DayLoss: usd(6), SessionLoss: usd(7),
			ExitLoss: n.bps(l[8]), Positions: l[9], Assets: l[10], Collateral: l[11], EmergencyDrawdown: n.bps(l[12]), PerSession: usd(13),
			DrawdownWindow: s.DrawdownWindow, MinRebalanceInterval: s.MinRebalanceInterval, MaxRebalances: s.MaxRebalancesPerDay,
		},
		Assets:    slices.SortedFunc(slices.Values(s.Assets), common.Address.Cmp),
		Protocols: slices.SortedFunc(slices.Values(s.Protocols), common.Address.Cmp),
	}
	for _, x := range s.Selectors {
		c.Selectors = append(c.Selectors, Selector{Target: x.Target, Method: x.Selector})
	}
	for _, b := range s.Readers {
		c.Readers = append(c.Readers, Binding{Target: b.Target, Reader: b.Reader, Deeds: Deeds(b.Deeds)})
	}
	slices.SortFunc(c.Readers, func(a, b Binding) int { return a.Target.Cmp(b.Target) })
	slices.SortFunc(c.Selectors, func(a, b Selector) int {
		return bytes.Compare(append(a.Target.Bytes(), a.Method[:]...), append(b.Target.Bytes(), b.Method[:]...))
	})
	return c
}

// caps are sorted like the other lists, each with what lies under it.
func (n *narrow) caps(c bind.CageSnapshot) (caps []Cap) {
	if n.over = n.over || len(c.Placed) != len(c.Setup.Caps); n.over {
		return nil
	}
	for i, x := range c.Setup.Caps {
		caps = append(caps, Cap{CapOf(x.Kind), x.Subject, money.BPS(x.Share), n.money(c.Placed[i])})
	}
	slices.SortFunc(caps, func(a, b Cap) int { return cmp.Or(cmp.Compare(a.Of, b.Of), a.Subject.Cmp(b.Subject)) })
	return caps
}

// DayLeft is what openings may still spend at a time, in unix seconds.
func (s Snapshot) DayLeft(now uint64) money.USDC { return max(0, s.Limits.PerDay-s.Spent.Day(now)) }

// LossLeft is what moves may still lose at a time, in unix seconds, before nothing is opened.
func (s Snapshot) LossLeft(now uint64) money.USDC {
	return max(0, min(s.Limits.DayLoss-s.Lost.Day(now), s.Limits.SessionLoss-s.Lost.Session()))
}
