package kit

import (
	"context"
	"crypto/ecdsa"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/deploy"
)

// Lenders says which lending markets of USDC against WETH are put on a chain.
type Lenders struct {
	Markets []Lent
	Ether   *big.Int // its price in dollars, with eight decimals
}

// Lent is a market, and what the account lends to it at once.
type Lent struct {
	Protocol string   // of a recipe
	USDC     *big.Int // in smallest units
}

// recipe is how a lending protocol comes on a chain. Each has a file of its own; recipes lists them.
type recipe struct {
	protocol string
	// kit adds it to the kit, behind all that stands there without; nil: it is among the phases.
	kit func(*writer, string)
	// lend adds it with one market and lends to that, on a chain with the price feeds.
	lend func(*writer, string)
	// weth is what the account needs for that beside USDC; nil: nothing.
	weth *big.Int
	// markets are those of a book, as venue.lenders of a Golem names them.
	markets func(deploy.Book) []string
	// use is how somebody uses the market of a book; owned says that it is its owner.
	use   func(book deploy.Book, who common.Address) Use
	owned bool
}

// of returns the recipe of a protocol.
func of(protocol string) (recipe, error) {
	for _, r := range recipes {
		if r.protocol == protocol {
			return r, nil
		}
	}
	return recipe{}, fmt.Errorf("no lending protocol is %q", protocol)
}

// Needs is what the account must hold of USDC and WETH, in smallest units.
func (l Lenders) Needs() (usdc, weth *big.Int) {
	usdc, weth = new(big.Int), new(big.Int)
	for _, m := range l.Markets {
		usdc.Add(usdc, m.USDC)
		if r, err := of(m.Protocol); err == nil && r.weth != nil {
			weth.Add(weth, r.weth)
		}
	}
	return usdc, weth
}

// Deploy creates the markets and their price feeds, which are the account's to set as ETHFeed
// and USDCFeed, on a chain with the contracts of a book. It returns the contracts that it added,
// and how many transactions the account sent.
func (l Lenders) Deploy(ctx context.Context, chain deploy.Chain, set *artifact.Set, key *ecdsa.PrivateKey, book deploy.Book) ([]deploy.Contract, uint64, error) {
	w := &writer{Script: deploy.NewScript(set, crypto.PubkeyToAddress(key.PublicKey), blockGas)}
	for _, c := range book.Contracts {
		w.Know(c)
	}
	w.feed("price feeds", "ETHFeed", "ETH / USD", l.Ether)
	w.feed("price feeds", "USDCFeed", "USDC / USD", whole(1, 8))
	for _, m := range l.Markets {
		w.lent = m.USDC
		r, err := of(m.Protocol)
		if err != nil {
			w.fail(err)
			break
		}
		r.lend(w, r.protocol)
	}
	if w.err != nil {
		return nil, 0, fmt.Errorf("lenders: %w", w.err)
	}
	receipts, err := w.Run(ctx, chain, key)
	if err != nil {
		return nil, 0, err
	}
	made, err := w.Contracts(ctx, chain, receipts)
	return made, uint64(len(receipts)), err
}

// all are the addresses of named contracts.
func (w *writer) all(names ...string) []common.Address {
	found := make([]common.Address, len(names))
	for i, name := range names {
		found[i] = w.At(name)
	}
	return found
}

// LendersOf are the lending markets of a book, as venue.lenders of a Golem names them: the
// protocol, or what begins with it, and what names the market there.
func LendersOf(book deploy.Book) (all []string) {
	for _, r := range recipes {
		all = append(all, r.markets(book)...)
	}
	return all
}

// alone is the one market of a protocol, at a contract of a book; none where that is not there.
func alone(protocol, contract string) func(deploy.Book) []string {
	return func(book deploy.Book) []string {
		if c, ok := book.Find(contract); ok {
			return []string{protocol + " " + c.Address.Hex()}
		}
		return nil
	}
}
