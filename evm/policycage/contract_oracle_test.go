package policycage_test

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/policycage"

	"github.com/ethereum/go-ethereum/common"
)

// said is a feed, and the uptime feed of a rollup, that answer what a test says.
var said, uptime = evmtest.Address("feed"), evmtest.Address("uptime")

// observatory is an oracle of coin 0 alone, whose answers are at most 60 s old.
func observatory(t testing.TB, decimals int64, sequencer common.Address) (*lab, common.Address) {
	t.Helper()
	l := newLab(t, nil)
	for _, at := range []common.Address{said, uptime} {
		l.state.SetCode(at, tellers, 0)
	}
	l.tells(said, "decimals()", big.NewInt(decimals))
	l.reports(1e8, l.now)
	l.isUp(0, 1)
	return l, l.create(oracleOf(t, sequencer, policycage.Feed{Token: coins[0], Feed: said, MaxAge: 60}))
}

func oracleOf(t testing.TB, sequencer common.Address, feeds ...policycage.Feed) []byte {
	t.Helper()
	code, err := policycage.OracleCreation(feeds, sequencer)
	check(t, err)
	return code
}

// reports is a round of the feed: the round's number and its start are not what is asked for.
func (l *lab) reports(answer int64, at uint64) { l.round(big.NewInt(answer), at) }

func (l *lab) round(answer *big.Int, at uint64) {
	two := new(big.Int).Lsh(big.NewInt(1), 256)
	if answer.Sign() < 0 {
		answer = two.Add(two, answer)
	}
	l.tells(said, "latestRoundData()", big.NewInt(3), answer, big.NewInt(5), new(big.Int).SetUint64(at), big.NewInt(3))
}

// isUp says that the sequencer is up, where down is zero, and since when.
func (l *lab) isUp(down int64, since uint64) {
	l.tells(uptime, "latestRoundData()", big.NewInt(3), big.NewInt(down), new(big.Int).SetUint64(since), big.NewInt(9), big.NewInt(3))
}

// prices asks an oracle, of what is spent and of what is held.
func (l *lab) prices(oracle, token common.Address, amount *big.Int) (cost, worth *big.Int, _ policycage.Kind) {
	codec := bind.NewCageOracle()
	a, kind := l.call(nobody, oracle, codec.PackCost(token, amount))
	b, again := l.call(nobody, oracle, codec.PackWorth(token, amount))
	if kind != again {
		l.t.Errorf("spent it is %q, held %q", kind, again)
	}
	return new(big.Int).SetBytes(a), new(big.Int).SetBytes(b), kind
}

// What is spent is rounded up and what is held down, by both decimals, to the last unit.
func TestAnAmountIsValuedToTheMicrodollar(t *testing.T) {
	for _, c := range []struct {
		decimals, answer, amount, cost, worth int64
	}{
		{8, 1e8, 0, 0, 0},
		{8, 1e8, 1, 1, 1},
		{8, 1e8, 123_456_789, 123_456_789, 123_456_789},
		{8, 1, 1, 1, 0},
		{8, 1e8 - 1, 1, 1, 0},
		{8, 1e8 + 1, 1, 2, 1},
		{8, 1e8 + 1, 1e8, 1e8 + 1, 1e8 + 1},
		{8, 250_000_001, 1e6, 2_500_001, 2_500_000},
		{18, 1e9, 5e9, 5, 5},
		{0, 3, 7, 21, 21},
	} {
		l, oracle := observatory(t, c.decimals, common.Address{})
		l.reports(c.answer, l.now)
		cost, worth, kind := l.prices(oracle, coins[0], big.NewInt(c.amount))
		if kind != "" || cost.Int64() != c.cost || worth.Int64() != c.worth {
			t.Errorf("%d at %d with %d decimals: %s, %s, %s; want %d, %d", c.amount, c.answer, c.decimals, cost, worth, kind, c.cost, c.worth)
		}
	}
}

