// Package table has a row for each protocol: which actions its adapter makes, and how adapter and
// reader come from its deployments.
package table

import (
	"context"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

// Entry is a protocol that is deployed: its name, the kinds of actions that it makes, and by
// what. Market is the one market of which it makes them; empty: all of the protocol's.
type Entry struct {
	Name    string
	Market  string
	Kinds   []grammar.Kind
	Adapter protocol.Adapter
}

// Makes reports whether an action is the entry's to make.
func (e Entry) Makes(a grammar.Action) bool {
	return e.Name == a.Protocol && (e.Market == "" || e.Market == a.Market) && slices.Contains(e.Kinds, a.Kind)
}

// Adapters makes the adapters of an account in some deployments, which were opened, in the order in
// which their calls are listed and proved. A kind of the grammar without a row is an error, so
// that no action can pass the grammar and find no one (safety §5).
func Adapters(all []protocol.Deployment, a protocol.Account) (made []Entry, err error) {
	for _, row := range rows {
		for _, of := range row.groups(all) {
			adapter, err := row.adapter(a, of)
			if err != nil {
				return nil, err
			}
			made = append(made, Entry{row.Name, row.market(of), row.Kinds, adapter})
		}
	}
	return made, complete(rows)
}

// opened is what opening the deployments of one protocol returns.
type opened func(context.Context, *protocol.Opening, []protocol.Deployment) (protocol.Reader, []protocol.Deployment, error)

// row is one protocol: what its package says of it, the contracts that orders reach in a deployment,
// and how adapter and reader are made. Exchanges come before all others, which are read of their
// tokens.
type row struct {
	protocol.About
	contracts func(protocol.Deployment) ([]protocol.Contract, error)
	adapter   func(protocol.Account, []protocol.Deployment) (protocol.Adapter, error)
	reader    opened
	// grounds are the place of a market that has no contract of its own, and what a cage has to
	// approve with it; nil: its contracts say all.
	grounds func(protocol.Deployment) (place common.Address, named []common.Address, _ error)
	// mint reads a call that puts liquidity into a market of a reading; nil: no enclave signs one.
	mint func(data []byte, seen turn.Reading) (protocol.Mint, *turn.Market, error)
	// exchange or lender are the terms of one of its markets on a devnet; nil: it has none of these.
	exchange func(Exchange, places) any
	lender   func(Lender) any
}

// places finds a contract of a devnet by its name.
type places = func(name string) common.Address

// of are the deployments of the row's protocol.
func (r row) of(all []protocol.Deployment) (of []protocol.Deployment) {
	for _, d := range all {
		if d.Protocol == r.Name {
			of = append(of, d)
		}
	}
	return of
}

// groups are the deployments of the row's protocol that one adapter and one reader have: all, or, where
// a life may lend to several, each by itself.
func (r row) groups(all []protocol.Deployment) (groups [][]protocol.Deployment) {
	of := r.of(all)
	if !r.Several && len(of) > 0 {
		return [][]protocol.Deployment{of}
	}
	for i := range of {
		groups = append(groups, of[i:i+1])
	}
	return groups
}

// market is the one that a group is, where it is one by itself.
func (r row) market(group []protocol.Deployment) string {
	if !r.Several {
		return ""
	}
	return group[0].Handle
}

// rows are in the order in which protocols are asked, one a line; each has a file of its own.
var rows = []row{
	uniswapV3,
	uniswapV2,
	uniswapV4,
	aaveV3,
	morphoBlue,
	erc4626Vault,
	wrapped,
}

// terms know the contracts that orders reach by them.
type terms interface{ Contracts() []protocol.Contract }

func reached[T terms](d protocol.Deployment) ([]protocol.Contract, error) {
	t, err := protocol.TermsOf[T](d)
	return t.Contracts(), err
}

// grounded know what a cage has to approve beside the contracts that are called.
type grounded interface {
	Grounds() (place common.Address, named []common.Address)
}

func grounds[T grounded](d protocol.Deployment) (place common.Address, named []common.Address, err error) {
	t, err := protocol.TermsOf[T](d)
	if err != nil {
		return place, nil, err
	}
	place, named = t.Grounds()
	return place, named, nil
}

// single makes the adapter of a protocol of which a life has one deployment.
func single(all []protocol.Deployment, adapter func(protocol.Deployment) (protocol.Adapter, error)) (protocol.Adapter, error) {
	if err := several(all); err != nil {
		return nil, err
	}
	return adapter(all[0])
}

// alone opens the deployment of a protocol of which a life has one.
func alone(all []protocol.Deployment, open func(protocol.Deployment) (protocol.Reader, protocol.Deployment, error)) (protocol.Reader, []protocol.Deployment, error) {
	if err := several(all); err != nil {
		return nil, nil, err
	}
	r, d, err := open(all[0])
	return r, []protocol.Deployment{d}, err
}

func several(all []protocol.Deployment) error {
	if len(all) > 1 {
		return fmt.Errorf("NO_ADAPTER: %s is configured %d times, and a life has one market of it", all[0].Protocol, len(all))
	}
	return nil
}

// complete refuses rows that leave out a kind of the grammar.
func complete(rows []row) error {
	for _, kind := range grammar.Kinds() {
		if !slices.ContainsFunc(rows, func(r row) bool { return slices.Contains(r.Kinds, kind) }) {
			return fmt.Errorf("NO_ADAPTER: action %s has no executor", kind)
		}
	}
	return nil
}
