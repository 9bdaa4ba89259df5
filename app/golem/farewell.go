package golem

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/mind/thanatopsis"
)

// farewell tells the owner on the terminal what a death could not settle, with what to
// do about each (mortality §9.3), and where its testament is.
func farewell(out io.Writer, dir string, cause lifecycle.Cause) {
	path := home.Paper(dir, home.TestamentFile)
	if _, err := os.Stat(path); err != nil {
		fmt.Fprintf(out, "dead (%s); its testament could not be written: golem replay %s --testament FILE writes it\n", cause, dir)
		return
	}
	for _, l := range stranded(path) {
		fmt.Fprintf(out, "left: %s, worth %s: %s\n  what to do: %s\n", l.What, l.Value, l.Reason, l.Advice)
	}
	fmt.Fprintf(out, "dead (%s); its testament is in %s\n", cause, path)
	if place := filepath.Join(dir, home.TestamentFile); path != place {
		fmt.Fprintf(out, "it could not be written to %s; golem replay %s --testament FILE writes it again\n", place, dir)
	}
}

// stranded is what a testament names. Of one that cannot be read nothing is told here:
// the log said why it was not written.
func stranded(path string) []thanatopsis.Leftover {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	var t thanatopsis.Testament
	if json.Unmarshal(text, &t) != nil {
		return nil
	}
	return t.Settlement.Stranded
}
