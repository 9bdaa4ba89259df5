package oracle

import "slices"

// Mode is what the action gate does to what the owner's rules and steers propose
// (heartbeat §11.6, DESIGN §12.26). What a model proposes it always holds back.
type Mode string

// The modes, the mildest first. In shadow it holds nothing back, and writes down what it
// would have held back.
const (
	ModeOff     Mode = "off"
	ModeShadow  Mode = "shadow"
	ModeEnforce Mode = "enforce"
)

// Modes are all of them, the mildest first.
func Modes() []Mode { return []Mode{ModeOff, ModeShadow, ModeEnforce} }

// Stricter returns the stricter of two modes. One that is none of them is the mildest.
func (m Mode) Stricter(other Mode) Mode {
	if slices.Index(Modes(), other) > slices.Index(Modes(), m) {
		return other
	}
	return m
}
