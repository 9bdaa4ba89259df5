// Package mortality runs the clocks that a Golem dies of, and calls its death
// (mortality §2–§8, §15, §20–§22).
//
//	economic     the credit that is left without what is kept for dying, and the
//	             paid time: the lower share of the two
//	epistemic    how right its predictions are, in five domains
//	stochastic   a small chance of death on every tick, rolled by a secret that its
//	             birth is committed to
//
// Clocks is all three as one type: a function of its inputs, without a clock, a
// chance or a port of its own. Lifespan is the extension "lifespan" around it: an
// after_turn stage that fills the mortality fields of the record and the vitality
// section of the state. Effects says what each phase of life changes; it is data,
// so that whoever enforces it need not ask.
//
// It promises: a phase falls at once and rises late; Terminal is final, and nothing
// that is paid then revives; no tick is drawn twice; a bad input is a fault and
// kills nobody. A clock without inputs contributes nothing, and every record names
// it as absent. It never spends, never reads a clock, and never learns the secret of
// the rolls: it is handed one roll a tick.
package mortality
