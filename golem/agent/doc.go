// Package agent is the Golem on one screen: it plugs the packages of golem/
// together in dependency order, lists the extensions in firing order and is the
// Body that the lifecycle drives. It decides nothing.
//
// An Agent knows two worlds. Outside is everything that is real: eyes and hands
// on a chain, a clock, a key, the disk. In a replay Outside is empty, and the
// journal answers instead; everything else is the same code on the same values.
package agent
