package ledger

import (
	"slices"

	"bardo.run/bardo/internal/money"
)

// reservation is credit that is held for an operation.
type reservation struct {
	key       string
	partition Partition
	most      money.USDC
	x402      bool
	pending   bool // whether it was spent is unknown
}

// holds are the open reservations, oldest first.
type holds []reservation

func (h holds) of(key string) *reservation {
	for i := range h {
		if h[i].key == key {
			return &h[i]
		}
	}
	return nil
}

func (h *holds) forget(key string) {
	*h = slices.DeleteFunc(*h, func(r reservation) bool { return r.key == key })
}

// sum is what is held by those of a kind.
func (h holds) sum(kind func(reservation) bool) (sum money.USDC) {
	for _, r := range h {
		if kind(r) {
			sum += r.most
		}
	}
	return sum
}
