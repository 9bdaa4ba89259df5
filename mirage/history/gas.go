package history

import (
	"fmt"
	"math/big"
	"path/filepath"
	"slices"
	"time"

	"github.com/holiman/uint256"
)

// DefaultGasWei is the gas price of a history without any gas file: 1 gwei.
const DefaultGasWei = 1_000_000_000

var gasColumns = []string{"block_timestamp", "gas_price"}

// addGas gives every minute its gas price from a file of gwei, and the median of the
// file where a minute is not in it.
func addGas(minutes []Minute, path string) (notes []string, err error) {
	if path == "" {
		setGas(minutes, nil, uint256.NewInt(DefaultGasWei))
		return []string{"no gas file: 1 gwei in every minute"}, nil
	}
	prices, err := readGas(path)
	if err != nil {
		return nil, err
	}
	median := medianGas(prices)
	if without := setGas(minutes, prices, median); without > 0 {
		notes = append(notes, fmt.Sprintf("%d minutes have no gas price in %s: they take its median, %s gwei",
			without, filepath.Base(path), gwei(median)))
	}
	return notes, nil
}

func readGas(path string) (map[time.Time]*uint256.Int, error) {
	t, err := readTable(path)
	if err == nil {
		err = t.need(gasColumns...)
	}
	if err != nil {
		return nil, fmt.Errorf("gas: %w", err)
	}
	prices := make(map[time.Time]*uint256.Int, len(t.rows))
	err = t.each(func(r row) error {
		at, err := r.minute("block_timestamp")
		if err != nil {
			return err
		}
		if _, twice := prices[at]; twice {
			return r.wrong("block_timestamp", "each minute once; this one came before")
		}
		prices[at], err = gasWei(r)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("gas: %w", err)
	}
	if len(prices) == 0 {
		return nil, fmt.Errorf("gas: %w", &RowError{File: t.file, Line: 2, Found: "no row", Want: "at least one gas price"})
	}
	return prices, nil
}

// gasWei reads gwei, cut to whole wei.
func gasWei(r row) (*uint256.Int, error) {
	const want = "a gas price in gwei, above 0 and below 1000000"
	price, err := r.decimal("gas_price", want)
	if err != nil {
		return nil, err
	}
	wei := new(big.Int).Mul(price.Num(), big.NewInt(1_000_000_000))
	wei.Div(wei, price.Denom())
	if wei.Sign() == 0 || wei.Cmp(big.NewInt(1_000_000_000_000_000)) >= 0 {
		return nil, r.wrong("gas_price", want)
	}
	return uint256.MustFromBig(wei), nil
}

// medianGas returns the lower median.
func medianGas(prices map[time.Time]*uint256.Int) *uint256.Int {
	all := make([]*uint256.Int, 0, len(prices))
	for _, p := range prices {
		all = append(all, p)
	}
	slices.SortFunc(all, (*uint256.Int).Cmp)
	return all[(len(all)-1)/2]
}

// setGas returns how many minutes took the substitute.
func setGas(minutes []Minute, prices map[time.Time]*uint256.Int, substitute *uint256.Int) (without int) {
	for i := range minutes {
		price, ok := prices[minutes[i].Time]
		if !ok {
			price = substitute
			without++
		}
		minutes[i].GasPrice = price
	}
	return without
}

// gwei prints wei as gwei, exactly.
func gwei(wei *uint256.Int) string {
	return new(big.Rat).SetFrac(wei.ToBig(), big.NewInt(1_000_000_000)).FloatString(9)
}
