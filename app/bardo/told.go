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
type toldFlags struct{ page, csv string }

func (f *toldFlags) on(c *cobra.Command) {
	c.Flags().StringVar(&f.page, "page", "", "also write one page for a browser to this file")
	c.Flags().StringVar(&f.csv, "csv", "", "also write a line for each life to this file, comma-separated")
}

// check refuses a file that holds something else.
func (f toldFlags) check() error {
	if f.page != "" {
		if err := home.Spare("", f.page, sheet.IsPage); err != nil {
			return err
		}
	}
	if f.csv != "" {
		return home.Spare("", f.csv, sheet.IsCSV)
	}
	return nil
}

// tell prints findings, and writes them where the flags say.
func (f toldFlags) tell(sh *shell, found findings.Findings) error {
	for _, to := range []struct {
		path  string
		write func(io.Writer, findings.Findings) error
	}{{f.page, sheet.Page}, {f.csv, sheet.CSV}} {
		if to.path == "" {
			continue
		}
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
