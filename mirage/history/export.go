package history

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"bardo.run/bardo/internal/atomicfile"

	"github.com/pelletier/go-toml/v2"
)

// gasFile is the name of the gas file that Export writes.
const gasFile = "gas-price-gwei.csv"

// Export writes a market as Load reads it: a pool file for each day, a gas file and
// market.toml. Missing minutes are left out. Files of the same names are replaced; the
// folder must exist. Loading the folder gives the same Spec and Minutes.
func Export(dir string, m Market) error {
	files := map[string]*strings.Builder{}
	var order []string
	gas := &strings.Builder{}
	gas.WriteString(strings.Join(gasColumns, ",") + "\n")
	for _, minute := range m.Minutes {
		fmt.Fprintf(gas, "%s,%s\n", minute.Time.Format(time.DateTime), gwei(minute.GasPrice))
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
	for _, name := range order {
		if err := write(dir, name, []byte(files[name].String())); err != nil {
			return err
		}
	}
	if err := write(dir, gasFile, []byte(gas.String())); err != nil {
		return err
	}
	spec, err := toml.Marshal(m.Spec.file())
	if err != nil {
		return fmt.Errorf("export %s: %w", SpecFile, err)
	}
	return write(dir, SpecFile, spec)
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
		Token0: (*tokenTOML)(&s.Token0), Token1: (*tokenTOML)(&s.Token1),
		Native: &nativeTOML{Symbol: s.Native.Symbol},
	}
	if s.Native.USD != 0 {
		f.Native.USD = &s.Native.USD
	}
	return f
}
