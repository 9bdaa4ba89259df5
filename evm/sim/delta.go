package sim

import (
	"fmt"
	"maps"
	"math/big"
	"slices"

	"bardo.run/bardo/evm/erc20"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/holiman/uint256"
)

// Limits on what a hostile contract can make the comparison cost.
const (
	maxDeltas  = 512
	balanceGas = 1_000_000
)

// Delta is how much of a token an account gains (positive) or loses.
type Delta struct {
	Token, Account common.Address
	// Amount is the difference of balanceOf after and before, or what the logs
	// say where the token did not answer.
	Amount *big.Int
	// Logged is what the token's Transfer logs say.
	Logged *big.Int
	// Readable tells whether balanceOf answered both times.
	Readable bool
}

// Verified tells whether logs and balances agree. A token that does not is
// fee-taking, rebasing, or lying.
func (d Delta) Verified() bool { return d.Readable && d.Amount.Cmp(d.Logged) == 0 }

type holding struct{ token, account common.Address }

// deltas compares the balances of everybody whom the calls' Transfer logs or
// the request name.
func (x *execution) deltas(req Request, results []Result) ([]Delta, error) {
	logged := x.holdings(req, results)
	if len(logged) > maxDeltas {
		return nil, fmt.Errorf("%w: tokens moved between %d accounts", ErrTimeout, len(logged))
	}
	if len(logged) == 0 {
		return nil, nil
	}
	then := past{x: x, plain: req.Overrides.none()}
	defer then.close()
	x.prepare(x.evm, x.state)
	var out []Delta
	for _, h := range slices.SortedFunc(maps.Keys(logged), compareHoldings) {
		d := Delta{Token: h.token, Account: h.account, Amount: logged[h], Logged: logged[h]}
		old, ok1 := then.balance(h)
		last, ok2 := x.balance(x.evm, h)
		if then.err != nil {
			return nil, then.err
		}
		if err := x.fault(); err != nil {
			return nil, err
		}
		if d.Readable = ok1 && ok2; d.Readable {
			d.Amount = difference(&last, &old)
		}
		if d.Amount.Sign() != 0 || d.Logged.Sign() != 0 {
			out = append(out, d)
		}
	}
	return out, nil
}

// difference is a minus b.
func difference(a, b *uint256.Int) *big.Int {
	var d uint256.Int
	if a.Lt(b) {
		n := d.Sub(b, a).ToBig()
		return n.Neg(n)
	}
	return d.Sub(a, b).ToBig()
}

// holdings returns whose balances to compare, with the sum of their logs.
func (x *execution) holdings(req Request, results []Result) map[holding]*big.Int {
	logged := map[holding]*big.Int{}
	of := func(h holding) *big.Int {
		sum := logged[h]
		if sum == nil {
			sum = new(big.Int)
			logged[h] = sum
		}
		return sum
	}
	tokens := map[common.Address]bool{}
	for _, t := range req.Tokens {
		tokens[t] = true
	}
	for _, r := range results {
		for _, l := range r.Logs {
			t, ok := erc20.ParseTransfer(&types.Log{Address: l.Address, Topics: l.Topics, Data: l.Data})
			if !ok {
				continue
			}
			tokens[t.Token] = true
			amount := t.Amount.ToBig()
			if t.From != (common.Address{}) { // minted
				from := of(holding{t.Token, t.From})
				from.Sub(from, amount)
			}
			if t.To != (common.Address{}) { // burnt
				to := of(holding{t.Token, t.To})
				to.Add(to, amount)
			}
		}
	}
	for token := range tokens {
		for _, c := range req.Calls {
			of(holding{token, c.From})
		}
		for _, account := range req.Holders {
			of(holding{token, account})
		}
	}
	return logged
}

// prepare makes an EVM ready for questions.
func (x *execution) prepare(evm *vm.EVM, s *state.StateDB) {
	evm.SetTxContext(core.NewEVMTxContext(&core.Message{GasPrice: new(uint256.Int)}))
	s.Prepare(x.rules, common.Address{}, x.block.Coinbase, nil, vm.ActivePrecompiles(x.rules), nil)
}

// past answers balances before the calls. Its state is opened for the first that nobody
// asked for on this block.
type past struct {
	x     *execution
	plain bool // without overrides a balance is the same for every simulation on the block
	evm   *vm.EVM
	err   error
}

func (p *past) balance(h holding) (uint256.Int, bool) {
	if p.plain {
		if n, known := p.x.fork.balance(h); known {
			return n, true
		}
	}
	if p.err = p.open(); p.err != nil {
		return uint256.Int{}, false
	}
	n, ok := p.x.balance(p.evm, h)
	if p.plain && ok && p.x.fault() == nil {
		p.x.fork.keepBalance(h, n)
	}
	return n, ok
}

func (p *past) open() error {
	if p.evm != nil {
		return nil
	}
	before, err := p.x.freshState()
	if err != nil {
		return err
	}
	p.evm = p.x.newEVM(before)
	p.x.prepare(p.evm, before)
	return nil
}

func (p *past) close() {
	if p.evm != nil {
		p.evm.Release()
	}
}

// balance asks a token for an account's balance. The account itself asks, as a
// token may hide balances from others.
func (x *execution) balance(evm *vm.EVM, h holding) (uint256.Int, bool) {
	answer, _, err := evm.StaticCall(h.account, h.token, x.fork.sim.erc20.BalanceOf(h.account), vm.NewGasBudget(balanceGas, 0))
	if err != nil {
		return uint256.Int{}, false
	}
	n, err := x.fork.sim.erc20.Amount(answer)
	return n, err == nil
}

func compareHoldings(a, b holding) int {
	if c := compare(a.token, b.token); c != 0 {
		return c
	}
	return compare(a.account, b.account)
}
