package ledger

import (
	double "bardo.run/bardo/internal/ledger"
	"bardo.run/bardo/internal/money"
)

const msPerDay = 24 * 60 * 60 * 1000

// Budget is the plan that the credit follows, and what it lets be spent: of each partition
// in a UTC day, and of all of it before dying.
type Budget struct {
	books    *books
	plan     Plan
	terminal bool // the terminal allocation holds
	dying    bool // and what is kept for dying may be spent
	today    day
}

// day is what was spent since 00:00 UTC, and what the caps are a share of.
type day struct {
	number int64 // days since the epoch; -1 before the first
	base   map[Partition]money.USDC
	spent  map[Partition]money.USDC
	x402   money.USDC // of what was spent, by x402
}

func newDay() day {
	return day{number: -1, base: map[Partition]money.USDC{}, spent: map[Partition]money.USDC{}}
}

// Follow has the credit divided by a plan. It is called before the first funding.
func (b *Budget) Follow(p Plan) {
	defer b.books.lock()()
	b.plan = p
}

// Keep raises what is kept for dying. It never lowers it (mortality §2.4).
func (b *Budget) Keep(reserve money.USDC) {
	defer b.books.lock()()
	b.plan.Reserve = max(b.plan.Reserve, reserve)
}

// EnterTerminal begins a death: the terminal allocation holds, and what was kept for
// dying may be spent. Later calls do nothing.
func (b *Budget) EnterTerminal(at int64) error {
	defer b.books.lock()()
	if err := b.retrench(at); err != nil {
		return err
	}
	b.dying = true
	return nil
}

// Retrench moves the available credit to the terminal allocation of mortality
// §2.5, with half of it kept for the death protocol. It is one way; later calls do
// nothing.
func (b *Budget) Retrench(at int64) error {
	defer b.books.lock()()
	return b.retrench(at)
}

func (b *Budget) retrench(at int64) error {
	if b.terminal {
		return nil
	}
	b.roll(at)
	parts, err := terminalShares.split(b.books.available())
	if err != nil {
		return err
	}
	var postings []double.Posting
	for _, p := range partitions {
		change := parts[p] - b.books.free(p)
		postings = append(postings, double.Posting{Account: p.account(), Asset: Credit, Amount: units(change)})
	}
	if _, err := b.books.post(double.Once("terminal"), at, "terminal allocation", postings); err != nil {
		return err
	}
	b.terminal = true
	b.rebase()
	return nil
}

// roll begins a new day where at lies in one. A time that went back changes
// nothing.
func (b *Budget) roll(at int64) {
	number := at / msPerDay
	if number <= b.today.number {
		return
	}
	b.today = newDay()
	b.today.number = number
	b.rebase()
}

// rebase makes the balances what the day's caps are a share of.
func (b *Budget) rebase() {
	for _, p := range partitions {
		b.today.base[p] = b.books.credit(p.account())
	}
}

// raise lets more be spent today by what was given.
func (b *Budget) raise(parts map[Partition]money.USDC) {
	for p, part := range parts {
		b.today.base[p] += part
	}
}

func (b *Budget) shares() Shares {
	if b.terminal {
		return terminalShares
	}
	return b.plan.Shares
}

// cap returns what the partition may spend today: its share of the balance at
// 00:00 UTC and of what was funded since, rounded down.
func (b *Budget) cap(p Partition) (money.USDC, error) {
	return b.plan.Caps[p].OfDown(b.today.base[p])
}

// allows judges a spending by the limits of the plan. heldX402 is what is held already for
// payments by x402.
func (b *Budget) allows(s Spend, heldX402 money.USDC) error {
	if err := b.capped(s); err != nil {
		return err
	}
	if !s.Exempt && !b.dying && b.books.available()-s.Most < b.plan.Reserve {
		return Refuse(s, ErrReserve, "%s of %s", b.plan.Reserve, b.books.available())
	}
	if !s.X402 {
		return nil
	}
	return b.strangers(s, heldX402)
}

// capped holds a spending to the day's cap of its partition.
func (b *Budget) capped(s Spend) error {
	limit, err := b.cap(s.For)
	if err != nil || s.Exempt {
		return err
	}
	if room := limit - b.today.spent[s.For] - b.books.held(s.For); s.Most > room {
		return Refuse(s, ErrDailyCap, "%s has %s left of %s today, %s is needed", s.For, max(room, 0), limit, s.Most)
	}
	return nil
}

// strangers holds payments by x402 to their own cap of the day, beside that of what they buy,
// because x402 pays strangers. Gas and the legacy are never paid that way.
func (b *Budget) strangers(s Spend, held money.USDC) error {
	if s.For != ForLLM && s.For != ForData {
		return Refuse(s, ErrX402, "the %s partition pays nobody by it", s.For)
	}
	limit, err := b.plan.X402.OfDown(b.today.base[ForLLM] + b.today.base[ForData])
	if err != nil {
		return err
	}
	if room := limit - b.today.x402 - held; s.Most > room {
		return Refuse(s, ErrX402, "%s left of %s today, %s is needed", max(room, 0), limit, s.Most)
	}
	return nil
}

// spent counts what an operation cost.
func (b *Budget) spent(r *reservation, actual money.USDC) {
	b.today.spent[r.partition] += actual
	if r.x402 {
		b.today.x402 += actual
	}
}

// returned counts what was spent at a time and is there again.
func (b *Budget) returned(p Partition, at int64, actual money.USDC) {
	if at/msPerDay == b.today.number {
		b.today.spent[p] = max(0, b.today.spent[p]-actual)
	}
}

// Part is one partition at a moment. Room is what may still be reserved today.
type Part struct {
	Partition                              Partition
	Available, Committed, Spent, Cap, Room money.USDC
}

func (b *Budget) part(p Partition) (Part, error) {
	limit, err := b.cap(p)
	free, held, spent := b.books.free(p), b.books.held(p), b.today.spent[p]
	return Part{
		Partition: p, Available: free, Committed: held, Spent: spent,
		Cap: limit, Room: max(0, min(free, limit-spent-held)),
	}, err
}
