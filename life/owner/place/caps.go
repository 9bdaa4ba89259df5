package place

import (
	"errors"
	"fmt"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/internal/money"
)

// Caps are a policy's caps as a grant holds them: in a cage on the chain each with what it is of
// there. The error names each that no cage can hold; the others are returned beside it. A cap of
// all caps nothing.
//
// spec: safety §7.1, §7.6
func Caps(mode grant.Mode, c cage.Caps, all []protocol.Deployment, seen turn.Reading) (caps []grant.Cap, _ error) {
	var unseen []error
	for of, list := range [][]cage.Cap{c.Assets, c.Markets, c.Protocols} {
		for _, x := range list {
			one := grant.Cap{Name: x.Name, Cap: policycage.Cap{Of: policycage.CapOf(of), Subject: x.Token, Share: x.Share}} //nolint:gosec // of three
			if x.Share == money.Whole {
				continue
			}
			if err := subject(&one, all, seen); err != nil && mode == grant.Delegation {
				unseen = append(unseen, err)
				continue
			}
			caps = append(caps, one)
		}
	}
	return caps, errors.Join(unseen...)
}

// subject finds what a cap is of on the chain.
func subject(c *grant.Cap, all []protocol.Deployment, seen turn.Reading) (err error) {
	ok := true
	switch c.Of {
	case policycage.OfMarket:
		c.Subject, ok = table.Place(all, seen, c.Name)
	case policycage.OfProtocol:
		reader, read := table.CageReader(c.Name)
		if ok = read; ok {
			c.Subject, err = policycage.ReaderAt(reader)
		}
	}
	if !ok {
		return fmt.Errorf("%w: safety.%s of %s: no cage on the chain sees what lies there: remove the cap, or grant with golem.custody_mode \"localkey\"", grant.ErrGrant, c.Of, c.Name)
	}
	return err
}
