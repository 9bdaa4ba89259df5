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
	before, err := x.freshState()
	if err != nil {
		return nil, err
	}
	then, now := x.newEVM(before), x.evm
	defer then.Release()
	x.prepare(then, before)
	x.prepare(now, x.state)
	plain := req.Overrides.none()
	var out []Delta
	for _, h := range slices.SortedFunc(maps.Keys(logged), compareHoldings) {
		d := Delta{Token: h.token, Account: h.account, Amount: logged[h], Logged: logged[h]}
		old, ok1 := x.balanceBefore(then, h, plain)
		last, ok2 := x.balance(now, h)
		if err := x.fault(); err != nil {
			return nil, err
		}
		if d.Readable = ok1 && ok2; d.Readable {
			d.Amount = new(big.Int).Sub(last.ToBig(), old.ToBig())
		}
		if d.Amount.Sign() != 0 || d.Logged.Sign() != 0 {
			out = append(out, d)
		}
	}
	return out, nil
}

// holdings returns whose balances to compare, with the sum of their logs.
func (x *execution) holdings(req Request, results []Result) map[holding]*big.Int {
	logged := map[holding]*big.Int{}
	add := func(h holding, amount *big.Int) {
		if logged[h] == nil {
			logged[h] = new(big.Int)
		}
		logged[h].Add(logged[h], amount)
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
				add(holding{t.Token, t.From}, new(big.Int).Neg(amount))
			}
			if t.To != (common.Address{}) { // burnt
				add(holding{t.Token, t.To}, amount)
			}
		}
	}
	for token := range tokens {
		for _, c := range req.Calls {
			add(holding{token, c.From}, new(big.Int))
		}
		for _, account := range req.Holders {
			add(holding{token, account}, new(big.Int))
		}
	}
	return logged
}

// prepare makes an EVM ready for questions.
func (x *execution) prepare(evm *vm.EVM, s *state.StateDB) {
	evm.SetTxContext(core.NewEVMTxContext(&core.Message{GasPrice: new(uint256.Int)}))
	s.Prepare(x.rules, common.Address{}, x.block.Coinbase, nil, vm.ActivePrecompiles(x.rules), nil)
}

// balanceBefore asks for a balance before the calls. Without overrides it is
// the same for every simulation on the block.
func (x *execution) balanceBefore(evm *vm.EVM, h holding, plain bool) (uint256.Int, bool) {
	if !plain {
		return x.balance(evm, h)
	}
	if n, known := x.fork.balance(h); known {
		return n, true
	}
	n, ok := x.balance(evm, h)
	if ok && x.fault() == nil {
		x.fork.keepBalance(h, n)
	}
	return n, ok
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
