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

// Lending protocols that can be put beside exchanges.
const (
	AaveV3     = "aave-v3"
	MorphoBlue = "morpho-blue"
)

// Lenders says which lending markets of USDC against WETH are put on a chain.
type Lenders struct {
	Markets []Lent
	Ether   *big.Int // its price in dollars, with eight decimals
}

// Lent is a market, and what the account lends to it at once.
type Lent struct {
	Protocol string   // AaveV3 or MorphoBlue
	USDC     *big.Int // in smallest units
}

// Needs is what the account must hold of USDC and WETH, in smallest units.
func (l Lenders) Needs() (usdc, weth *big.Int) {
	usdc, weth = new(big.Int), new(big.Int)
	for _, m := range l.Markets {
		usdc.Add(usdc, m.USDC)
		if m.Protocol == AaveV3 {
			weth.Add(weth, lentETH)
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
		switch m.Protocol {
		case AaveV3:
			w.aaveOf("aave v3", w.all("WETH9", "USDC"), w.all("ETHFeed", "USDCFeed"))
		case MorphoBlue:
			w.morpho("morpho blue")
		default:
			w.fail(fmt.Errorf("no lending protocol is %q", m.Protocol))
		}
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
// protocol, and what names its market there.
func LendersOf(book deploy.Book) (all []string) {
	if pool, ok := book.Find("AavePool"); ok {
		all = append(all, AaveV3+" "+pool.Address.Hex())
	}
	if contract, ok := book.Find("Morpho"); ok {
		all = append(all, MorphoBlue+" "+contract.Address.Hex()+" "+MorphoID(MorphoMarket(book)).Hex())
	}
	return all
}
