package library_test

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
)

// A feed that is stopped keeps its answer, and is older with each second; one that is not is of the second
// of its reading, as before.
func TestAFeedIsStoppedAndFollowsTheClockAgain(t *testing.T) {
	s := raise(t)
	feed := bind.NewPriceFeed()
	read := func(name string) (age uint64, answer *big.Int) {
		t.Helper()
		round, err := feed.UnpackLatestRoundData(s.ask(s.ground.Book.Address(name), feed.PackLatestRoundData()))
		check(t, err)
		return s.Chain.Head().Time - round.UpdatedAt.Uint64(), round.Answer
	}
	pass := func(seconds uint64) {
		t.Helper()
		check(t, s.Pace.SetNextTime(s.Chain.Head().Time+seconds))
		check(t, s.Server.Client().Call(nil, "evm_mine"))
	}
	_, had := read("ETHFeed")
	r := s.play(order("stale-feeds", 0, "feeds", "ETH", "age", "1200"))
	if len(r.Feeds) != 1 || !r.Feeds[0].Stopped || r.Feeds[0].Answer != "2000" || r.Feeds[0].Updated != s.Chain.Head().Time-1200 || r.First != r.Last {
		t.Errorf("%+v", r)
	}
	pass(100)
	if age, answer := read("ETHFeed"); age != 1300 || answer.Cmp(had) != 0 {
		t.Errorf("it is %d seconds old and answers %s", age, answer)
	}
	if age, _ := read("BTCFeed"); age != 0 {
		t.Errorf("a feed that nobody stopped is %d seconds old", age)
	}
	if r := s.play(order("stale-feeds", 0, "age", "0")); len(r.Feeds) != 3 || r.Feeds[0].Stopped {
		t.Errorf("%+v", r)
	}
	pass(100)
	if age, _ := read("ETHFeed"); age != 0 {
		t.Errorf("it still is %d seconds old", age)
	}
}
