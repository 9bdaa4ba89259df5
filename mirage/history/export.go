package history

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bardo.run/bardo/internal/atomicfile"

	"github.com/pelletier/go-toml/v2"
)

// gasFile is the name of the gas file that Export writes.
const gasFile = "gas-price-gwei.csv"

// Export writes a market as Load reads it: a pool file for each day, a gas file and
// market.toml. Missing minutes are left out. Files of the same names are replaced; the
// folder must exist, and a csv file in it that is not replaced is ErrOccupied. Loading the
// folder gives the same Spec and Minutes.
func Export(dir string, m Market) error {
	files, order := poolFiles(m)
	if err := vacant(dir, append(order, gasFile)); err != nil {
		return err
	}
	for _, name := range order {
		if err := write(dir, name, []byte(files[name].String())); err != nil {
			return err
		}
	}
	if err := write(dir, gasFile, gasRows(m)); err != nil {
		return err
	}
	spec, err := toml.Marshal(m.Spec.file())
	if err != nil {
		return fmt.Errorf("export %s: %w", SpecFile, err)
	}
	return write(dir, SpecFile, spec)
}

// gasRows is the gas file of a market.
func gasRows(m Market) []byte {
	var gas strings.Builder
	gas.WriteString(strings.Join(gasColumns, ",") + "\n")
	for _, minute := range m.Minutes {
		fmt.Fprintf(&gas, "%s,%s\n", minute.Time.Format(time.DateTime), gwei(minute.GasPrice))
	}
	return []byte(gas.String())
}

// poolFiles are a pool file for each day of a market, and their names in order.
func poolFiles(m Market) (files map[string]*strings.Builder, order []string) {
	files = map[string]*strings.Builder{}
	for _, minute := range m.Minutes {
		if minute.Missing {
			continue
		}
		name := minute.Time.Format(time.DateOnly) + ".minute.csv"
		if files[name] == nil {
			files[name] = &strings.Builder{}
			files[name].WriteString("timestamp,closeTick,openTick,lowestTick,highestTick,inAmount0,inAmount1,currentLiquidity\n")
			order = append(order, name)
		}
		fmt.Fprintf(files[name], "%s,%d,%d,%d,%d,%s,%s,%s\n", minute.Time.Format(time.DateTime),
			minute.Close, minute.Open, minute.Low, minute.High, minute.In0.Dec(), minute.In1.Dec(), minute.Liquidity.Dec())
	}
	return files, order
}

// ErrOccupied is wrapped where a folder holds other data, which would be read as part of
// the market that is written to it.
var ErrOccupied = errors.New("the folder holds other data, which would be read as part of this market")

// vacant refuses a folder with other data files than those to be written.
func vacant(dir string, names []string) error {
	there, err := csvNames(dir)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	for _, name := range there {
		if !slices.Contains(names, name) {
			return fmt.Errorf("export %s: %w: %s", dir, ErrOccupied, name)
		}
	}
	return nil
}

func write(dir, name string, data []byte) error {
	if err := atomicfile.Write(filepath.Join(dir, name), 0o644, data); err != nil {
		return fmt.Errorf("export %s: %w", name, err)
	}
	return nil
}

// file returns the spec as market.toml holds it.
func (s Spec) file() specTOML {
	quote, gas := s.QuoteToken().Symbol, gasFile
	f := specTOML{
		Fee: &s.Fee, Quote: &quote, Gas: &gas,
		Token0: s.Token0.file(), Token1: s.Token1.file(),
		Native: &nativeTOML{Symbol: s.Native.Symbol},
	}
	if s.Native.USD != 0 {
		f.Native.USD = &s.Native.USD
	}
	return f
}
