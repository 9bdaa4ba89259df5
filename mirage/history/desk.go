package history

import (
	"context"
	"math/big"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/deploy/kit"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// LenderFigures say what was done at a lender by who uses it. Values are smallest units of USDC,
// interest left out.
type LenderFigures struct {
	Handle        string
	Owned         bool // its owner uses it, and pays interest
	Loans, Repaid int
	Refused       int // loans for which the lender was short, because of somebody else
	Owed, Most    *big.Int
	Paid          *big.Int // interest
}

// desk is one lender, and what is owed to it by the account that uses it.
type desk struct {
	Lender
	kit.Use
	clerk   *clerk
	usdc    common.Address
	next    int      // use
	accrued *big.Int // interest that is not paid yet, in yearly parts
	owed    *big.Int
	stats   LenderFigures
}

func newDesk(l Lender, book deploy.Book, c *clerk) (*desk, error) {
	owned, err := kit.Owned(l.Protocol)
	if err != nil {
		return nil, err
	}
	use, err := kit.UseOf(l.Protocol, book, addressOf(c.key))
	return &desk{
		Lender: l, Use: use, clerk: c, usdc: book.Address("USDC"), accrued: new(big.Int), owed: new(big.Int),
		stats: LenderFigures{Handle: l.Protocol, Owned: owned, Most: new(big.Int), Paid: new(big.Int)},
	}, err
}

// listed is the lender as the book has it.
func (d *desk) listed() deploy.Lender {
	return deploy.Lender{Handle: d.Protocol, Protocol: d.Protocol, Address: d.At, ID: d.ID}
}

// change is by how much what is owed changes in a block: to the last use that has begun. An owner who
// uses all takes what lies there, whoever put it in.
func (d *desk) change(ctx context.Context, block int) (*big.Int, error) {
	to, whole := d.owed, false
	for d.next < len(d.Uses) && d.Uses[d.next].Block <= block {
		to, whole = d.due(d.Uses[d.next]), d.stats.Owned && d.Uses[d.next].Share == 1
		d.next++
	}
	if whole {
		return d.cash(ctx)
	}
	return new(big.Int).Sub(to, d.owed), nil
}

// cash is what lies at the lender at the head.
func (d *desk) cash(ctx context.Context) (*big.Int, error) {
	node := d.clerk.node
	b := rpc.New(node.Server.Port()).At(node.Chain.Head().Hash())
	read := b.Call(d.usdc, bind.NewERC20().PackBalanceOf(d.At))
	if err := b.Do(ctx); err != nil {
		return nil, err
	}
	answer, err := read.Value()
	return new(big.Int).SetBytes(answer), err
}

// Interest is counted each block and paid once a minute.
const (
	perWhole     = 1_000_000_000
	blocksOfYear = 365 * 24 * 60 * Phases
)

// interest is what an owner pays in a block for what it lent out; zero between two payments, and
// where the lender counts what is owed itself.
func (d *desk) interest(block int) *big.Int {
	if d.Pay == nil {
		return new(big.Int)
	}
	d.accrued.Add(d.accrued, new(big.Int).Mul(d.owed, big.NewInt(int64(d.Rate*perWhole))))
	if block%Phases != PhaseOpen {
		return new(big.Int)
	}
	units := new(big.Int)
	units.QuoRem(d.accrued, big.NewInt(perWhole*blocksOfYear), d.accrued)
	return units
}

// call is the transaction of a loan.
func (l loan) call() deploy.Call {
	amount := new(big.Int).Abs(l.by)
	switch {
	case l.pays:
		return l.at.Pay(amount)
	case l.by.Sign() > 0:
		return l.at.Take(amount)
	}
	return l.at.Give(amount)
}

// bookLoans takes over loans by their receipts. One that was refused is left, until the plan changes again.
func bookLoans(loans []loan, receipts types.Receipts) {
	for i, l := range loans {
		d := l.at
		switch {
		case receipts[i].Status != types.ReceiptStatusSuccessful:
			d.stats.Refused++
			continue
		case l.pays:
			d.stats.Paid = new(big.Int).Add(d.stats.Paid, l.by)
			continue
		case l.by.Sign() > 0:
			d.stats.Loans++
		default:
			d.stats.Repaid++
		}
		d.owed = new(big.Int).Add(d.owed, l.by)
		if d.owed.Cmp(d.stats.Most) > 0 {
			d.stats.Most = d.owed
		}
	}
}
