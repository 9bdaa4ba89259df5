package bardo

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/life/experiment/findings"
	"bardo.run/bardo/life/experiment/sheet"
)

// toldFlags are the flags of the commands that tell findings.
type toldFlags struct{ page, csv, parquet string }

func (f *toldFlags) on(c *cobra.Command) {
	c.Flags().StringVar(&f.page, "page", "", "also write one page for a browser to this file")
	c.Flags().StringVar(&f.csv, "csv", "", "also write a line for each life to this file, comma-separated")
	c.Flags().StringVar(&f.parquet, "parquet", "", "also write a row for each life to this file, as Parquet")
}

// check refuses a file that holds something else.
func (f toldFlags) check() error {
	for _, to := range f.files() {
		if err := home.Spare("", to.path, to.such); err != nil {
			return err
		}
	}
	return nil
}

// file is one that findings are written to.
type file struct {
	path  string
	such  func(text []byte) bool
	write func(io.Writer, findings.Findings) error
}

// files are those that the flags name.
func (f toldFlags) files() []file {
	all := []file{{f.page, sheet.IsPage, sheet.Page}, {f.csv, sheet.IsCSV, sheet.CSV}, {f.parquet, sheet.IsParquet, sheet.Parquet}}
	return slices.DeleteFunc(all, func(to file) bool { return to.path == "" })
}

// tell prints findings, and writes them where the flags say.
func (f toldFlags) tell(sh *shell, found findings.Findings) error {
	for _, to := range f.files() {
		var b bytes.Buffer
		if err := to.write(&b, found); err != nil {
			return err
		}
		if err := atomicfile.Write(to.path, 0o600, b.Bytes()); err != nil {
			return err
		}
	}
	if sh.json {
		return json.NewEncoder(sh.out).Encode(found)
	}
	if err := sheet.Text(sh.out, found); err != nil {
		return err
	}
	if f.page != "" {
		_, err := io.WriteString(sh.out, "  look      "+f.page+"\n")
		return err
	}
	return nil
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