// An amount, an answer and its age have edges; on the far side of each there is no price.
func TestWhatHasNoPriceIsRefusedAtItsEdge(t *testing.T) {
	l, oracle := observatory(t, 8, common.Address{})
	power := func(n uint, more int64) *big.Int {
		v := new(big.Int).Lsh(big.NewInt(1), n)
		return v.Add(v, big.NewInt(more))
	}
	for name, c := range map[string]struct {
		token          common.Address
		amount, answer *big.Int
		age            int64
		want           policycage.Kind
	}{
		"now":                  {coins[0], big.NewInt(1), big.NewInt(1e8), 0, ""},
		"60 s old":             {coins[0], big.NewInt(1), big.NewInt(1e8), 60, ""},
		"61 s old":             {coins[0], big.NewInt(1), big.NewInt(1e8), 61, "StalePrice"},
		"of the future":        {coins[0], big.NewInt(1), big.NewInt(1e8), -1, "StalePrice"},
		"the least answer":     {coins[0], big.NewInt(1), big.NewInt(1), 0, ""},
		"an answer of nothing": {coins[0], big.NewInt(1), new(big.Int), 0, "NoPrice"},
		"below nothing":        {coins[0], big.NewInt(1), big.NewInt(-1), 0, "NoPrice"},
		"the largest answer":   {coins[0], big.NewInt(1), power(96, -1), 0, ""},
		"a larger one":         {coins[0], big.NewInt(1), power(96, 0), 0, "NoPrice"},
		"the largest amount":   {coins[0], power(128, -1), big.NewInt(1e8), 0, ""},
		"a larger amount":      {coins[0], power(128, 0), big.NewInt(1e8), 0, "AmountOutOfRange"},
		"both at their most":   {coins[0], power(128, -1), power(96, -1), 0, ""},
		"a token without feed": {coins[1], big.NewInt(1), big.NewInt(1e8), 0, "NoPrice"},
		"nobody's token":       {common.Address{}, big.NewInt(1), big.NewInt(1e8), 0, "NoPrice"},
	} {
		l.round(c.answer, uint64(int64(l.now)-c.age)) //nolint:gosec // now is large
		if _, _, kind := l.prices(oracle, c.token, c.amount); kind != c.want {
			t.Errorf("%s: %q, want %q", name, kind, c.want)
		}
	}
}

// On a rollup nothing has a price while its sequencer is down, nor for an hour after.
func TestAnHourAfterAnOutageThereAreNoPrices(t *testing.T) {
	l, oracle := observatory(t, 8, uptime)
	for name, c := range map[string]struct {
		down int64
		ago  int64
		want policycage.Kind
	}{
		"up for an hour and a second": {0, 3_601, ""},
		"up for an hour":              {0, 3_600, "SequencerDown"},
		"up since now":                {0, 0, "SequencerDown"},
		"up from a second on":         {0, -1, "SequencerDown"},
		"up since ever":               {0, int64(l.now) - 1, ""}, //nolint:gosec // small
		"up since nobody knows when":  {0, int64(l.now), "SequencerDown"},
		"down":                        {1, 3_601, "SequencerDown"},
		"something else":              {2, 3_601, "SequencerDown"},
	} {
		l.isUp(c.down, uint64(int64(l.now)-c.ago)) //nolint:gosec // now is large
		if _, _, kind := l.prices(oracle, coins[0], big.NewInt(1)); kind != c.want {
			t.Errorf("%s: %q, want %q", name, kind, c.want)
		}
	}
	codec := bind.NewCageOracle()
	if got, err := codec.UnpackSequencer(l.must(nobody, oracle, codec.PackSequencer())); err != nil || got != uptime {
		t.Errorf("the sequencer's feed is %s, %v", got, err)
	}
	f, err := codec.UnpackFeeds(l.must(nobody, oracle, codec.PackFeeds(coins[0])))
	if err != nil || f.Feed != said || f.MaxAge != 60 || f.Exponent != 14 {
		t.Errorf("coin 0 is priced by %+v, %v", f, err)
	}
}

// A feed that could not be read to the unit, that may be of any age or that names a token
// again makes no oracle.
func TestAnOracleOfBadFeedsIsNotMade(t *testing.T) {
	feed := func(token common.Address, age uint32) policycage.Feed {
		return policycage.Feed{Token: token, Feed: said, MaxAge: age}
	}
	for name, c := range map[string]struct {
		decimals int64
		feeds    []policycage.Feed
		good     bool
	}{
		"one":                 {8, []policycage.Feed{feed(coins[0], 1)}, true},
		"two":                 {8, []policycage.Feed{feed(coins[0], 1), feed(coins[1], 1)}, true},
		"60 digits together":  {54, []policycage.Feed{feed(coins[0], 1)}, true},
		"61 digits together":  {55, []policycage.Feed{feed(coins[0], 1)}, false},
		"of any age":          {8, []policycage.Feed{feed(coins[0], 0)}, false},
		"the second of none":  {8, []policycage.Feed{feed(coins[0], 1), feed(coins[1], 0)}, false},
		"the same token":      {8, []policycage.Feed{feed(coins[0], 1), feed(coins[0], 2)}, false},
		"no feed, and oracle": {8, nil, true},
	} {
		l, _ := observatory(t, 8, common.Address{})
		l.tells(said, "decimals()", big.NewInt(c.decimals))
		if v := l.creates(oracleOf(t, common.Address{}, c.feeds...)); c.good && v != nil {
			t.Errorf("%s: %s", name, v.Kind)
		} else if !c.good {
			l.stops(name, v, "NoPrice")
		}
	}
}
