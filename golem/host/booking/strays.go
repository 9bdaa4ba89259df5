package booking

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
	double "bardo.run/bardo/internal/ledger"
)

// sure is how many readings of different blocks must show one difference before it is
// booked: one alone may be of a chain that is left again.
const sure = 2

// still is how many comparisons must show it where no further block comes.
const still = 5

// Strays holds readings of the wallet against its books, and books what no order explains.
type Strays struct {
	wallet *ledger.Wallet
	books  *ledger.Strays
	now    func() int64
	booked uint64               // highest block of an outcome in the books
	head   uint64               // newest block that was read
	seen   map[string]suspicion // by asset
	even   map[string]uint64    // by asset, the account's own transactions when the books last agreed
	news   []turn.Difference    // booked since they were taken
	faults []error              // since they were taken
}

// suspicion is a difference that is not sure yet: chain less books.
type suspicion struct {
	units *big.Int   // as it was shown last
	least *big.Int   // of it, what every block since the first showed
	block turn.Block // that showed it last
	times int        // blocks that showed it
	looks int        // comparisons that did
	moves uint64     // the account's own transactions when it was first seen; 0: not known
}

// Read notes a block that was read, whether or not its reading can be compared.
func (s *Strays) Read(b turn.Block) { s.head = max(s.head, b.Number) }

// Compare holds a reading of the wallet against the books. Whoever calls it has no
// order under way and nothing that is not booked yet. A reading of a chain that was left,
// or that is behind what is booked, says nothing.
func (s *Strays) Compare(r turn.Reading) {
	if s.Read(r.Block); r.Reorg != (turn.Reorg{}) || r.Block.Number < s.booked {
		return
	}
	var moves uint64
	if r.Fence != nil && r.Fence.Unread == "" {
		moves = r.Fence.Moves
	}
	s.hold(ledger.Amount{Asset: ledger.Native, Units: r.Native}, r.Block, 0) // the key's, which the account does not move
	for i := range r.Assets {
		a := &r.Assets[i]
		s.hold(ledger.Amount{Asset: a.Token.Address.Hex(), Units: a.Units}, r.Block, moves)
	}
}

// hold compares one asset, and books of a difference what so many blocks showed at least: dust
// that comes with every block hides neither a deposit nor a theft. moves is how many transactions of his own the owner sent from where it
// lies; 0: not known, or not his to move.
func (s *Strays) hold(a ledger.Amount, block turn.Block, moves uint64) {
	gap := a.Units.ToBig()
	gap.Sub(gap, s.wallet.Holdings(a.Asset))
	was := s.seen[a.Asset]
	switch {
	case gap.Sign() == 0:
		delete(s.seen, a.Asset)
		s.even[a.Asset] = moves
		return
	case was.units == nil || was.units.Sign() != gap.Sign():
		was = suspicion{least: gap}
	case gap.CmpAbs(was.least) < 0:
		was.least = gap
	}
	was.units = gap
	if was.moves == 0 {
		was.moves = moves
	}
	if was.block != block {
		was.block = block
		was.times++
	}
	was.looks++
	if s.seen[a.Asset] = was; was.times < sure && was.looks < still {
		return
	}
	book := s.book
	if s.byOwner(a.Asset, was) {
		book = s.withdraw
	}
	if rest := new(big.Int).Sub(gap, was.least); rest.Sign() == 0 {
		delete(s.seen, a.Asset)
		s.even[a.Asset] = moves
	} else {
		s.seen[a.Asset] = suspicion{units: rest, least: rest, block: block, times: 1, looks: 1, moves: moves}
	}
	if err := book(a.Asset, was.least, block); err != nil {
		s.faults = append(s.faults, fmt.Errorf("book what no order explains: %w", err))
	}
}

// withdraw books what the owner took out.
func (s *Strays) withdraw(asset string, gap *big.Int, block turn.Block) error {
	units := ledger.Amount{Asset: asset}
	units.Units.SetFromBig(new(big.Int).Abs(gap))
	s.tell(turn.StrayWithdrawn, asset, units.Units.ToBig(), block)
	return s.books.Withdrew(s.now(), units)
}

