package tape

import "bardo.run/bardo/golem/host/journal"

// DeathKinds are the kinds of entries that these ports take while a Golem dies: the
// clock's, the market's, the simulator's, and what its dice reveal. A glance and a roll
// are of the living.
func DeathKinds() []journal.Kind {
	return []journal.Kind{
		journal.KindWake, journal.KindAdvance, journal.KindReading, journal.KindSimulation, journal.KindBalance, journal.KindReveal,
	}
}

// LifeKinds are the kinds of entries that these ports take while a Golem lives, of itself
// and not by an owner's word.
func LifeKinds() []journal.Kind {
	return []journal.Kind{
		journal.KindWake, journal.KindAdvance, journal.KindGlance, journal.KindReading, journal.KindSimulation, journal.KindBalance, journal.KindRoll,
	}
}
