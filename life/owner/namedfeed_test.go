package owner_test

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/internal/money"
)

// What an account may lose is a share of what it is worth at the feed that was named, whoever bends
// the pool while its owner grants.
//
// spec: DESIGN §12.29
func TestTheLimitsAreOfWhatTheNamedFeedSays(t *testing.T) {
	d := open(t)
	d.Chain().Miner.SetAutomine(false)
	d.owner.Pay(d.At("WETH9"), big.NewInt(2e18), bind.NewWETH9().PackDeposit())
	round, err := bind.NewPriceFeed().UnpackLatestRoundData(d.Ask(d.ask.BaseFeed, bind.NewPriceFeed().PackLatestRoundData()))
	if err != nil {
		t.Fatal(err)
	}
	lower := new(big.Int).Mul(round.Answer, big.NewInt(97))
	d.Own(d.ask.BaseFeed, nil, bind.NewPriceFeed().PackSetAnswer(lower.Quo(lower, big.NewInt(100))))
	d.Chain().Miner.SetAutomine(true)
	day := func() money.USDC {
		o, err := d.offers()
		if err != nil {
			t.Fatal(err)
		}
		return o.Plan.WorstDay[1].Parts[0].Amount
	}
	got := day()
	d.ask.Config.Venue.PriceFeed = d.ask.BaseFeed.Hex()
	if want := day(); got != want || got <= 200*money.One {
		t.Errorf("without venue.price_feed a day may lose %s, with it %s", got, want)
	}
	d.ask.Config.Venue.PriceFeed, d.ask.Mode = "", grant.LocalKey
	o, err := d.offers()
	if err != nil || o.Plan.WorstDay[0].Amount < d.ask.Daily { // its program hears no feed
		t.Errorf("a mind takes %s (%v)", o.Plan.WorstDay[0].Sentence(), err)
	}
}
