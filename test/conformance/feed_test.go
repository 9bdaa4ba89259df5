package conformance

import (
	"errors"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/mirage/deploy/kit"
)

// fed opens the kit's pool with a price feed.
func fed(t *testing.T, k *evmtest.Kit, feed common.Address) (*chain.Chain, error) {
	t.Helper()
	c := configOf(k.Account, k.At("USDC"), venueOfKit(k))
	c.Feeds = []protocol.Feed{{Feed: feed, Age: 1_200}}
	return chain.Open(t.Context(), rpc.New(k.RPC), c)
}

// fedOf is what the price feed says of the only asset that has one.
func fedOf(r turn.Reading) (feed *turn.Feed) {
	for _, a := range r.Assets {
		if a.Token.Symbol == "WETH" {
			feed = a.Feed
		} else if a.Feed != nil {
			return nil
		}
	}
	return feed
}

// spec: safety §16.8 — the second source is read at the block of everything else.
func TestAReadingHasWhatThePriceFeedSaysInItsBlock(t *testing.T) {
	k := evmtest.NewKit(t)
	eyes, err := fed(t, k, k.At("ETHFeed"))
	if err != nil {
		t.Fatal(err)
	}
	for _, price := range []float64{kit.ETHPrice, 1_234.5} {
		k.Own(k.At("ETHFeed"), nil, bind.NewPriceFeed().PackSetAnswer(big.NewInt(int64(price*1e8))))
		r, err := eyes.Observe(t.Context())
		if feed := fedOf(r); err != nil || feed == nil || feed.Price != price || feed.Updated != r.Block.Time || feed.Unread != "" || feed.Decimals != 8 || feed.Answer.Uint64() != uint64(price*1e8) {
			t.Errorf("%+v (%v), want %v at %d", feed, err, price, r.Block.Time)
		}
	}
}

// spec: safety §1.4 S-10, §16.8, chain §20 (answer > 0) — a feed without a price is a
// missing source, and the reading goes on.
func TestAFeedWithoutAPriceIsNoFaultOfTheReading(t *testing.T) {
	k := evmtest.NewKit(t)
	now := int64(k.Chain().Chain.Head().Time)
	round := func(decimals, answer, updated int64) []byte { return constant(decimals, answer, 0, updated, 0) }
	for name, c := range map[string]struct {
		code   []byte
		unread string
	}{
		"an old answer":           {round(8, 2_000e8, now-7_200), ""},
		"an answer of nothing":    {round(8, 0, now), "its answer is not above 0"},
		"a negative answer":       {round(8, -1, now), "its answer is not above 0"},
		"an answer of the future": {round(8, 2_000e8, now+86_400), "its answer was not posted before this block"},
		"an answer of no time":    {round(8, 2_000e8, 0), "its answer was not posted before this block"},
		"too many decimals":       {round(200, 2_000e8, now), "its decimals are none"},
		"a short answer":          {constant(8), "its answer is not one of a price feed"},
		"a contract that reverts": {evmtest.Reverter(), "it does not say its decimals"},
	} {
		eyes, err := fed(t, k, k.Deploy(c.code))
		if err != nil {
			t.Fatal(err)
		}
		r, err := eyes.Observe(t.Context())
		feed := fedOf(r)
		if err != nil || feed == nil || feed.Unread != c.unread || r.Primary().Price == 0 || r.Assets[1].Price != r.Primary().Price {
			t.Errorf("%s: %+v (%v)", name, feed, err)
		}
		if c.unread == "" && (feed.Price != 2_000 || feed.Age(r.Block.Time) < 7_200) {
			t.Errorf("%s: %+v", name, feed)
		}
	}
	if _, err := fed(t, k, evmtest.Address("nobody")); !errors.Is(err, protocol.ErrNoCode) {
		t.Errorf("a feed without code: %v", err)
	}
}

// constant is a contract that answers every call with the same words.
func constant(words ...int64) []byte {
	const head = 11
	size := byte(32 * len(words))
	// PUSH1 size, PUSH1 head, PUSH0, CODECOPY, PUSH1 size, PUSH0, RETURN
	code := []byte{0x60, size, 0x60, head, 0x5f, 0x39, 0x60, size, 0x5f, 0xf3, 0x00}
	for _, w := range words {
		code = append(code, common.BigToHash(new(big.Int).And(big.NewInt(w), new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1)))).Bytes()...)
	}
	return code
}
