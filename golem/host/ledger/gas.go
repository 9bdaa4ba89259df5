package ledger

import (
	"github.com/holiman/uint256"

	double "bardo.run/bardo/internal/ledger"
	"bardo.run/bardo/internal/money"
)

// SettleGas ends a gas reservation: actual is the cost in micro-USDC, rounded
// up, wei what the Golem's wallet paid. It may be more than was reserved: a rollup
// charges for data at the prices of the block that takes a transaction, whatever it
// offered (chain §7 point 8). Of credit no more is spent than there is; the coins are
// booked as they left.
func (l *Ledger) SettleGas(key string, at int64, actual money.USDC, wei *uint256.Int) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.settleGas(key, at, actual, double.Move(Golem, Gas, Native, wei.ToBig()))
}

// settleGas is SettleGas with what it does to the wallet's coin.
func (l *Ledger) settleGas(key string, at int64, actual money.USDC, coin []double.Posting) error {
	hold := key
	switch r, raised := l.holder(key), l.holder(more+key); {
	case raised != nil: // before, and then the coin was not there
		hold, actual = more+key, raised.most
	case r != nil && actual > r.most:
		var err error
		if hold, actual, err = l.raise(key, at, actual); err != nil {
			return err
		}
	}
	return l.settleUnder(hold, key, at, actual, coin)
}

// more is before the key of a reservation that took the place of a smaller one.
const more = "more/"

// raise puts a larger reservation in the place of one that was too small. What the gas
// partition lacks is lent as to an exit, for it is paid already.
func (l *Ledger) raise(key string, at int64, actual money.USDC) (hold string, most money.USDC, err error) {
	if err := l.release(key, at); err != nil {
		return key, 0, err
	}
	hold, most = more+key, min(actual, l.available())
	return hold, most, l.reserveGas(hold, at, most, true)
}
