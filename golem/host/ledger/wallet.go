package ledger

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/holiman/uint256"

	double "bardo.run/bardo/internal/ledger"
)

// Wallet is what the Golem's own transactions did with its tokens, as the chain says of
// them. Their gas is booked by GasSpending.
type Wallet struct{ books *books }

// Holdings returns what the Golem's wallet holds of an asset by these books.
func (w *Wallet) Holdings(asset string) *big.Int {
	defer w.books.lock()()
	return w.books.book.Balance(Golem, asset)
}

// Swap is an executed swap. Fee is the pool's fee, in the token given and part
// of In.
type Swap struct {
	Key     string
	At      int64
	In, Out Amount
	Fee     uint256.Int
	Memo    string // empty: a swap
}

// PostSwap books a swap through the conversion account.
func (w *Wallet) PostSwap(s Swap) error {
	defer w.books.lock()()
	if s.Fee.Gt(&s.In.Units) {
		return fmt.Errorf("swap %s: the fee is more than what was given", s.Key)
	}
	given := new(uint256.Int).Sub(&s.In.Units, &s.Fee)
	postings := double.Move(Golem, Conversion, s.In.Asset, given.ToBig())
	postings = append(postings, double.Move(Golem, Fees, s.In.Asset, s.Fee.ToBig())...)
	postings = append(postings, double.Move(Conversion, Golem, s.Out.Asset, s.Out.Units.ToBig())...)
	_, err := w.books.post(double.Once(s.Key), s.At, cmp.Or(s.Memo, "swap"), postings)
	return err
}

// Liquidity is what went into a position, or came out of it.
type Liquidity struct {
	Key      string
	At       int64
	Position string
	Removed  bool
	Amounts  []Amount
}

// PostLiquidity books principal added to or removed from a position. Fees that
// come out with it are booked by CollectFees.
func (w *Wallet) PostLiquidity(q Liquidity) error {
	defer w.books.lock()()
	from, to, memo := Golem, Market, "add liquidity "
	if q.Removed {
		from, to, memo = Market, Golem, "remove liquidity "
	}
	_, err := w.books.post(double.Once(q.Key), q.At, memo+q.Position, moves(from, to, q.Amounts))
	return err
}

// CollectFees books fees that a position earned and paid out.
func (w *Wallet) CollectFees(key string, at int64, position string, earned []Amount) error {
	defer w.books.lock()()
	_, err := w.books.post(double.Once(key), at, "collect fees "+position, moves(Fees, Golem, earned))
	return err
}

// Home books what an order sent from a dead Golem's wallet to its owner. The same order
// again books nothing.
func (w *Wallet) Home(order string, at int64, sent ...Amount) error {
	defer w.books.lock()()
	sent = slices.DeleteFunc(slices.Clone(sent), func(a Amount) bool { return a.Units.IsZero() })
	if len(sent) == 0 {
		return nil
	}
	_, err := w.books.post(double.Once("home/"+order), at, "home to the owner", moves(Golem, Owner, sent))
	return err
}

// Leave books coin that stays with the key of an address, because handing it over would
// cost more than it is worth. The same address again books nothing.
func (w *Wallet) Leave(address string, at int64, wei *uint256.Int) error {
	defer w.books.lock()()
	if wei.IsZero() {
		return nil
	}
	_, err := w.books.post(double.Once("left/"+address), at, "left with a key that was replaced", behind(wei))
	return err
}

func behind(wei *uint256.Int) []double.Posting {
	if wei.IsZero() {
		return nil
	}
	return double.Move(Golem, Left, Native, wei.ToBig())
}

// TakeBack books the opposite of every recent booking under a permit's key, newest
// first: the chain took back what they told of. Gas has its own, GasSpending.Return.
func (w *Wallet) TakeBack(permitID string, at int64) error {
	defer w.books.lock()()
	for _, e := range slices.Backward(w.books.recent) {
		if strings.HasPrefix(e.key, permitID+"/") {
			if err := w.books.reverse(e, at); err != nil {
				return err
			}
		}
	}
	return nil
}
