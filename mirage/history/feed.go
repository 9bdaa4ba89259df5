package history

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"

	"bardo.run/bardo/contracts"
	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// Price feeds as Chainlink's: eight decimals, and a new answer whenever the market moved
// by deviation since the last, in ticks of one basis point, as Chainlink's feed on Base does. A
// price that is read from the pool itself could be bent in the block that asks.
const (
	feedUnit  = 100_000_000
	deviation = 15
)

// Feeds are the price feeds of a world.
type Feeds struct{ Quote, Base common.Address }

// reporter posts the price of the base token, in the block in which the market moves.
type reporter struct {
	*clerk
	spec Spec
	feed common.Address
	tick int // of the last answer
}

// Report puts a price feed for each of the first market's tokens on the chain. The quote token
// stays at one dollar; the base token's feed follows the market, by the transactions of a
// reporter with an account of its own. Where lenders have such feeds already, it is theirs.
func (w *World) Report(ctx context.Context) (Feeds, error) {
	if f := w.Feeds(); f != (Feeds{}) {
		return f, nil
	}
	secret := w.treasury.plan.Seed.Bytes("history/reporter")
	key, err := crypto.ToECDSA(secret[:])
	if err != nil {
		return Feeds{}, err
	}
	at := addressOf(key)
	if err := w.Fund(ctx, at, Purse{Native: new(uint256.Int).Lsh(uint256.NewInt(1), 80)}); err != nil {
		return Feeds{}, err
	}
	tick, err := tickAt(w.lanes[0].venue.price)
	if err != nil {
		return Feeds{}, err
	}
	var errands []Errand
	for _, f := range []struct {
		name   string
		answer *big.Int
	}{{"quote / USD", big.NewInt(feedUnit)}, {"base / USD", w.Market().Spec.answer(w.lanes[0].venue.price)}} {
		code, err := feedCode(f.name, f.answer)
		if err != nil {
			return Feeds{}, err
		}
		errands = append(errands, Errand{Data: code})
	}
	receipts, err := w.Errands(ctx, key, errands)
	if err != nil {
		return Feeds{}, fmt.Errorf("price feeds: %w", err)
	}
	f := Feeds{receipts[0].ContractAddress, receipts[1].ContractAddress}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.feeds = f
	w.reporter = &reporter{&clerk{w.node, key, uint64(len(errands))}, w.Market().Spec, f.Base, tick}
	return f, nil
}

// Feeds returns the price feeds of the world; zero where it has no lenders and Report put none there.
func (w *World) Feeds() Feeds {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.feeds
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

// answer is the price of one whole base token in dollars, as a feed gives it.
func (s Spec) answer(price *uint256.Int) *big.Int {
	one, base := new(uint256.Int), s.Token1
	if s.Quote == 1 {
		base = s.Token0
	}
	one.Exp(uint256.NewInt(10), uint256.NewInt(uint64(base.Decimals)))
	none := new(uint256.Int)
	// The value of one base token, in units of the quote; it is scaled up first, so that
	// a cheap token keeps its digits.
	scaled := new(uint256.Int).Mul(one, uint256.NewInt(feedUnit))
	units := valuer{s.Quote, price}.of(scaled, none)
	if s.Quote == 0 {
		units = valuer{s.Quote, price}.of(none, scaled)
	}
	whole := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(s.QuoteToken().Decimals)), nil)
	return whole.Quo(units.ToBig(), whole)
}

// report is the transaction for a block in which the market comes to stand at a price; nil
// where it did not move enough, and of a nil reporter.
func (r *reporter) report(price *uint256.Int, baseFee *big.Int) (*types.Transaction, error) {
	if r == nil || price == nil {
		return nil, nil
	}
	tick, err := tickAt(price)
	if err != nil || max(tick-r.tick, r.tick-tick) < deviation {
		return nil, err
	}
	tx, err := r.sign(r.feed, bind.NewPriceFeed().PackSetAnswer(r.spec.answer(price)), 100_000, baseFee)
	if err != nil {
		return nil, err
	}
	r.tick = tick
	return tx, nil
}
