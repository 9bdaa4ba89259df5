package cortex

// Auction is how the auction of attention goes.
type Auction struct{ welfare float }

// Welfare is not negative.
func (a *Auction) Welfare() float32 { return a.welfare.load() }

// AuctionValues is a copy of Auction.
type AuctionValues struct{ Welfare float32 }

// Values copies the signal.
func (a *Auction) Values() AuctionValues { return AuctionValues{a.Welfare()} }

// AuctionWriter writes the welfare of the attention auction.
type AuctionWriter struct {
	guard   *guard
	auction *Auction
}

// SetAuctionWelfare clamps to not negative.
func (w *AuctionWriter) SetAuctionWelfare(v float32) {
	w.guard.set(&w.auction.welfare, 31, v, 0, unbounded)
}
