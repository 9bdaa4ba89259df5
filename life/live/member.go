package live

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"

	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/seed"
)

// Member is one of several Golems in a world, who are numbered from 1 in the order in which they are named.
type Member struct {
	Strategy string        // path of a STRATEGY.md
	Out      string        // its folder
	Born     time.Duration // after the beginning of the world; whole minutes
	Fund     money.USDC    // its trading capital; 0 is that of the options
	Credit   money.USDC    // for gas and models; 0 is that of the options
}

// MostTogether is how many Golems may live in one world: each takes a folder and some tens of megabytes of memory.
const MostTogether = 64

// MemberError is a set of lives that cannot be lived.
type MemberError struct{ reason string }

// Error says why.
func (e *MemberError) Error() string { return e.reason }

// fit refuses lives that a world of a length cannot hold.
func fit(members []Member, world time.Duration) error {
	switch {
	case len(members) == 0:
		return &MemberError{"nobody is to live"}
	case len(members) > MostTogether:
		return &MemberError{fmt.Sprintf("%d Golems are to live in one world, and it holds %d at most", len(members), MostTogether)}
	}
	for i, m := range members {
		switch {
		case m.Born < 0 || m.Born%time.Minute != 0:
			return &MemberError{fmt.Sprintf("Golem %d is to be born %s after the beginning of the world: want whole minutes, such as 90m or 12h", i+1, m.Born)}
		case m.Fund < 0 || m.Credit < 0:
			return &MemberError{fmt.Sprintf("Golem %d is to begin with a capital of %s and a credit of %s: want neither below zero", i+1, m.Fund, m.Credit)}
		case m.Born >= world:
			return &MemberError{fmt.Sprintf("Golem %d is to be born %s after the beginning of the world, which is over after %s", i+1, m.Born, world)}
		case slices.ContainsFunc(members[:i], func(o Member) bool { return o.Out == m.Out }):
			return &MemberError{fmt.Sprintf("two Golems are to live in the folder %s", m.Out)}
		}
	}
	return nil
}

// births are when members are born, as life.json has it.
func births(members []Member) string {
	all := make([]string, len(members))
	for i, m := range members {
		all[i] = m.Born.String()
	}
	return strings.Join(all, ",")
}

// seedOf is the seed of a Golem of a world, counted from 1.
func seedOf(world seed.Seed, number int) seed.Seed {
	if number == 1 {
		return world
	}
	bits := world.Bytes(fmt.Sprintf("golem/%d", number))
	return seed.Seed(binary.BigEndian.Uint64(bits[:8]))
}
