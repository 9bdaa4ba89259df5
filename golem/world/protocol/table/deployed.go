package table

import (
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/world/protocol"
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
		i := slices.IndexFunc(rows, func(r row) bool { return r.Name == e.Protocol && r.exchange != nil })
		if i < 0 {
			return nil, fmt.Errorf("NO_ADAPTER: %s: no protocol is named %q", e.Handle, e.Protocol)
		}
		found = append(found, protocol.Deploy(e.Protocol, e.Handle, rows[i].exchange(e, at)))
	}
	return found, nil
}

// Lend are the deployments of a devnet's lending markets.
func Lend(all []Lender) (found []protocol.Deployment, _ error) {
	for _, l := range all {
		i := slices.IndexFunc(rows, func(r row) bool { return r.Name == l.Protocol && r.lender != nil })
		if i < 0 {
			return nil, fmt.Errorf("NO_ADAPTER: %s: no protocol is named %q", l.Handle, l.Protocol)
		}
		found = append(found, protocol.Deploy(l.Protocol, l.Handle, rows[i].lender(l)))
	}
	return found, nil
}
