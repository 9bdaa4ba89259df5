package embedded

import (
	"errors"
	"maps"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol/table"
)

// placed is what a call that was signed puts somewhere, until a reading shows it. done says that
// its receipt is there, or never will be: a reading of its block, or a later one, shows it.
type placed struct {
	moves []cage.Placing
	done  bool
	block uint64
}

// AgesOf are how old the answers of a configuration's price feeds may be, as a reading shows its markets.
func AgesOf(c config.GolemConfig, seen turn.Reading) loss.Ages { return cage.FeedAges(c, seen.Markets) }

// CapsOf are the caps of settings, of tokens that were read.
func CapsOf(c config.GolemConfig, seen turn.Reading) cage.Caps {
	return cage.FromConfig(c, seen.Tokens(), seen.Markets).Caps
}

// placings are what a call of the book moves out of the wallet.
func (r Rules) placings(c caveat.Call, seen turn.Reading) ([]cage.Placing, error) {
	a, err := r.Book.Read(c)
	if err != nil || a.Token == (common.Address{}) || a.Amount == nil || a.Classes&(caveat.Leave|caveat.Settle) != 0 {
		return nil, err
	}
	cash := seen.Numeraire().Address
	switch first := (cage.Placing{Token: a.Token, Units: a.Amount, For: a.TokenOut}); {
	case a.Owes:
		first.Owed = true
		return []cage.Placing{first}, nil
	case a.TokenOut == cash:
		return nil, nil // a sale into cash
	case a.TokenOut != (common.Address{}):
		return []cage.Placing{first}, nil
	case a.Token2 != (common.Address{}):
		_, market, err := table.Mint(c.Data, seen)
		if err != nil {
			return nil, err
		}
		first.Markets, first.Protocol = []string{market.Handle}, market.Protocol
		second := first
		second.Token, second.Units = a.Token2, a.Amount2
		return []cage.Placing{first, second}, nil
	default:
		first.Markets, first.Protocol = table.Reached(r.Deployments, c.Target)
		return []cage.Placing{first}, nil
	}
}

// capped refuses a call of a nonce that goes beyond a cap, at the newest reading and behind what
// was signed and is not yet in it.
func (w *Wallet) capped(nonce uint64, c caveat.Call) error {
	r := w.config.Rules
	seen := w.seen.get()
	moves, err := r.placings(c, seen)
	if err != nil || moves == nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	var since []cage.Placing
	for n, p := range w.placed {
		if n != nonce { // of one nonce the chain takes one
			since = append(since, p.moves...)
		}
	}
	if no := r.Caps.Beyond(seen, since, moves); no != nil {
		return errors.New(no.Detail)
	}
	return nil
}

// place notes what a signed transaction puts somewhere.
func (w *Wallet) place(tx *types.DynamicFeeTx) {
	c := caveat.Call{Target: *tx.To, Value: common.Big0, Data: tx.Data} // coin is signed to the owner alone
	moves, err := w.config.Rules.placings(c, w.seen.get())
	if err != nil || moves == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.placed[tx.Nonce] = &placed{moves: moves}
}

// landed notes what a receipt says of a nonce: in which block it landed, that it never will, or
// that it is not known.
func (w *Wallet) landed(nonce uint64, r chain.Receipt) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if p := w.placed[nonce]; p != nil {
		p.done, p.block = r.Found || r.Lost, r.Block.Number
	}
}

// shown forgets what was placed and is in a reading of a block.
func (w *Wallet) shown(block uint64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	maps.DeleteFunc(w.placed, func(_ uint64, p *placed) bool { return p.done && p.block <= block })
}
