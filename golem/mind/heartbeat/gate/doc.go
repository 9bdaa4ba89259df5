// Package gate decides how much thought a tick gets: the prediction error
// (heartbeat §5), the threshold it is held against (§6.1) and the tier with its
// ceilings (§6.2, §7.1).
//
// Everything here is a pure function of its arguments, except Edges, which
// remembers when an imminent phase transition was last announced. Terms whose
// parts do not exist contribute nothing; Absent names them. The package never
// reads a clock and never decides what to do, only how hard to think.
package gate
