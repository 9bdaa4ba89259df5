package history

import (
	"fmt"
	"math/big"
	"slices"

	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
)

// Price feeds as Chainlink's: eight decimals, and a new answer whenever the market moved
// by deviation since the last, in ticks of one basis point, as Chainlink's feed on Base does. A
// price that is read from the pool itself could be bent in the block that asks.
const (
	feedUnit  = 100_000_000
	deviation = 15
)

// reporter posts the prices of tokens, in the block in which their markets move.
type reporter struct {
	*clerk
	quotes []*quoted
}

// quoted is a token whose price in dollars a feed tells, over the shortest way of markets to the
// first one's quote token. That one has no way, and stays at one dollar.
type quoted struct {
	name  string
	token Token
	cash  Token // the first market's quote token
	legs  []leg // from cash to the token
	feed  common.Address
	tick  int // of the last answer, along the legs
}

// quoted finds the way by which a token is quoted.
func (c Config) quoted(t Token) (*quoted, error) {
	first := c.Markets[0].Spec
	q := &quoted{name: t.Symbol + " / USD", token: t, cash: first.QuoteToken()}
	switch t {
	case q.cash:
		q.name = "quote / USD"
	case first.Base():
		q.name = "base / USD"
	}
	var ok bool
	if q.legs, ok = c.route(t); !ok {
		return nil, fmt.Errorf("price feeds: no market leads from %s to %s", q.cash.Symbol, t.Symbol)
	}
	return q, nil
}

// answer is the price of one whole token in dollars, as a feed gives it, at prices of the markets.
func (q *quoted) answer(prices []*uint256.Int) *big.Int {
	none := new(uint256.Int)
	// It is scaled up first, so that a cheap token keeps its digits.
	value := new(uint256.Int).Exp(uint256.NewInt(10), uint256.NewInt(uint64(q.token.Decimals)))
	value.Mul(value, uint256.NewInt(feedUnit))
	for _, l := range slices.Backward(q.legs) {
		if l.fromZero {
			value = valuer{0, prices[l.market]}.of(none, value)
		} else {
			value = valuer{1, prices[l.market]}.of(value, none)
		}
	}
	whole := tenTo(q.cash.Decimals)
	return whole.Quo(value.ToBig(), whole)
}

// stands is how many ticks the token is from its cash, along the legs.
func (q *quoted) stands(prices []*uint256.Int) (sum int, err error) {
	for _, l := range q.legs {
		tick, err := tickAt(prices[l.market])
		if err != nil {
			return 0, err
		}
		if !l.fromZero {
			tick = -tick
		}
		sum += tick
	}
	return sum, nil
}

// begin takes the prices as those that the feeds tell.
func (r *reporter) begin(prices []*uint256.Int) (err error) {
	for _, q := range r.quotes {
		if q.tick, err = q.stands(prices); err != nil {
			return err
		}
	}
	return nil
}

// report makes the transactions for a block in which the markets come to stand at prices: of each token
// that moved enough. There are none before the life, which has no prices, and of a nil reporter.
func (r *reporter) report(prices []*uint256.Int, baseFee *big.Int) (txs []*types.Transaction, _ error) {
	if r == nil || len(prices) == 0 {
		return nil, nil
	}
	for _, q := range r.quotes {
		tick, err := q.stands(prices)
		if err != nil {
			return nil, err
		}
		if max(tick-q.tick, q.tick-tick) < deviation {
			continue
		}
		tx, err := r.sign(q.feed, bind.NewPriceFeed().PackSetAnswer(q.answer(prices)), 100_000, baseFee)
		if err != nil {
			return nil, err
		}
		q.tick, txs = tick, append(txs, tx)
	}
	return txs, nil
}
