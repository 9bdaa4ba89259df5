package history

import (
	"math/big"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/deploy/kit"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/core/types"
)

// LenderFigures say what the borrower did at a lender. Values are smallest units of USDC, interest
// left out.
type LenderFigures struct {
	Handle        string
	Loans, Repaid int
	Refused       int // loans for which the lender was short, because of somebody else
	Owed, Most    *big.Int
}

// desk is one lender, and the borrower's debt there.
type desk struct {
	Lender
	borrower       common.Address
	at, coin, usdc common.Address
	market         bind.MarketParams // of Morpho Blue
	next           int               // use
	owed           *big.Int
	stats          LenderFigures
}

func newDesk(l Lender, book deploy.Book, first Spec, borrower common.Address) *desk {
	d := &desk{
		Lender: l, borrower: borrower, at: book.Address("AavePool"), coin: book.Token(first.Base().Symbol), usdc: book.Token(first.QuoteToken().Symbol),
		owed: new(big.Int), stats: LenderFigures{Handle: l.Protocol, Most: new(big.Int)},
	}
	if l.Protocol == kit.MorphoBlue {
		d.at, d.market = book.Address("Morpho"), kit.MorphoMarket(book)
	}
	return d
}

// listed is the lender as the book has it.
func (d *desk) listed() deploy.Lender {
	l := deploy.Lender{Handle: d.Protocol, Protocol: d.Protocol, Address: d.at}
	if d.Protocol == kit.MorphoBlue {
		l.ID = kit.MorphoID(d.market)
	}
	return l
}

// begin is what the borrower does before the life: it supplies its collateral, and allows the lender
// to take back what it borrows.
func (d *desk) begin(pledge *big.Int) []Errand {
	supply := bind.NewAavePool().PackSupply(d.coin, pledge, d.borrower, 0)
	if d.Protocol == kit.MorphoBlue {
		supply = bind.NewMorpho().PackSupplyCollateral(d.market, pledge, d.borrower, []byte{})
	}
	erc20 := bind.NewERC20()
	return []Errand{
		{To: &d.coin, Data: erc20.PackApprove(d.at, pledge)},
		{To: &d.at, Data: supply},
		{To: &d.usdc, Data: erc20.PackApprove(d.at, math.MaxBig256)},
	}
}

// change is by how much the debt changes in a block: to the last use that has begun.
func (d *desk) change(block int) *big.Int {
	to := d.owed
	for d.next < len(d.Uses) && d.Uses[d.next].Block <= block {
		to = d.due(d.Uses[d.next])
		d.next++
	}
	return new(big.Int).Sub(to, d.owed)
}

// call borrows or, below 0, repays.
func (d *desk) call(by *big.Int) (to common.Address, data []byte) {
	amount, variable := new(big.Int).Abs(by), big.NewInt(2)
	aave, morpho := bind.NewAavePool(), bind.NewMorpho()
	switch {
	case d.Protocol == kit.MorphoBlue && by.Sign() > 0:
		data = morpho.PackBorrow(d.market, amount, new(big.Int), d.borrower, d.borrower)
	case d.Protocol == kit.MorphoBlue:
		data = morpho.PackRepay(d.market, amount, new(big.Int), d.borrower, []byte{})
	case by.Sign() > 0:
		data = aave.PackBorrow(d.usdc, amount, variable, 0, d.borrower)
	default:
		data = aave.PackRepay(d.usdc, amount, variable, d.borrower)
	}
	return d.at, data
}

// bookLoans takes over loans by their receipts. One that was refused is left, until the plan changes again.
func bookLoans(loans []loan, receipts types.Receipts) {
	for i, l := range loans {
		d := l.at
		switch {
		case receipts[i].Status != types.ReceiptStatusSuccessful:
			d.stats.Refused++
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
