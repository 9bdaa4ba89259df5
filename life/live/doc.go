// Package live lives one life on history (DESIGN §5): a recorded or a generated
// market on real contracts in a devnet, a Golem born into it with a wallet, a
// credit and paid time, until it dies. It brings golem/ and mirage/ together and
// decides nothing.
//
// The life's folder holds everything: journal, records, ledger, strategy,
// checkpoints and death. Running the same command again resumes a life that was cut off:
// from the newest checkpoint, which has the world beside the Golem in it, or from its birth. From
// there the Golem is computed again from its journal while the world is moved again beside
// it, and both must agree. The world stood still meanwhile, and the life is the one that it would
// have been.
//
// Several Golems may live in one world (Together), in turns, so that what happens there does not depend on how fast any
// of them is. A life alone is a set of one.
package live
