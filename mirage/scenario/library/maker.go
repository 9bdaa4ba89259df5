package library

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"

	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/mirage/node"
	"bardo.run/bardo/mirage/scenario"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// stepGas is what one transaction may use.
const stepGas = 12_000_000

// Plan is a scenario as transactions, and what they came to on a scratch.
type Plan struct {
	Report Report
	steps  []step
	pools  []pool // of the report, in its order
}

// step is one transaction that was tried.
type step struct {
	scenario.Transaction
	what string // for errors
	gas  uint64 // it used
}

// Make makes the plan of an order after a block; the zero hash means the head. The chain
// stays as it is.
func Make(ctx context.Context, n *node.Node, baseline common.Hash, g Ground, o Order) (*Plan, error) {
	d, set, err := o.settle()
	if err != nil {
		return nil, err
	}
	scratch, err := n.States.Scratch(baseline)
	if err != nil {
		return nil, err
	}
	m := &maker{
		view: view{ctx, scratch}, ground: g, chance: seed.Seed(o.Seed).Stream("scenario/" + d.Name),
		plan: &Plan{Report: Report{Scenario: d.Name, Parameters: set, Seed: o.Seed}},
	}
	if err := d.write(m, set); err != nil {
		return nil, fmt.Errorf("%s: %w", d.Name, err)
	}
	return m.plan, nil
}

// Scenario is the plan as a what-if.
func (p *Plan) Scenario() scenario.Scenario {
	s := scenario.Scenario{Name: p.Report.Scenario, TimeoutSeconds: 300, Assertions: []scenario.Assertion{{Status: scenario.Success}}}
	seen := map[common.Address]bool{}
	for _, st := range p.steps {
		s.Transactions = append(s.Transactions, st.Transaction)
		s.MaxGas += 2*st.gas + 100_000 // a transaction must be able to pay its limit before refunds
		if !seen[st.From] {
			s.TrackAddresses = append(s.TrackAddresses, st.From)
		}
		seen[st.From] = true
	}
	return s
}

// maker writes a plan, trying each step as it goes.
type maker struct {
	view
	ground Ground
	chance *rand.Rand
	plan   *Plan
}

// do tries a transaction and adds it to the plan. wei may be nil; a nil to creates, and
// the answer is what was created.
func (m *maker) do(what string, from common.Address, to *common.Address, wei *big.Int, data []byte) (common.Address, error) {
	tx := scenario.Transaction{From: from, To: to, Data: data}
	attempt := node.Attempt{From: from, To: to, Data: data, Gas: stepGas}
	if wei != nil {
		attempt.Value = uint256.MustFromBig(wei)
		tx.Value = (*hexutil.U256)(attempt.Value)
	}
	out, err := m.Transact(m.ctx, attempt)
	if err == nil && out.Failed != nil {
		err = out.Failed
		if reason, e := abi.UnpackRevert(out.Return); e == nil {
			err = fmt.Errorf("%w: %s", err, reason)
		}
	}
	if err != nil {
		return common.Address{}, fmt.Errorf("%s, transaction %d, of %s: %w", what, len(m.plan.steps), from, err)
	}
	m.plan.steps = append(m.plan.steps, step{tx, what, out.GasUsed})
	return out.Created, nil
}

// open enters the pools of a report with their prices at the start.
func (m *maker) open(pools []pool) error {
	m.plan.pools = pools
	for _, p := range pools {
		state, err := p.read(m.view)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		m.plan.Report.Pools = append(m.plan.Report.Pools, Pool{Name: p.name, Start: p.dollars(state.price()), start: state.price()})
	}
	return nil
}

// trade is one swap of an account in a pool of the report, with whatever the account
// must do before it can pay.
func (m *maker) trade(i int, who common.Address, sells bool, amount *big.Int) error {
	p := m.plan.pools[i]
	paid := p.usdc
	if sells {
		paid = p.token
	}
	if err := m.enable(who, paid, amount, p); err != nil {
		return err
	}
	data, wei, err := p.swap(who, sells, amount)
	if err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	if _, err := m.do("swap in "+p.name, who, &p.router, wei, data); err != nil {
		return err
	}
	m.plan.Report.count(i, who, sells)
	return nil
}

// owner is the kit's account.
func (m *maker) owner() common.Address { return crypto.PubkeyToAddress(m.ground.Maker.PublicKey) }
