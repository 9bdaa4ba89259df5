package protocoltest

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/tool"
)

// mineEvery is how many states lie between two orders that are mined.
const mineEvery = 5

// states brings the subject into so many states, and holds in each of them the reading, what led
// to it and the previews of orders to what the protocol itself says. Of the orders some are mined,
// each kind in turn.
func (s *suite) states(n int) (tally, error) {
	found, mined := tally{at: map[string]int{}}, map[grammar.Kind]int{}
	before := s.read()
	for range n {
		edge := s.subject.Next(s.rng)
		after := s.read()
		if found.states++; edge != "" {
			found.at[edge]++
		}
		figures := append(s.subject.Says(after), s.wallet(before, after)...)
		told, err := s.follows(before, after)
		if err = errors.Join(disagree(figures), err); err != nil {
			return found, fmt.Errorf("state %d (%s): %w", found.states, edge, err)
		}
		found.figures, found.told = found.figures+len(figures), found.told+told
		orders := s.subject.Orders(s.rng, after)
		for _, a := range orders {
			refused, err := s.quoted(a, after)
			if err != nil {
				return found, fmt.Errorf("state %d (%s): %s: %w", found.states, edge, a.Canonical(), err)
			}
			if found.quotes++; refused {
				found.quotes--
				found.refused++
				continue
			}
		}
		if before = after; found.states%mineEvery != 0 {
			continue
		}
		slices.SortStableFunc(orders, func(a, b grammar.Action) int { return mined[a.Kind] - mined[b.Kind] })
		for _, a := range orders {
			if _, refused := s.subject.Quote(a, after); refused {
				continue
			}
			if err := s.carry(a); err != nil {
				return found, fmt.Errorf("state %d (%s): %s: %w", found.states, edge, a.Canonical(), err)
			}
			mined[a.Kind]++
			found.orders++
			break
		}
		after = s.read()
		if told, err = s.follows(before, after); err != nil {
			return found, fmt.Errorf("behind an order in state %d: %w", found.states, err)
		}
		if err := disagree(s.wallet(before, after)); err != nil {
			return found, fmt.Errorf("behind an order in state %d: %w", found.states, err)
		}
		before, found.told = after, found.told+told
	}
	if found.told < n {
		return found, fmt.Errorf("logs tell %d figures in %d states", found.told, n)
	}
	return found, nil
}

// quoted holds the preview of an order to the protocol's own quote.
func (s *suite) quoted(a grammar.Action, r turn.Reading) (refused bool, _ error) {
	want, refused := s.subject.Quote(a, r)
	preview, err := s.preview(a, r)
	switch {
	case err != nil:
		return refused, err
	case refused == preview.Success:
		return refused, fmt.Errorf("its preview succeeds: %v (%s); the protocol refuses it: %v", preview.Success, preview.Revert, refused)
	case refused:
		return true, nil
	}
	return false, same("the preview", preview.Deltas, "the protocol's quoter", ordered(want))
}

// preview simulates an order as it is judged: without minimums.
func (s *suite) preview(a grammar.Action, r turn.Reading) (turn.Simulation, error) {
	s.t.Helper()
	calls, err := s.adapter.Calls(protocol.Order{Action: a, Seen: r, Until: until(r)})
	if err != nil {
		return turn.Simulation{}, err
	}
	out := s.simulate(calls, 0)
	p := turn.Simulation{Block: r.Block, Success: out.Success, Deltas: s.moved(r, logsOf(out))}
	if !out.Success {
		p.Revert = s.failed(out)
	}
	return p, nil
}

// until is when an order ends that is made on a reading.
func until(r turn.Reading) *big.Int { return big.NewInt(r.Block.Time + 120) }

// wallet are what the account has of each asset, and what it had with what logs of tokens say
// that it got and gave since.
func (s *suite) wallet(before, after turn.Reading) (all []Figure) {
	var logs []protocol.Log
	for _, l := range s.logs(before, after) {
		logs = append(logs, protocol.Log{Address: l.Address, Topics: l.Topics, Data: l.Data})
	}
	deltas := tool.Deltas(nil, s.stage.Node.Account, logs)
	for i, a := range after.Assets {
		all = append(all, Figure{What: a.Token.Symbol + " in the wallet", Ours: a.Units.ToBig(), Theirs: booked(&before.Assets[i].Units, a.Token.Address, deltas)})
	}
	return all
}

// booked is what is had of a token after deltas.
func booked(had *uint256.Int, token common.Address, deltas []turn.Delta) *big.Int {
	v := had.ToBig()
	for _, d := range deltas {
		switch {
		case d.Token != token:
		case d.Out:
			v.Sub(v, d.Units.ToBig())
		default:
			v.Add(v, d.Units.ToBig())
		}
	}
	return v
}

// same is an error where two sources say that other things move.
func same(one string, a []turn.Delta, other string, b []turn.Delta) error {
	if slices.Equal(a, b) {
		return nil
	}
	return fmt.Errorf("%s says that %s moves, %s %s", one, listed(a), other, listed(b))
}

func listed(all []turn.Delta) (s string) {
	for _, d := range all {
		s += map[bool]string{true: "-", false: "+"}[d.Out] + d.Units.Dec() + " of " + d.Token.Hex()[:8] + " "
	}
	return s
}
