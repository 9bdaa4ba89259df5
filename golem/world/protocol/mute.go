package protocol

import (
	"errors"
	"slices"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
)

// Refusal is the kind of an error that is a contract's own doing: it reverted, or answered what nobody
// can read. Empty: it is another's.
func Refusal(err error, absurd ...error) string {
	switch {
	case errors.Is(err, rpc.ErrReverted):
		return "REVERTED"
	case errors.Is(err, rpc.ErrMalformed), slices.ContainsFunc(absurd, func(kind error) bool { return errors.Is(err, kind) }):
		return "MALFORMED"
	}
	return ""
}

// Mute notes in a reading that a market's contracts refused to answer, or answered what nobody can
// read, and takes out what they did say: whoever breaks one market must not keep the Golem from seeing
// and leaving all others. An error that is not the contracts' own doing is returned; absurd are those
// by which a protocol's package says that it is.
func Mute(r *turn.Reading, handle string, err error, absurd ...error) error {
	code := Refusal(err, absurd...)
	if code == "" {
		return err
	}
	if !r.Silent(handle) {
		r.Mute = append(r.Mute, turn.Mute{Handle: handle, Code: code})
	}
	r.Markets = slices.DeleteFunc(r.Markets, func(m turn.Market) bool { return m.Handle == handle })
	r.Positions = slices.DeleteFunc(r.Positions, func(p turn.Position) bool { return p.Market == handle })
	return nil
}
