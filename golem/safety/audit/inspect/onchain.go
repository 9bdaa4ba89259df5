package inspect

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/audit/anchor"
)

// ErrAnchor means that a chain does not hold the anchor that a transaction is said to be.
var ErrAnchor = errors.New("the chain holds no such anchor")

// OnChain asks a chain for the marks that it holds: those in the transactions that the
// folder of a life names, and in others that somebody knows. A transaction that is not
// there, that failed or that is no anchor is ErrAnchor, and so is one with another mark
// than the folder says.
func OnChain(ctx context.Context, c *rpc.Client, dir string, others ...common.Hash) (marks []audit.Mark, _ error) {
	all, err := anchor.Read(filepath.Join(dir, home.AuditDir))
	if err != nil {
		return nil, err
	}
	for _, a := range all {
		said, err := a.Mark()
		if err != nil {
			return nil, err
		}
		got, err := carried(ctx, c, common.HexToHash(a.TxHash))
		if err != nil {
			return nil, err
		}
		if got != said {
			return nil, fmt.Errorf("%w: transaction %s carries %s, and %s says %s", ErrAnchor, a.TxHash, got, anchor.File, said)
		}
		marks = append(marks, got)
	}
	for _, tx := range others {
		got, err := carried(ctx, c, tx)
		if err != nil {
			return nil, err
		}
		marks = append(marks, got)
	}
	return marks, nil
}

// carried is the mark that a transaction of a wallet to itself carries.
func carried(ctx context.Context, c *rpc.Client, tx common.Hash) (m audit.Mark, _ error) {
	receipt, err := c.Receipt(ctx, tx)
	if err != nil && !errors.Is(err, rpc.ErrNotFound) {
		return m, err
	}
	if err != nil || receipt.Status != 1 {
		return m, fmt.Errorf("%w: transaction %s is not there, or it failed", ErrAnchor, tx)
	}
	text, err := c.Ask(ctx, "eth_getTransactionByHash", tx)
	if err != nil {
		return m, err
	}
	var said struct {
		From, To common.Address
		Input    hexutil.Bytes
	}
	if err := json.Unmarshal(text, &said); err != nil {
		return m, fmt.Errorf("transaction %s: %w", tx, err)
	}
	m, ok := anchor.ParsePayload(said.Input)
	if !ok || said.From != said.To {
		return m, fmt.Errorf("%w: transaction %s is none", ErrAnchor, tx)
	}
	return m, nil
}
