package chain

import (
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
)

// answer is what a list will say of an address.
type answer struct {
	list, who common.Address
	read      *rpc.Read[[]byte]
}

// addScreen asks the lists of sanctioned addresses, the configured one and the cage's, about
// everybody whom an order can reach, at the block of everything else. A list that does not
// answer is no fault of the reading: it says so, and nothing is opened on it. Where there is
// no list, nothing is asked.
//
// spec: safety §7.6, §1.4 S-10
func (c *Chain) addScreen(b *rpc.Batch) func() *turn.Screen {
	codec := bind.NewSanctionsList()
	var asked []answer
	for _, list := range c.lists() {
		for _, who := range c.reached() {
			asked = append(asked, answer{list, who, b.Call(list, codec.PackIsSanctioned(who))})
		}
	}
	return func() *turn.Screen {
		if len(asked) == 0 {
			return nil
		}
		var s turn.Screen
		for _, a := range asked {
			raw, err := a.read.Value()
			if err != nil {
				return &turn.Screen{Unread: fmt.Sprintf("%s does not answer about %s: %v", a.list, a.who, err)}
			}
			listed, err := codec.UnpackIsSanctioned(raw)
			if err != nil || len(raw) != 32 {
				return &turn.Screen{Unread: fmt.Sprintf("%s answers about %s as no list does", a.list, a.who)}
			}
			if listed && !slices.Contains(s.Listed, a.who) {
				s.Listed = append(s.Listed, a.who)
			}
		}
		return &s
	}
}

// lists are the lists that are asked, each once.
func (c *Chain) lists() (all []common.Address) { return distinct(c.cfg.Sanctions, c.listing) }

// reached are the addresses that an order can reach, each once.
func (c *Chain) reached() []common.Address {
	v := c.cfg
	return distinct(v.Account, v.Payer, v.Pool, c.token0.Address, c.token1.Address, v.Router, v.Positions,
		v.Aave, v.V2Router, v.V4.Router, v.Morpho)
}

// distinct leaves out what is zero or there already.
func distinct(from ...common.Address) (all []common.Address) {
	for _, a := range from {
		if a != (common.Address{}) && !slices.Contains(all, a) {
			all = append(all, a)
		}
	}
	return all
}

// relist takes the list that a cage names from now on. Until it was asked nobody knows what
// it says.
func (c *Chain) relist(s policycage.Snapshot) error {
	if s.SanctionsOracle == c.listing {
		return nil
	}
	c.listing = s.SanctionsOracle
	return fmt.Errorf("its list of sanctioned addresses is another one, %s, which the next reading asks", c.listing)
}
