package deploy

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/mirage/artifact"
)

// ErrNotDevnet refuses a chain on which keys derived from a seed must not sign.
var ErrNotDevnet = errors.New("not a devnet: contracts are deployed on chain ids 1337 and 31337, and on forks, only")

// ErrForeign means that the deployer's account sent something else where the plan
// has a transaction, so what stands on the chain is not this deployment.
var ErrForeign = errors.New("the chain holds another deployment of this deployer: start a fresh chain or choose another seed")

// Deploy carries out the plan, one block a phase, and verifies it. A transaction
// that is on the chain already is not sent again, so a whole deployment is only
// verified and an interrupted one goes on. The genesis of the plan must be part
// of the chain's.
func Deploy(ctx context.Context, chain Chain, set *artifact.Set, p Plan) (Book, error) {
	w, err := write(set, p)
	if err != nil {
		return Book{}, err
	}
	key, err := p.DeployerKey()
	if err != nil {
		return Book{}, err
	}
	receipts, err := w.Run(ctx, chain, key)
	if err != nil {
		return Book{}, err
	}
	if err := w.opening(receipts); err != nil {
		return Book{}, err
	}
	book, err := w.book(ctx, chain, receipts)
	if err != nil {
		return Book{}, err
	}
	return book, verify(ctx, chain, set, p, book)
}

// Run carries out the script: it signs every step with the deployer's key, sends what is
// not on the chain, and returns a receipt a step. A chain that is no devnet is refused.
func (s *Script) Run(ctx context.Context, chain Chain, key *ecdsa.PrivateKey) ([]*types.Receipt, error) {
	id, err := chain.ChainID(ctx)
	if err != nil {
		return nil, err
	}
	if !private(chain, id) {
		return nil, fmt.Errorf("chain %s: %w", id, ErrNotDevnet)
	}
	txs, err := s.sign(key, id)
	if err != nil {
		return nil, err
	}
	if err := s.send(ctx, chain, txs); err != nil {
		return nil, err
	}
	return s.receipts(ctx, chain, txs)
}

// private tells whether a chain is nobody's but who runs it: by its id, or because it is a fork in this
// process, which has the id of the chain below.
func private(chain Chain, id *big.Int) bool {
	d, here := chain.(devnet)
	return id.Cmp(big.NewInt(1337)) == 0 || id.Cmp(big.NewInt(31337)) == 0 || here && d.node.Chain.ForkBlock() != nil
}

func (s *Script) sign(key *ecdsa.PrivateKey, chainID *big.Int) ([]*types.Transaction, error) {
	signer := types.LatestSignerForChainID(chainID)
	txs := make([]*types.Transaction, len(s.steps))
	for i := range s.steps {
		var err error
		if txs[i], err = types.SignTx(s.transaction(i, chainID), signer, key); err != nil {
			return nil, fmt.Errorf("sign %s: %w", s.steps[i].what, err)
		}
	}
	return txs, nil
}

// send seals what the chain has not yet, block by block.
func (s *Script) send(ctx context.Context, chain Chain, txs []*types.Transaction) error {
	done, err := chain.Nonce(ctx, s.deployer)
	if err != nil {
		return err
	}
	for from := int(min(done, uint64(len(txs)))); from < len(txs); {
		to := s.cut(from)
		if err := chain.Seal(ctx, txs[from:to]); err != nil {
			return fmt.Errorf("deploy %s: %w", s.steps[from].phase, err)
		}
		from = to
	}
	return nil
}

// cut is the end of the block that begins with a step.
func (s *Script) cut(from int) int {
	to, gas := from+1, s.steps[from].gas
	for to < len(s.steps) && s.steps[to].phase == s.steps[from].phase {
		gas += s.steps[to].gas
		if s.block > 0 && gas > s.block {
			break
		}
		to++
	}
	return to
}

func (s *Script) receipts(ctx context.Context, chain Chain, txs []*types.Transaction) ([]*types.Receipt, error) {
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
func (w *writer) book(ctx context.Context, chain Chain, receipts []*types.Receipt) (Book, error) {
	id, err := chain.ChainID(ctx)
	if err != nil {
		return Book{}, err
	}
	first := w.plan.Pools[0]
	b := Book{ChainID: id.Uint64(), Fee: first.Fee, Token0: first.Token0.entry(), Token1: first.Token1.entry()}
	for _, t := range w.plan.tokens() {
		b.Tokens = append(b.Tokens, Listed{t.Symbol, t.Decimals, t.entry(), w.At(t.entry())})
	}
	for i, p := range w.plan.Pools {
		e := Exchange{
			Handle: p.Handle(), Token0: p.Token0.Symbol, Token1: p.Token1.Symbol, Quote: p.Quote, Fee: p.Fee, Address: w.At(w.plan.contract(i)),
			Protocol: "uniswap-v3", Spacing: spacings[p.Fee],
		}
		for k := range w.plan.traders() {
			e.Accounts = append(e.Accounts, w.At(w.plan.account(i, k)))
		}
		b.Pools = append(b.Pools, e)
	}
	b.Contracts, err = w.Contracts(ctx, chain, receipts)
	return b, err
}

// Contracts lists what the script made and what stands there now, in order. A contract
// without code is an error.
func (s *Script) Contracts(ctx context.Context, chain Chain, receipts []*types.Receipt) ([]Contract, error) {
	var all []Contract
	for _, e := range s.entries {
		code, err := chain.Code(ctx, e.addr)
		if err != nil {
			return nil, fmt.Errorf("code of %s: %w", e.name, err)
		}
		if len(code) == 0 {
			return nil, fmt.Errorf("%s has no code at %s%s", e.name, e.addr, hint(e))
		}
		c := Contract{Name: e.name, Address: e.addr, ABIRef: e.abi, CodeHash: crypto.Keccak256Hash(code)}
		if e.step >= 0 {
			c.Block = receipts[e.step].BlockNumber.Uint64()
		}
		all = append(all, c)
	}
	return all, nil
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
