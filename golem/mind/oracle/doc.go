// Package oracle is the prediction engine (heartbeat §11): it says what the market
// will do within the hour, finds out whether it was right, corrects itself, and
// refuses a new risk to a Golem that does not know what it is doing.
//
//	Market      what was seen, minute by minute, and the drafts that follow from it
//	Ledger      the claims that wait and what became of the others
//	Corrector   bias and coverage of a category in a regime
//	Calibrator  stated confidence against how often it held
//	Gate        may an action that opens risk be taken (§11.6)
//
// Everything follows from what was seen and when: the package reads no clock, no
// chain and no random source, and the ledger's lines are parts of the tick's records,
// which are appended and never changed. A replay of the journal is a replay of them.
// A model has no part in it, so predicting and resolving cost nothing.
//
// An Oracle belongs to the goroutine that ticks.
package oracle
