package chain

import "bardo.run/bardo/golem/host/journal"

// HandKinds are the kinds of entries that a Hand takes: what it signed, what the chain
// said when it was sent, and what became of it.
func HandKinds() []journal.Kind {
	return []journal.Kind{journal.KindNote, journal.KindSend, journal.KindReceipt}
}
