package chain

import (
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/table"
)

// answer is what a list will say of an address.
type answer struct {
	list, who common.Address
	read      *rpc.Read[[]byte]
}

// screen asks lists of sanctioned addresses about everybody whom an order can reach, with each
// reading and whichever order would meet them. No contract asks a list in the transaction.
type screen struct {
	list   common.Address   // the configured one; zero: none
	others []common.Address // who is reached beside the account and whoever pays
	fence  *fence           // who these are, and whose cage names a list
}

func newScreen(cfg Config, all []protocol.Deployment, assets []turn.Token, f *fence) (screen, error) {
	s := screen{list: cfg.Sanctions, fence: f}
	for _, t := range assets {
		s.others = append(s.others, t.Address)
	}
	for _, d := range all {
		of, err := table.Contracts(d)
		if err != nil {
			return s, err
		}
		for _, c := range of {
			s.others = append(s.others, c.Address)
		}
	}
	return s, nil
}

// lists are the lists that are asked, each once.
func (s screen) lists() []common.Address { return distinct(s.list, s.fence.list) }

// reached are the addresses that an order can reach, each once.
func (s screen) reached() []common.Address {
	return distinct(append([]common.Address{s.fence.account, s.fence.payer}, s.others...)...)
}

// add asks the lists of sanctioned addresses, the configured one and the cage's, about
// everybody whom an order can reach, at the block of everything else. A list that does not
// answer is no fault of the reading: it says so, and nothing is opened on it. Where there is
// no list, nothing is asked.
//
// spec: safety §7.6, §1.4 S-10
func (s screen) add(b *rpc.Batch) func() *turn.Screen {
	codec := bind.NewSanctionsList()
	var asked []answer
	for _, list := range s.lists() {
		for _, who := range s.reached() {
			asked = append(asked, answer{list, who, b.Call(list, codec.PackIsSanctioned(who))})
		}
	}
	return func() *turn.Screen {
		if len(asked) == 0 {
			return nil
		}
		var found turn.Screen
		for _, a := range asked {
			raw, err := a.read.Value()
			if err != nil {
				return &turn.Screen{Unread: fmt.Sprintf("%s does not answer about %s: %v", a.list, a.who, err)}
			}
			listed, err := codec.UnpackIsSanctioned(raw)
			if err != nil || len(raw) != 32 {
				return &turn.Screen{Unread: fmt.Sprintf("%s answers about %s as no list does", a.list, a.who)}
			}
			if listed && !slices.Contains(found.Listed, a.who) {
				found.Listed = append(found.Listed, a.who)
			}
		}
		return &found
	}
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
