package table

import (
	"errors"
	"fmt"
	"slices"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/world/protocol"
)

// ErrUnread says that no reader of a cage knows a protocol.
var ErrUnread = errors.New("no cage reads the calls")

// Readings say who reads the calls of some deployments for a cage on the chain, each contract
// once, in the order of the rows. A protocol that has no reader is an ErrUnread, which names the
// market and what to do about it.
//
// spec: safety §7.1
func Readings(all []protocol.Deployment) (readings []policycage.Reading, _ error) {
	for _, row := range rows {
		for _, d := range row.of(all) {
			if row.Cage == "" {
				return nil, row.unread(d.Handle)
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

// unread says why no cage reads the calls of a market, and what to do.
func (r row) unread(handle string) error {
	if r.Ungranted != "" {
		return fmt.Errorf("%w of %s (%s): %s; take %q out of safety.approved_protocols", ErrUnread, handle, r.Title, r.Ungranted, r.Name)
	}
	return fmt.Errorf("%w of %s (%s): take %q out of safety.approved_protocols, or grant with golem.custody_mode \"localkey\"", ErrUnread, handle, r.Title, r.Name)
}
