// Package mortality runs the clocks that exist and calls death (mortality §2,
// §5–§7, in the part that has its inputs today): credit, paid time, and age in
// ticks. The epistemic and the stochastic clock have no inputs yet; they
// contribute nothing, and every record names them as absent.
//
// Lifespan is the extension "lifespan": an after_turn stage that fills the
// mortality fields of the record and the vitality section of the state. It never
// reads a clock; time comes with the tick. Terminal, once entered, is final.
package mortality
