package table

import (
	"errors"
	"fmt"
	"slices"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/world/protocol"
)

// ErrUnread says that no reader of a cage knows a protocol.
var ErrUnread = errors.New("no cage reads its calls")

// Readings say who reads the calls of some deployments for a cage on the chain, each contract
// once, in the order of the rows. A protocol that has no reader is an ErrUnread, which names the
// market.
//
// spec: safety §7.1
func Readings(all []protocol.Deployment) (readings []policycage.Reading, _ error) {
	for _, row := range rows {
		for _, d := range row.of(all) {
			if row.Cage == "" {
				return nil, fmt.Errorf("%s (%s): %w", d.Handle, d.Protocol, ErrUnread)
			}
			contracts, err := row.contracts(d)
			if err != nil {
				return nil, err
			}
			for _, c := range contracts {
				known := slices.ContainsFunc(readings, func(r policycage.Reading) bool { return r.Target == c.Address })
				if c.Deeds != 0 && !known {
					readings = append(readings, policycage.Reading{Target: c.Address, Reader: row.Cage, Deeds: c.Deeds})
				}
			}
		}
	}
	return readings, nil
}
