// Package thanatopsis is the death protocol (mortality §9) in the part whose
// inputs exist: four phases that the lifecycle runs in order, each safe to run
// again.
//
//	Acceptance   open permits die, the credit goes to the settlement, the
//	             portfolio is read for the last time
//	Settlement   every position is closed, worst first, every debt repaid and
//	             every supply withdrawn, and everything is sold for the quote token,
//	             through the one write path
//	Reflection   what the life came to, by formula, from its own numbers
//	Legacy       testament and tombstone are written, then the key is destroyed
//
// A read or a simulation that fails is tried again. What cannot be settled is named
// in the testament with the reason and what the owner can do; it never stops the
// death. After Legacy nothing can be signed.
package thanatopsis
