package table

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
)

// Place is where a cage on the chain sees what lies in a market or at a lender: a pool, the lender, or
// the place of a market within a contract. ok is false where it sees none, as in a market that
// nothing is put into.
//
// spec: safety §7.1
func Place(all []protocol.Deployment, seen turn.Reading, handle string) (at common.Address, ok bool) {
	if m, known := seen.Market(handle); known && m.Address != (common.Address{}) {
		return m.Address, true
	}
	for _, row := range rows {
		for _, d := range row.of(all) {
			if d.Handle != handle || row.Cage == "" {
				continue
			}
			if row.grounds != nil {
				place, _, err := row.grounds(d)
				return place, err == nil && place != common.Address{}
			}
			contracts, err := row.contracts(d)
			i := slices.IndexFunc(contracts, func(c protocol.Contract) bool { return c.Deeds&policycage.Lends != 0 })
			if err == nil && i >= 0 {
				return contracts[i].Address, true
			}
		}
	}
	return at, false
}

// Standing are the contracts in which liquidity of markets stands, as a pool's or a pair's does.
func Standing(seen turn.Reading) (at []common.Address) {
	for i := range seen.Markets {
		if m := &seen.Markets[i]; m.Range != nil && m.Address != (common.Address{}) {
			at = append(at, m.Address)
		}
	}
	return at
}

// Grounds are what a cage has to approve beside pools and contracts that are called: the place of each
// market within a contract, and what its calls name, each once.
//
// spec: safety §7.1
func Grounds(all []protocol.Deployment) (at []common.Address) {
	for _, row := range rows {
		for _, d := range row.of(all) {
			if row.grounds == nil {
				continue
			}
			place, named, err := row.grounds(d)
			for _, a := range append([]common.Address{place}, named...) {
				if err == nil && a != (common.Address{}) && !slices.Contains(at, a) {
					at = append(at, a)
				}
			}
		}
	}
	return at
}

// CageReader is the name of who reads a protocol's calls for a cage on the chain; ok is false where
// nobody does.
func CageReader(name string) (reader string, ok bool) {
	i := slices.IndexFunc(rows, func(r row) bool { return r.Name == name })
	if i < 0 || rows[i].Cage == "" {
		return "", false
	}
	return rows[i].Cage, true
}

// Reached are the markets of a lender that a contract is of, by handle, and its protocol. None
// where it is no lender's.
func Reached(all []protocol.Deployment, target common.Address) (handles []string, name string) {
	for _, row := range rows {
		for _, d := range row.of(all) {
			contracts, err := row.contracts(d)
			if err == nil && slices.ContainsFunc(contracts, func(c protocol.Contract) bool { return c.Address == target }) {
				handles, name = append(handles, d.Handle), row.Name
			}
		}
	}
	return handles, name
}
