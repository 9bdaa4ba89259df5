package library

import (
	"fmt"
	"strings"

	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/common"
)

// priced are the coins that the kit has a price feed of.
var priced = []string{"ETH", "USDC", "BTC"}

// Feed is a price feed as a scenario left it.
type Feed struct {
	Name    string         `json:"name"`
	Address common.Address `json:"address"`
	Answer  string         `json:"answer"`     // in US dollars
	Updated uint64         `json:"updated_at"` // unix second that the answer is of; where it is not stopped, that of the reading
	Stopped bool           `json:"stopped"`
}

// stale stops price feeds: their answers stay what they are, and of a second that lies in the past. Who
// reads them finds them older with each block, until age 0 lets them follow the clock again.
func (m *maker) stale(s settings) error {
	m.plan.Report.Pools, m.plan.Report.Accounts = []Pool{}, []common.Address{}
	var second uint64
	if age := uint64(s.count("age")); age > 0 { //nolint:gosec // checked to be none below zero
		second = m.Time() - min(age, m.Time()-1)
	}
	feed := bind.NewPriceFeed()
	for _, coin := range priced {
		if s["feeds"] != "all" && s["feeds"] != coin {
			continue
		}
		name := coin + "Feed"
		at := m.ground.Book.Address(name)
		if _, err := m.do("stop "+name, m.owner(), &at, nil, feed.PackFreeze(second)); err != nil {
			return err
		}
		round, err := ask(m.view, at, feed.PackLatestRoundData(), feed.UnpackLatestRoundData)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		dollars := rat(round.Answer.String())
		answer := dollars.Quo(dollars, rat(tenTo(8).String())).FloatString(8)
		m.plan.Report.Feeds = append(m.plan.Report.Feeds, Feed{name, at, strings.TrimRight(strings.TrimRight(answer, "0"), "."), round.UpdatedAt.Uint64(), second != 0})
	}
	return nil
}
