package morpho

import (
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
)

// Side is a part of a position.
type Side uint8

// The sides of a position.
const (
	Lent Side = iota
	Owed
	Secured // its collateral
)

// Change is what a call changed of a position: units of the token, and shares of a
// side that has them. Both are negative where the side shrank.
type Change struct {
	Market  common.Hash
	Account common.Address
	Side    Side
	Units   *big.Int
	Shares  *big.Int
}

// form is where a log keeps what a Change is made of.
type form struct {
	side    Side
	shrinks bool
	account int // topic
	units   int // word of the data; the shares, if there are any, follow
	words   int
}

var forms = map[common.Hash]form{
	hashed("Supply(bytes32,address,address,uint256,uint256)"):             {Lent, false, 3, 0, 2},
	hashed("Withdraw(bytes32,address,address,address,uint256,uint256)"):   {Lent, true, 2, 1, 3},
	hashed("Borrow(bytes32,address,address,address,uint256,uint256)"):     {Owed, false, 2, 1, 3},
	hashed("Repay(bytes32,address,address,uint256,uint256)"):              {Owed, true, 3, 0, 2},
	hashed("SupplyCollateral(bytes32,address,address,uint256)"):           {Secured, false, 3, 0, 1},
	hashed("WithdrawCollateral(bytes32,address,address,address,uint256)"): {Secured, true, 2, 1, 2},
}

func hashed(event string) common.Hash { return crypto.Keccak256Hash([]byte(event)) }

// seized is the log of a liquidation, after which what nobody pays any more is written off.
var seized = hashed("Liquidate(bytes32,address,address,uint256,uint256,uint256,uint256,uint256)")

// Changing are the first topics of the logs that ParseChanges decodes.
func Changing() []common.Hash {
	all := []common.Hash{seized}
	for topic := range forms {
		all = append(all, topic)
	}
	slices.SortFunc(all, common.Hash.Cmp)
	return all
}

// ParseChanges decodes a log of one of the six calls, or of a liquidation, which changes two sides;
// no other log changes a position.
func ParseChanges(log *types.Log) []Change {
	if c, ok := ParseChange(log); ok {
		return []Change{c}
	}
	if len(log.Topics) != 4 || log.Topics[0] != seized || len(log.Data) != 5*32 {
		return nil
	}
	f := form{shrinks: true}
	debt := Change{log.Topics[1], common.BytesToAddress(log.Topics[3][12:]), Owed, f.number(log, 0), f.number(log, 1)}
	debt.Units.Add(debt.Units, f.number(log, 3))
	debt.Shares.Add(debt.Shares, f.number(log, 4))
	return []Change{debt, {debt.Market, debt.Account, Secured, f.number(log, 2), new(big.Int)}}
}

// ParseChange decodes a log of one of the six calls. It answers false for every other.
// Who emitted it must be known from elsewhere: any contract can log the like.
func ParseChange(log *types.Log) (Change, bool) {
	if len(log.Topics) != 4 {
		return Change{}, false
	}
	f, ok := forms[log.Topics[0]]
	if !ok || len(log.Data) != 32*f.words {
		return Change{}, false
	}
	c := Change{log.Topics[1], common.BytesToAddress(log.Topics[f.account][12:]), f.side, f.number(log, f.units), new(big.Int)}
	if f.side != Secured {
		c.Shares = f.number(log, f.units+1)
	}
	return c, true
}

func (f form) number(log *types.Log, word int) *big.Int {
	n := new(big.Int).SetBytes(log.Data[32*word : 32*word+32])
	if f.shrinks {
		n.Neg(n)
	}
	return n
}
