package history

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"

	"bardo.run/bardo/contracts"
	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/deploy"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// Feed is the price feed of a token, in dollars.
type Feed struct{ Token, Feed common.Address }

// Report puts a price feed for each token of the markets on the chain, of the first market's quote
// token first, which stays at one dollar, and of its base token next. The others follow the markets,
// by the transactions of a reporter with an account of its own. Where lenders have feeds of the first
// market's tokens already, those stay theirs.
func (w *World) Report(ctx context.Context) ([]Feed, error) {
	have := w.Feeds()
	all, err := Config{Markets: w.Markets()}.unfed(w.book, have)
	if err != nil || len(all) == 0 {
		return have, err
	}
	secret := w.treasury.plan.Seed.Bytes("history/reporter")
	key, err := crypto.ToECDSA(secret[:])
	if err != nil {
		return nil, err
	}
	if err := w.Fund(ctx, addressOf(key), Purse{Native: new(uint256.Int).Lsh(uint256.NewInt(1), 80)}); err != nil {
		return nil, err
	}
	prices := standing(w.lanes)
	var errands []Errand
	for _, q := range all {
		code, err := feedCode(q.name, q.answer(prices))
		if err != nil {
			return nil, err
		}
		errands = append(errands, Errand{Data: code})
	}
	receipts, err := w.Errands(ctx, key, errands)
	if err != nil {
		return nil, fmt.Errorf("price feeds: %w", err)
	}
	r := &reporter{clerk: &clerk{w.node, key, uint64(len(errands))}}
	for i, q := range all {
		q.feed = receipts[i].ContractAddress
		have = append(have, Feed{w.book.Token(q.token.Symbol), q.feed})
		if len(q.legs) > 0 {
			r.quotes = append(r.quotes, q)
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.feeds, w.reporter = have, r
	return slices.Clone(have), r.begin(prices)
}

// Feeds returns the price feeds of the world, of the first market's quote token first and of its base
// token next; none where it has no lenders and Report put none there.
func (w *World) Feeds() []Feed {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.feeds)
}

// unfed are the tokens of the markets that have no feed, in the markets' order, quotes first.
func (c Config) unfed(book deploy.Book, have []Feed) (all []*quoted, _ error) {
	seen := map[string]bool{}
	for _, m := range c.Markets {
		for _, t := range []Token{m.Spec.QuoteToken(), m.Spec.Base()} {
			at := book.Token(t.Symbol)
			if seen[t.Symbol] || slices.ContainsFunc(have, func(f Feed) bool { return f.Token == at }) {
				continue
			}
			seen[t.Symbol] = true
			q, err := c.quoted(t)
			if err != nil {
				return nil, err
			}
			all = append(all, q)
		}
	}
	return all, nil
}

// standing are the prices at which markets stand.
func standing(lanes []*lane) (prices []*uint256.Int) {
	for _, l := range lanes {
		prices = append(prices, l.venue.price)
	}
	return prices
}

func feedCode(name string, answer *big.Int) ([]byte, error) {
	text, err := contracts.Kit.ReadFile("out/PriceFeed.json")
	if err != nil {
		return nil, err
	}
	var c struct{ Bytecode hexutil.Bytes }
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, fmt.Errorf("embedded PriceFeed.json: %w", err)
	}
	return append(c.Bytecode, bind.NewPriceFeed().PackConstructor(name, 8, answer)...), nil
}
