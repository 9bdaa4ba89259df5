package table

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/morphoblue"
	"bardo.run/bardo/golem/world/protocol/uniswapv2"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/golem/world/protocol/uniswapv4"
)

// Exchange is a market of a devnet, as the book of its deployment has it. Fee is in hundredths of a
// basis point.
type Exchange struct {
	Handle, Protocol string
	Address          common.Address // of v3 the pool
	Base, Quote      common.Address
	Fee              uint32
	Spacing          int32
}

// Lender is a lending market of a devnet, as the book has it.
type Lender struct {
	Handle, Protocol string
	Address          common.Address
	ID               common.Hash // of a market of Morpho Blue
}

// Deployed are the deployments of a devnet's markets, whose other contracts the book has by their
// names.
func Deployed(all []Exchange, at func(name string) common.Address) (found []protocol.Deployment, _ error) {
	for _, e := range all {
		var terms any
		switch e.Protocol {
		case uniswapv3.Name:
			terms = uniswapv3.Terms{Pool: e.Address, Router: at("SwapRouter"), Positions: at("NonfungiblePositionManager")}
		case uniswapv2.Name:
			terms = uniswapv2.Terms{Router: at("UniswapV2Router02"), Base: e.Base, Quote: e.Quote}
		case uniswapv4.Name:
			terms = uniswapv4.Terms{V4: uniswap.V4{Router: at("UniversalRouter"), StateView: at("V4StateView"), Fee: e.Fee, TickSpacing: e.Spacing}, Base: e.Base, Quote: e.Quote}
		default:
			return nil, fmt.Errorf("NO_ADAPTER: %s: no protocol is named %q", e.Handle, e.Protocol)
		}
		found = append(found, protocol.Deploy(e.Protocol, e.Handle, terms))
	}
	return found, nil
}

// Lend are the deployments of a devnet's lending markets.
func Lend(all []Lender) (found []protocol.Deployment, _ error) {
	for _, l := range all {
		var terms any
		switch l.Protocol {
		case aavev3.Name:
			terms = aavev3.Terms{Pool: l.Address}
		case morphoblue.Name:
			terms = morphoblue.Terms{Contract: l.Address, Market: l.ID}
		default:
			return nil, fmt.Errorf("NO_ADAPTER: %s: no protocol is named %q", l.Handle, l.Protocol)
		}
		found = append(found, protocol.Deploy(l.Protocol, l.Handle, terms))
	}
	return found, nil
}