// book books a difference.
func (s *Strays) book(asset string, gap *big.Int, block turn.Block) error {
	units := ledger.Amount{Asset: asset}
	units.Units.SetFromBig(new(big.Int).Abs(gap))
	if gap.Sign() < 0 {
		s.tell(turn.StrayMissing, asset, units.Units.ToBig(), block)
		return s.books.Vanished(s.now(), units)
	}
	returned, external, err := s.books.Arrived(s.now(), units)
	s.tell(turn.StrayReturned, asset, returned, block)
	s.tell(turn.StrayDeposit, asset, external, block)
	return err
}

// paying books what the chain says the wallet paid in a block. Whatever it paid beyond what
// the books hold came from outside before two readings could show it, and is booked first.
// book is called again then, so it must bear being refused once.
func (s *Strays) paying(block turn.Block, book func() error, paid ...ledger.Amount) error {
	err := book()
	if !errors.Is(err, double.ErrOverdrawn) {
		return err
	}
	for _, a := range paid {
		short := new(big.Int).Sub(a.Units.ToBig(), s.wallet.Holdings(a.Asset))
		if short.Sign() <= 0 {
			continue
		}
		if err := s.book(a.Asset, short, block); err != nil {
			return err
		}
		s.less(a.Asset, short)
	}
	return book()
}

// less takes what was booked out of a difference that is not sure yet; how often the rest was
// shown stays.
func (s *Strays) less(asset string, units *big.Int) {
	was, there := s.seen[asset]
	if !there {
		return
	}
	if was.units = new(big.Int).Sub(was.units, units); was.units.Sign() == 0 {
		delete(s.seen, asset)
		return
	}
	was.least = was.units
	s.seen[asset] = was
}

// Unsure is what a reading showed beyond the books, what it lacked of them, and what of that
// the owner took out, by asset, as long as it is not sure.
func (s *Strays) Unsure() (more, less, taken []ledger.Amount) {
	for _, asset := range slices.Sorted(maps.Keys(s.seen)) {
		was := s.seen[asset]
		a := ledger.Amount{Asset: asset}
		a.Units.SetFromBig(new(big.Int).Abs(was.units))
		switch {
		case was.units.Sign() > 0:
			more = append(more, a)
		case s.byOwner(asset, was):
			taken = append(taken, a)
		default:
			less = append(less, a)
		}
	}
	return more, less, taken
}

// byOwner reports whether what an account lacks left it while its owner sent a transaction. The
// Golem's key sends none of the account's, so that a thief who has it is not taken for the owner.
func (s *Strays) byOwner(asset string, was suspicion) bool {
	before := s.even[asset]
	return was.units.Sign() < 0 && before > 0 && was.moves > before
}

func (s *Strays) tell(kind turn.Stray, asset string, units *big.Int, block turn.Block) {
	if units.Sign() == 0 {
		return
	}
	s.news = append(s.news, turn.Difference{Kind: kind, Asset: asset, Units: *uint256.MustFromBig(units), Block: block})
}

// News returns what was booked that no order explains, and what could not be, since
// it was asked last.
func (s *Strays) News() (news []turn.Difference, faults []error) {
	news, faults = s.news, s.faults
	s.news, s.faults = nil, nil
	return news, faults
}

// Missing says what the wallet lacks and no order explains, also where that is not sure
// yet; empty where it lacks nothing. What opens a risk is refused meanwhile (safety §1.4
// S-10). Only the return of the money ends that, and no word of an owner: a Golem whose key
// was stolen must not be told to go on by a file in its folder.
func (s *Strays) Missing() string {
	var assets []string
	for _, l := range s.books.Missing() {
		assets = append(assets, fmt.Sprintf("%s units of %s", l.Balance, l.Asset))
	}
	for asset, seen := range s.seen {
		if seen.units.Sign() < 0 {
			assets = append(assets, fmt.Sprintf("%s units of %s, as one reading says", new(big.Int).Neg(seen.units), asset))
		}
	}
	slices.Sort(assets)
	if len(assets) == 0 {
		return ""
	}
	return fmt.Sprintf("the wallet lacks what its books hold: %q; nothing is opened until it is back; look at bardo ledger, and change the key if it was not you", assets)
}

// ahead is how many blocks an outcome may be ahead of the newest block that was read. A
// receipt that names a later one says nothing more: it would put an end to all comparing.
const ahead = 256

// outcomeIn notes that the books hold the outcome of a block.
func (s *Strays) outcomeIn(b turn.Block) { s.booked = max(s.booked, min(b.Number, s.head+ahead)) }
