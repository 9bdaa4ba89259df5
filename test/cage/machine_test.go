package cage

import (
	"context"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/params"
	"github.com/holiman/uint256"
)

// chainID is a devnet's: keys that follow from a seed sign on no other.
const chainID = 31337

// gasLimit is what a call may use: a transaction's on the chains in use.
const gasLimit = 30_000_000

// machine is an EVM over a ledger, with a clock that the test moves. A call is a
// transaction without a signature, a fee and a block.
type machine struct {
	*ledger
	now  uint64 // unix seconds
	dest jumps
	evm  *vm.EVM
}

// jumps remembers where codes may be jumped into.
type jumps map[common.Hash]vm.BitVec

func (j jumps) Load(code common.Hash) (vm.BitVec, bool)  { v, ok := j[code]; return v, ok }
func (j jumps) Store(code common.Hash, places vm.BitVec) { j[code] = places }

// rules of the machine are every fork up to Osaka.
func rulesOfChain() *params.ChainConfig {
	c := *params.MergedTestChainConfig
	c.ChainID = big.NewInt(chainID)
	return &c
}

var chainRules = rulesOfChain()

func newMachine(l *ledger, now uint64, dest jumps) *machine {
	m := &machine{ledger: l, now: now, dest: dest}
	m.evm = vm.NewEVM(vm.BlockContext{
		CanTransfer: core.CanTransfer, Transfer: core.Transfer, GetHash: func(uint64) common.Hash { return common.Hash{} },
		BlockNumber: big.NewInt(1), Time: now, Difficulty: new(big.Int), GasLimit: gasLimit, BaseFee: big.NewInt(1),
		BlobBaseFee: big.NewInt(1), Random: new(common.Hash), CostPerStateByte: params.CostPerStateByte,
	}, l, chainRules, vm.Config{})
	m.evm.SetJumpDestCache(dest)
	return m
}

// over is a machine whose writes lie over this one's, which is not written any more.
func (m *machine) over() *machine { return newMachine(newLedger(m.ledger), m.now, m.dest) }

// do is one transaction; a call that reverts leaves nothing and returns its error and data.
func (m *machine) do(by, to common.Address, data []byte) ([]byte, []*types.Log, error) {
	return m.pay(by, to, new(uint256.Int), data)
}

func (m *machine) pay(by, to common.Address, wei *uint256.Int, data []byte) ([]byte, []*types.Log, error) {
	m.begin(by)
	ret, _, err := m.evm.Call(by, to, data, vm.NewGasBudget(gasLimit, 0), wei)
	return ret, m.end(), err
}

func (m *machine) begin(by common.Address) {
	m.evm.Context.Time = m.now
	m.evm.SetTxContext(vm.TxContext{Origin: by, GasPrice: new(uint256.Int)})
}

// ask is a call that leaves nothing behind.
func (m *machine) ask(to common.Address, data []byte) []byte {
	m.begin(common.Address{})
	ret, _, err := m.evm.StaticCall(common.Address{}, to, data, vm.NewGasBudget(gasLimit, 0))
	m.end()
	if err != nil {
		panic(fmt.Sprintf("cage: %s does not answer %x: %v %x", to, data[:4], err, ret))
	}
	return ret
}

func (m *machine) create(by common.Address, code []byte) (common.Address, error) {
	m.begin(by)
	ret, at, _, err := m.evm.Create(by, code, vm.NewGasBudget(gasLimit, 0), new(uint256.Int))
	m.end()
	if err != nil {
		return at, fmt.Errorf("%w: %x", err, ret)
	}
	return at, nil
}

// chain is the machine as a deployment sees a chain: a transaction is executed as soon as
// it is sealed.
type chain struct {
	*machine
	receipts map[common.Hash]*types.Receipt
}

func (c chain) ChainID(context.Context) (*big.Int, error) { return big.NewInt(chainID), nil }

func (c chain) Nonce(_ context.Context, of common.Address) (uint64, error) {
	return c.GetNonce(of), nil
}

func (c chain) Code(_ context.Context, of common.Address) ([]byte, error) { return c.GetCode(of), nil }

func (c chain) Call(_ context.Context, to common.Address, data []byte) ([]byte, error) {
	return c.ask(to, data), nil
}

func (c chain) Receipt(_ context.Context, tx common.Hash) (*types.Receipt, error) {
	r, ok := c.receipts[tx]
	if !ok {
		return nil, fmt.Errorf("no receipt of %s", tx)
	}
	return r, nil
}

func (c chain) Seal(_ context.Context, txs []*types.Transaction) error {
	for i, tx := range txs {
		by, err := types.Sender(types.LatestSignerForChainID(big.NewInt(chainID)), tx)
		if err != nil {
			return err
		}
		var logs []*types.Log
		if tx.To() == nil {
			_, err = c.create(by, tx.Data())
		} else {
			_, logs, err = c.pay(by, *tx.To(), uint256.MustFromBig(tx.Value()), tx.Data())
			c.SetNonce(by, tx.Nonce()+1, tracing.NonceChangeUnspecified)
		}
		if err != nil {
			return fmt.Errorf("transaction %d: %w", i, err)
		}
		c.receipts[tx.Hash()] = &types.Receipt{Status: 1, BlockNumber: big.NewInt(1), Logs: logs, TxHash: tx.Hash()}
	}
	return nil
}
