package heartbeattest

import (
	"context"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
)

// Market is the chain that is read, and the journal that counts the readings.
type Market struct {
	Reading  turn.Reading
	Broken   int   // so many reads fail
	Final    error // answered by every reading while set
	Observed int   // readings asked for

	scene *Scene
}

func newMarket(s *Scene) *Market {
	m := &Market{scene: s, Reading: turn.Reading{
		Pool: turn.Pool{
			QuoteIsZero: true, Price: 2_000,
			Token0: turn.Token{Symbol: "USDC", Decimals: 6}, Token1: turn.Token{Symbol: "WETH", Decimals: 18},
		},
		GasPrice: *uint256.NewInt(1_000_000_000),
		Balances: []turn.Balance{{Value: 1_000}},
	}}
	m.mine()
	return m
}

// mine makes the reading's block fit the time.
func (m *Market) mine() {
	m.Reading.Block.Number = uint64(m.scene.Time / 1_000)
	m.Reading.Block.Time = m.scene.Time / 1_000
}

// Observe implements heartbeat.Market.
func (m *Market) Observe(context.Context) (turn.Reading, error) {
	m.Observed++
	m.scene.explode("observe")
	if m.Final != nil {
		return turn.Reading{}, m.Final
	}
	if m.Broken > 0 {
		m.Broken--
		return turn.Reading{}, ErrBroken
	}
	return m.Reading, nil
}

// Glance implements heartbeat.Market.
func (m *Market) Glance(context.Context) (turn.Glance, error) {
	if m.Broken > 0 {
		m.Broken--
		return turn.Glance{}, ErrBroken
	}
	return turn.Glance{Block: m.Reading.Block, Price: m.Reading.Pool.Price, GasPrice: m.Reading.GasPrice}, nil
}

// Seq implements heartbeat.Journal.
func (m *Market) Seq() uint64 { return uint64(m.Observed) }
