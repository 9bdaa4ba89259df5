package heartbeattest

import (
	"context"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
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
	m := &Market{scene: s, Reading: turntest.Pool{
		QuoteIsZero: true, Price: 2_000,
		Token0: turn.Token{Address: common.Address{1}, Symbol: "USDC", Decimals: 6}, Token1: turn.Token{Address: common.Address{2}, Symbol: "WETH", Decimals: 18},
	}.Seen(uint256.NewInt(1_000e6), new(uint256.Int))}
	m.Reading.GasPrice = *uint256.NewInt(1_000_000_000)
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
	seen := m.Reading // what was read stays as it was, whatever the market does next
	seen.Markets, seen.Assets = slices.Clone(seen.Markets), slices.Clone(seen.Assets)
	return seen, nil
}

// Glance implements heartbeat.Market.
func (m *Market) Glance(context.Context) (turn.Glance, error) {
	if m.Broken > 0 {
		m.Broken--
		return turn.Glance{}, ErrBroken
	}
	return turn.Glance{Block: m.Reading.Block, Price: m.Reading.Primary().Price, GasPrice: m.Reading.GasPrice}, nil
}

// Seq implements heartbeat.Journal.
func (m *Market) Seq() uint64 { return uint64(m.Observed) }
