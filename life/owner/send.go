package owner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/internal/clock"
)

// send sends a transaction and waits for its receipt. left is told it before it leaves.
func (s *steps) send(ctx context.Context, to *common.Address, data []byte, left func(tx signer.Transaction, nonce uint64) error) (*rpc.Receipt, error) {
	nonce, fees, err := s.next(ctx)
	if err != nil {
		return nil, err
	}
	gas, err := s.gas(ctx, to, data)
	if err != nil {
		return nil, err
	}
	tx, err := s.Key.SignTransaction(&types.DynamicFeeTx{
		ChainID: new(big.Int).SetUint64(s.wish.ChainID), Nonce: nonce, To: to, Data: data, Gas: gas * 5 / 4,
		GasTipCap: fees.Tip.ToBig(), GasFeeCap: fees.Max.ToBig(),
	})
	if err != nil {
		return nil, err
	}
	if left != nil {
		if err := left(tx, nonce); err != nil {
			return nil, err
		}
	}
	return s.include(ctx, tx)
}

// gas is what the node says that a transaction takes.
func (s *steps) gas(ctx context.Context, to *common.Address, data []byte) (uint64, error) {
	said, err := s.Client.Ask(ctx, "eth_estimateGas", struct {
		From common.Address  `json:"from"`
		To   *common.Address `json:"to,omitempty"`
		Data hexutil.Bytes   `json:"data"`
	}{s.Key.Address(), to, data})
	if err != nil {
		return 0, err
	}
	var gas hexutil.Uint64
	err = json.Unmarshal(said, &gas)
	return uint64(gas), err
}

func (s *steps) next(ctx context.Context) (uint64, signer.Fees, error) {
	head, err := s.Client.Head(ctx)
	if err != nil {
		return 0, signer.Fees{}, err
	}
	if head.BaseFee == nil {
		return 0, signer.Fees{}, errors.New("the chain has no base fee")
	}
	fees, err := signer.ChooseFees(head.BaseFee, new(uint256.Int))
	if err != nil {
		return 0, fees, err
	}
	nonce, err := s.Client.PendingNonce(ctx, s.Key.Address())
	return nonce, fees, err
}

// How long a transaction is waited for, and how often it is looked for.
const (
	patience = 3 * time.Minute
	poll     = time.Second
)

func (s *steps) include(ctx context.Context, tx signer.Transaction) (*rpc.Receipt, error) {
	if _, err := s.Client.Send(ctx, tx.Raw); err != nil && !errors.Is(err, rpc.ErrAlreadyKnown) {
		return nil, err
	}
	c := clock.System{}
	for end := c.Now().Add(patience); ; {
		r, err := s.Client.Receipt(ctx, tx.Hash)
		if err == nil || !errors.Is(err, rpc.ErrNotFound) {
			return r, err
		}
		if c.Now().After(end) {
			return nil, fmt.Errorf("no block took transaction %s within %s", tx.Hash, patience)
		}
		if err := c.WaitUntil(ctx, c.Now().Add(poll)); err != nil {
			return nil, err
		}
	}
}
