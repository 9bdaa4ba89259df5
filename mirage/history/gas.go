package history

import (
	"fmt"
	"math/big"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/holiman/uint256"
)

const (
	// AssumedGasWei is the gas price of a history that has none: 0.01 gwei, as on Base.
	AssumedGasWei = 10_000_000
	// setupGasWei is what the world itself pays before the history begins.
	setupGasWei = 1_000_000_000
)

// Gas is what a command says of gas, over what the folder of a history does.
type Gas struct {
	Coin  Native       // without a symbol: as market.toml says, else one is assumed
	Price *uint256.Int // wei in every minute; nil: as the gas file says, else AssumedGasWei
}

var gasColumns = []string{"block_timestamp", "gas_price"}

// addGas gives every minute the price that was asked for, else its own from a file of gwei,
// with the median of the file where a minute is not in it, else one that is assumed.
func (r *reader) addGas(path string, asked *uint256.Int) (notes []string, err error) {
	minutes := r.minutes
	switch {
	case asked != nil:
		setGas(minutes, nil, asked)
		return []string{"gas costs " + gwei(asked) + " gwei in every minute, as asked for"}, nil
	case path == "":
		setGas(minutes, nil, uint256.NewInt(AssumedGasWei))
		r.gasless = "the history has no gas price: " + gwei(uint256.NewInt(AssumedGasWei)) + " gwei in every minute is assumed, as on Base; --gas-price says another"
		return []string{r.gasless}, nil
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

const wantGas = "a gas price in gwei, above 0 and below 1000000"

func gasWei(r row) (*uint256.Int, error) {
	wei, ok := parseGwei(r.text("gas_price"))
	if !ok {
		return nil, r.wrong("gas_price", wantGas)
	}
	return wei, nil
}

// ParseGasPrice reads gwei as a command has them.
func ParseGasPrice(text string) (*uint256.Int, error) {
	wei, ok := parseGwei(text)
	if !ok {
		return nil, fmt.Errorf("%.40q: want %s, as 0.01", text, wantGas)
	}
	return wei, nil
}

// parseGwei reads gwei, cut to whole wei.
func parseGwei(text string) (*uint256.Int, bool) {
	price, ok := decimal(text)
	if !ok {
		return nil, false
	}
	wei := new(big.Int).Mul(price.Num(), big.NewInt(1_000_000_000))
	wei.Div(wei, price.Denom())
	if wei.Sign() == 0 || wei.Cmp(big.NewInt(1_000_000_000_000_000)) >= 0 {
		return nil, false
	}
	return uint256.MustFromBig(wei), true
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
	text := new(big.Rat).SetFrac(wei.ToBig(), big.NewInt(1_000_000_000)).FloatString(9)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}
