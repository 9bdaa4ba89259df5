package history

import (
	"context"
	"crypto/ecdsa"
	"fmt"
	"math/big"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/deploy/kit"

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
// market's price and uses what it owns, and a borrower uses the others, as their plans say.
type bank struct {
	borrower *clerk
	reporter *reporter
	desks    []*desk
}

// loan is a change of what is owed to a lender, above 0 by what is taken out, or interest that is paid.
type loan struct {
	at   *desk
	by   *big.Int
	pays bool
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
	b := &bank{borrower: &clerk{node: w.node, key: keys["history/borrower"]}}
	var err error
	if b.reporter, err = w.found(ctx, c, keys["history/banker"]); err != nil {
		return err
	}
	if err = b.open(ctx, w, c); err == nil {
		first := c.Markets[0].Spec
		w.bank, w.feeds = b, []Feed{
			{w.book.Token(first.QuoteToken().Symbol), w.book.Address("USDCFeed")}, {w.book.Token(first.Base().Symbol), w.book.Address("ETHFeed")},
		}
	}
	return err
}

// found deploys the lenders from an account of their own, and returns who keeps their feed.
func (w *World) found(ctx context.Context, c Config, key *ecdsa.PrivateKey) (*reporter, error) {
	first, prices := c.Markets[0].Spec, standing(w.lanes)
	ether, err := c.quoted(first.Base())
	if err != nil {
		return nil, err
	}
	l := kit.Lenders{Ether: ether.answer(prices)}
	for _, x := range c.Lenders {
		l.Markets = append(l.Markets, kit.Lent{Protocol: x.Protocol, USDC: x.lent()})
	}
	usdc, weth := l.Needs()
	for _, x := range c.Lenders {
		usdc.Add(usdc, dollars(x.Value*x.Rate)) // what is paid in a year
	}
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
	ether.feed = w.book.Address("ETHFeed")
	r := &reporter{&clerk{w.node, key, sent}, []*quoted{ether}}
	return r, r.begin(prices)
}

// open gives the borrower its collateral at each lender that it uses.
func (b *bank) open(ctx context.Context, w *World, c Config) error {
	first, ether := c.Markets[0].Spec, new(big.Int)
	errands := map[*clerk][]Errand{}
	for _, l := range c.Lenders {
		who, pledge := b.borrower, new(big.Int)
		if owned, _ := kit.Owned(l.Protocol); owned { // that there is one was checked
			who = b.reporter.clerk
		} else {
			worth := new(big.Int).Mul(l.lent(), big.NewInt(covered))
			pledge = uniswap.QuoteValue(w.lanes[0].venue.price, first.Quote == 1, worth)
		}
		d, err := newDesk(l, w.book, who)
		if err != nil {
			return err
		}
		ether.Add(ether, pledge)
		for _, call := range d.Ready(pledge) {
			errands[who] = append(errands[who], Errand{To: &call.To, Data: call.Data})
		}
		b.desks = append(b.desks, d)
		w.book.Lenders = append(w.book.Lenders, d.listed())
	}
	money := Purse{Native: new(uint256.Int).Lsh(uint256.NewInt(1), 80), Tokens: map[string]*uint256.Int{first.Base().Symbol: uint256.MustFromBig(ether)}}
	if err := w.treasury.fund(ctx, addressOf(b.borrower.key), money); err != nil {
		return err
	}
	for _, who := range []*clerk{b.borrower, b.reporter.clerk} {
		if len(errands[who]) == 0 {
			continue
		}
		if _, err := w.treasury.errands(ctx, who.key, errands[who]); err != nil {
			return err
		}
		who.nonce += uint64(len(errands[who]))
	}
	return nil
}

// due are the loans, repayments and interest of a block; none of a nil bank.
func (b *bank) due(ctx context.Context, block int) (loans []loan, err error) {
	if b == nil {
		return nil, nil
	}
	for _, d := range b.desks {
		if units := d.interest(block); units.Sign() > 0 {
			loans = append(loans, loan{d, units, true})
		}
		by, err := d.change(ctx, block)
		if err != nil {
			return nil, fmt.Errorf("ask %s what lies there: %w", d.Protocol, err)
		}
		if by.Sign() != 0 {
			loans = append(loans, loan{d, by, false})
		}
	}
	return loans, nil
}

// sign makes the transactions of loans.
func (b *bank) sign(loans []loan, baseFee *big.Int) (txs []*types.Transaction, _ error) {
	for _, l := range loans {
		call := l.call()
		tx, err := l.at.clerk.sign(call.To, call.Data, loanGas, baseFee)
		if err != nil {
			return nil, fmt.Errorf("sign a loan of %s: %w", l.at.Protocol, err)
		}
		txs = append(txs, tx)
	}
	return txs, nil
}

// report is the transaction that brings the lenders' feed to the markets' prices; none where it need
// not, and of a nil bank.
func (b *bank) report(prices []*uint256.Int, baseFee *big.Int) ([]*types.Transaction, error) {
	if b == nil {
		return nil, nil
	}
	return b.reporter.report(prices, baseFee)
}

// figures returns what happened so far.
func (b *bank) figures() []LenderFigures {
	if b == nil {
		return nil
	}
	var all []LenderFigures
	for _, d := range b.desks {
		f := d.stats
		f.Owed, f.Most, f.Paid = new(big.Int).Set(d.owed), new(big.Int).Set(f.Most), new(big.Int).Set(f.Paid)
		all = append(all, f)
	}
	return all
}
