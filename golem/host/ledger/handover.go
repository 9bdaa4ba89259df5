package ledger

import (
	"github.com/holiman/uint256"

	double "bardo.run/bardo/internal/ledger"
	"bardo.run/bardo/internal/money"
)

// SettleHandOver is SettleGas of the transaction by which a key handed its coin to the
// next: both are the Golem's, so that only the gas is gone, and the wei that stayed behind.
func (l *Ledger) SettleHandOver(key string, at int64, actual money.USDC, gas, left *uint256.Int) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.settleGas(key, at, actual, append(double.Move(Golem, Gas, Native, gas.ToBig()), behind(left)...))
}

// Leave books coin that stays with the key of an address, because handing it over would
// cost more than it is worth. The same address again books nothing.
func (l *Ledger) Leave(address string, at int64, wei *uint256.Int) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if wei.IsZero() {
		return nil
	}
	_, err := l.post(double.Once("left/"+address), at, "left with a key that was replaced", behind(wei))
	return err
}

func behind(wei *uint256.Int) []double.Posting {
	if wei.IsZero() {
		return nil
	}
	return double.Move(Golem, Left, Native, wei.ToBig())
}
