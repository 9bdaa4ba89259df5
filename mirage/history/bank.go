package history

import (
	"context"
	"crypto/ecdsa"
	"fmt"
	"math/big"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/deploy/kit"
	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

const (
	// loanGas is the gas limit of a loan or a repayment.
	loanGas = 1_000_000
	// covered is how many times a lender's value the borrower has there as collateral, so that
	// a year of falling prices does not liquidate it.
	covered = 12
)

// bank is the lenders of a world. Who lent to them first keeps their price feed at the first
// market's price, and a borrower borrows and repays as their plans say.
type bank struct {
	chain    *node.Chain
	key      *ecdsa.PrivateKey // of the borrower
	nonce    uint64
	reporter *reporter
	desks    []*desk
}

// loan is a change of the borrower's debt at a lender: above 0 it borrows.
type loan struct {
	at *desk
	by *big.Int
}

// lend deploys the lenders and settles their borrower; nothing where there are none.
func (w *World) lend(ctx context.Context, c Config) error {
	if len(c.Lenders) == 0 {
		return nil
	}
	keys := map[string]*ecdsa.PrivateKey{}
	for _, name := range []string{"history/banker", "history/borrower"} {
		secret := c.Seed.Bytes(name)
		key, err := crypto.ToECDSA(secret[:])
		if err != nil {
			return err
		}
		keys[name] = key
	}
	b := &bank{chain: w.node.Chain, key: keys["history/borrower"]}
	var err error
	if b.reporter, err = w.found(ctx, c, keys["history/banker"]); err != nil {
		return err
	}
	if err = b.open(ctx, w, c); err == nil {
		w.bank, w.feeds = b, Feeds{Quote: w.book.Address("USDCFeed"), Base: w.book.Address("ETHFeed")}
	}
	return err
}

// found deploys the lenders from an account of their own, and returns who keeps their feed.
func (w *World) found(ctx context.Context, c Config, key *ecdsa.PrivateKey) (*reporter, error) {
	first, price := c.Markets[0].Spec, w.lanes[0].venue.price
	tick, err := tickAt(price)
	if err != nil {
		return nil, err
	}
	l := kit.Lenders{Ether: first.answer(price)}
	for _, x := range c.Lenders {
		l.Markets = append(l.Markets, kit.Lent{Protocol: x.Protocol, USDC: x.lent()})
	}
	usdc, weth := l.Needs()
	money := Purse{Native: new(uint256.Int).Lsh(uint256.NewInt(1), 80), Tokens: map[string]*uint256.Int{
		first.QuoteToken().Symbol: uint256.MustFromBig(usdc), first.Base().Symbol: uint256.MustFromBig(weth),
	}}
	if err := w.treasury.fund(ctx, addressOf(key), money); err != nil {
		return nil, err
	}
	made, sent, err := l.Deploy(ctx, deploy.On(w.node), c.Artifacts, key, w.book)
	if err != nil {
		return nil, err
	}
	w.book.Contracts = append(w.book.Contracts, made...)
	return &reporter{chain: w.node.Chain, spec: first, key: key, feed: w.book.Address("ETHFeed"), nonce: sent, tick: tick}, nil
}

// open gives the borrower its collateral at each lender.
func (b *bank) open(ctx context.Context, w *World, c Config) error {
	first, ether := c.Markets[0].Spec, new(big.Int)
	var errands []Errand
	for _, l := range c.Lenders {
		d := newDesk(l, w.book, first, addressOf(b.key))
		worth := new(big.Int).Mul(l.lent(), big.NewInt(covered))
		pledge := uniswap.QuoteValue(w.lanes[0].venue.price, first.Quote == 1, worth)
		ether.Add(ether, pledge)
		errands = append(errands, d.begin(pledge)...)
		b.desks = append(b.desks, d)
		w.book.Lenders = append(w.book.Lenders, d.listed())
	}
	money := Purse{Native: new(uint256.Int).Lsh(uint256.NewInt(1), 80), Tokens: map[string]*uint256.Int{first.Base().Symbol: uint256.MustFromBig(ether)}}
	if err := w.treasury.fund(ctx, addressOf(b.key), money); err != nil {
		return err
	}
	b.nonce = uint64(len(errands))
	_, err := w.treasury.errands(ctx, b.key, errands)
	return err
}

// due are the loans and repayments of a block, and their transactions; none of a nil bank.
func (b *bank) due(block int, baseFee *big.Int) (loans []loan, txs []*types.Transaction, err error) {
	if b == nil {
		return nil, nil, nil
	}
	for _, d := range b.desks {
		by := d.change(block)
		if by.Sign() == 0 {
			continue
		}
		to, data := d.call(by)
		tx, err := types.SignNewTx(b.key, b.chain.Signer(), &types.DynamicFeeTx{
			ChainID: b.chain.ID(), Nonce: b.nonce, To: &to, Data: data, Gas: loanGas, GasTipCap: common.Big0, GasFeeCap: baseFee,
		})
		if err != nil {
			return nil, nil, fmt.Errorf("sign a loan of %s: %w", d.Protocol, err)
		}
		b.chain.Trust(tx, addressOf(b.key))
		b.nonce++
		loans, txs = append(loans, loan{d, by}), append(txs, tx)
	}
	return loans, txs, nil
}

// report is the transaction that brings the lenders' feed to a price; nil where it need not, and of
// a nil bank.
func (b *bank) report(price *uint256.Int, baseFee *big.Int) (*types.Transaction, error) {
	if b == nil {
		return nil, nil
	}
	return b.reporter.report(price, baseFee)
}

// figures returns what happened so far.
func (b *bank) figures() []LenderFigures {
	if b == nil {
		return nil
	}
	var all []LenderFigures
	for _, d := range b.desks {
		f := d.stats
		f.Owed, f.Most = new(big.Int).Set(d.owed), new(big.Int).Set(f.Most)
		all = append(all, f)
	}
	return all
}
