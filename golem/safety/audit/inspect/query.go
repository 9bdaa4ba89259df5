package inspect

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/audit/anchor"
)

// Query is what somebody who verifies a chain knows of it: heads as this package prints
// them, an endpoint of the chain that it is anchored on, and transactions that anchor it. Who
// can rewrite the folder can rewrite manifest and anchors in it; a head or a transaction that
// was kept elsewhere is what they cannot reach.
type Query struct {
	Heads []string
	RPC   string
	Txs   []string
}

// Answer verifies the chain of the Golem in dir by all of that. Words that make no sense
// are anchor.ErrMark.
func (q Query) Answer(ctx context.Context, dir string) (Report, error) {
	var marks []audit.Mark
	for _, text := range q.Heads {
		m, err := anchor.ParseMark(text)
		if err != nil {
			return Report{}, err
		}
		marks = append(marks, m)
	}
	known, err := q.onChain(ctx, dir)
	if err != nil {
		return Report{}, err
	}
	return Dir(dir, append(marks, known...)...)
}

func (q Query) onChain(ctx context.Context, dir string) ([]audit.Mark, error) {
	if q.RPC == "" && len(q.Txs) > 0 {
		return nil, fmt.Errorf("%w: to read a transaction an endpoint is needed", anchor.ErrMark)
	}
	if q.RPC == "" {
		return nil, nil
	}
	var txs []common.Hash
	for _, text := range q.Txs {
		var tx common.Hash
		if err := tx.UnmarshalText([]byte(text)); err != nil {
			return nil, fmt.Errorf("%w: %q is no hash of a transaction", anchor.ErrMark, text)
		}
		txs = append(txs, tx)
	}
	c, _, err := rpc.DialAny(ctx, q.RPC)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	return OnChain(ctx, c, dir, txs...)
}
