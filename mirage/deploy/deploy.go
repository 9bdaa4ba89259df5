package deploy

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/mirage/artifact"
)

// ErrNotDevnet refuses a chain on which keys derived from a seed must not sign.
var ErrNotDevnet = errors.New("not a devnet: contracts are deployed on chain ids 1337 and 31337 only")

// ErrForeign means that the deployer's account sent something else where the plan
// has a transaction, so what stands on the chain is not this deployment.
var ErrForeign = errors.New("the chain holds another deployment of this deployer: start a fresh chain or choose another seed")

// Deploy carries out the plan, one block a phase, and verifies it. A transaction
// that is on the chain already is not sent again, so a whole deployment is only
// verified and an interrupted one goes on. The genesis of the plan must be part
// of the chain's.
func Deploy(ctx context.Context, chain Chain, set *artifact.Set, p Plan) (Book, error) {
	id, err := chain.ChainID(ctx)
	if err != nil {
		return Book{}, err
	}
	if id.Cmp(big.NewInt(1337)) != 0 && id.Cmp(big.NewInt(31337)) != 0 {
		return Book{}, fmt.Errorf("chain %s: %w", id, ErrNotDevnet)
	}
	s, err := write(set, p)
	if err != nil {
		return Book{}, err
	}
	txs, err := s.sign(p, id)
	if err != nil {
		return Book{}, err
	}
	if err := s.send(ctx, chain, txs); err != nil {
		return Book{}, err
	}
	receipts, err := s.receipts(ctx, chain, txs)
	if err != nil {
		return Book{}, err
	}
	if err := s.opening(p, receipts); err != nil {
		return Book{}, err
	}
	book, err := s.book(ctx, chain, p, receipts)
	if err != nil {
		return Book{}, err
	}
	return book, verify(ctx, chain, set, p, book)
}

func (s *script) sign(p Plan, chainID *big.Int) ([]*types.Transaction, error) {
	key, err := p.DeployerKey()
	if err != nil {
		return nil, err
	}
	signer := types.LatestSignerForChainID(chainID)
	txs := make([]*types.Transaction, len(s.steps))
	for i := range s.steps {
		if txs[i], err = types.SignTx(s.transaction(i, chainID), signer, key); err != nil {
			return nil, fmt.Errorf("sign %s: %w", s.steps[i].what, err)
		}
	}
	return txs, nil
}

// send seals what the chain has not yet, one block a phase.
func (s *script) send(ctx context.Context, chain Chain, txs []*types.Transaction) error {
	done, err := chain.Nonce(ctx, s.deployer)
	if err != nil {
		return err
	}
	for from := int(min(done, uint64(len(txs)))); from < len(txs); {
		to := from + 1
		for to < len(txs) && s.steps[to].phase == s.steps[from].phase {
			to++
		}
		if err := chain.Seal(ctx, txs[from:to]); err != nil {
			return fmt.Errorf("deploy %s: %w", s.steps[from].phase, err)
		}
		from = to
	}
	return nil
}

func (s *script) receipts(ctx context.Context, chain Chain, txs []*types.Transaction) ([]*types.Receipt, error) {
	receipts := make([]*types.Receipt, len(txs))
	for i, tx := range txs {
		r, err := chain.Receipt(ctx, tx.Hash())
		if err != nil {
			return nil, fmt.Errorf("%w (%s: %w)", ErrForeign, s.steps[i].what, err)
		}
		if r.Status != types.ReceiptStatusSuccessful {
			return nil, fmt.Errorf("deploy %s: %s reverted after %d gas", s.steps[i].phase, s.steps[i].what, r.GasUsed)
		}
		receipts[i] = r
	}
	return receipts, nil
}

// book lists what stands on the chain now.
func (s *script) book(ctx context.Context, chain Chain, p Plan, receipts []*types.Receipt) (Book, error) {
	id, err := chain.ChainID(ctx)
	if err != nil {
		return Book{}, err
	}
	b := Book{
		ChainID: id.Uint64(), Fee: p.Fee,
		Token0: p.Token0.entry(), Token1: p.Token1.entry(),
	}
	for _, e := range s.entries {
		code, err := chain.Code(ctx, e.addr)
		if err != nil {
			return Book{}, fmt.Errorf("code of %s: %w", e.name, err)
		}
		if len(code) == 0 {
			return Book{}, fmt.Errorf("%s has no code at %s%s", e.name, e.addr, hint(e))
		}
		c := Contract{Name: e.name, Address: e.addr, ABIRef: e.abi, CodeHash: crypto.Keccak256Hash(code)}
		if e.step >= 0 {
			c.Block = receipts[e.step].BlockNumber.Uint64()
		}
		b.Contracts = append(b.Contracts, c)
	}
	return b, nil
}

func hint(e placed) string {
	if e.step < 0 {
		return ": merge the plan's genesis into the chain's"
	}
	return ""
}

// same tells whether two addresses are equal, as an error with a name.
func same(what string, got, want common.Address) error {
	if got != want {
		return fmt.Errorf("%s is %s, not %s", what, got, want)
	}
	return nil
}
