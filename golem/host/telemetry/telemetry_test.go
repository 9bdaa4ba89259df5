package telemetry

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
)

func TestTwoMetersOfOneProcessDoNotMix(t *testing.T) {
	a, b := NewMeter(), NewMeter()
	r := &turn.Record{Gating: turn.Gating{Tier: turn.T1}, Actions: []turn.Action{{Status: turn.StatusFailed}}}
	r.Mortality = turn.Mortality{Composite: 0.25, Economic: 0.2, Phase: turn.Declining, Remaining: 2_500_000}
	for range 3 {
		if err := a.OnAfterTurn(t.Context(), &turn.AfterTurn{Record: r}); err != nil {
			t.Fatal(err)
		}
	}
	var ofA, ofB bytes.Buffer
	a.WritePrometheus(&ofA)
	b.WritePrometheus(&ofB)
	for _, want := range []string{
		`golem_ticks_total{tier="T1"} 3`, `golem_actions_total{status="failed"} 3`,
		"golem_vitality 0.25\n", "golem_economic_vitality 0.2\n", "golem_phase 1\n", "golem_credit_usdc 2.5\n",
	} {
		if !strings.Contains(ofA.String(), want) {
			t.Errorf("%q is not in\n%s", want, ofA.String())
		}
	}
	if ofB.Len() != 0 {
		t.Errorf("the other meter counted %s", ofB.String())
	}
}

func TestTheLogbookNamesMomentAndExtension(t *testing.T) {
	var out bytes.Buffer
	log := Logbook{slog.New(slog.NewTextHandler(&out, nil))}
	if err := log.OnError(t.Context(), turn.Failure{Moment: "after_turn", Extension: "lifespan", Tick: 7, Err: errors.New("stopped")}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"moment=after_turn", "extension=lifespan", "tick=7", "error=stopped"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in %s", want, out.String())
		}
	}
}

// What came from outside is no gain, and paid time and models are a cost, though no chain shows
// either.
func TestAMeterShowsWhatALifeCameTo(t *testing.T) {
	m := NewMeter()
	usdc, weth := turn.Token{Address: common.Address{1}, Symbol: "USDC", Decimals: 6}, turn.Token{Address: common.Address{2}, Symbol: "WETH", Decimals: 18}
	seen := func(units uint64) turn.Reading {
		r := turntest.Pool{Token0: usdc, Token1: weth, QuoteIsZero: true, Price: 2_000}.Seen(uint256.NewInt(units*1e6), new(uint256.Int))
		r.Block.Number = 1
		return r
	}
	first := &turn.Record{Time: 1_000}
	first.Seen.Reading = seen(1_000)
	first.Mortality.PaidUntil = 61_000
	m.Kept(first, first.Seen.Reading, 0)
	second := &turn.Record{Time: 11_000, Cost: turn.Cost{Inference: 1e6}, Differences: []turn.Difference{{Kind: turn.StrayDeposit, Asset: usdc.Address.Hex(), Units: *uint256.NewInt(500e6)}}}
	second.Seen.Reading = seen(1_500)
	second.Mortality.PaidUntil = 61_000
	after := seen(1_400)
	after.Positions = []turn.Position{{Value: 130}}
	m.Kept(second, after, 2e6)
	blind := &turn.Record{Time: 21_000}
	m.Kept(blind, turn.Reading{}, 3e6)
	var out bytes.Buffer
	m.WritePrometheus(&out)
	for _, want := range []string{"golem_equity 1530\n", "golem_result_since_birth 27\n", "golem_positions 1\n", "golem_positions_value 130\n", "golem_paid_time_left_seconds 50\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
}
