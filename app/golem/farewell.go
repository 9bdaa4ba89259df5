package golem

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/mind/thanatopsis"
)

// farewell tells the owner on the terminal what a death settled, what it could not settle, with
// what to do about each (mortality §9.3), where the money is, and where the testament.
func farewell(out io.Writer, dir string, cause lifecycle.Cause) {
	path := home.Paper(dir, home.TestamentFile)
	if _, err := os.Stat(path); err != nil {
		fmt.Fprintf(out, "dead (%s); its testament could not be written: golem replay %s --testament FILE writes it\n", cause, dir)
		return
	}
	if will, ok := testament(path); ok {
		settled(out, will.Settlement)
		remains(out, will)
	}
	fmt.Fprintf(out, "dead (%s); its testament is in %s\n", cause, path)
	if place := filepath.Join(dir, home.TestamentFile); path != place {
		fmt.Fprintf(out, "it could not be written to %s; golem replay %s --testament FILE writes it again\n", place, dir)
	}
}

// testament reads what a Golem left in writing. Of one that cannot be read nothing is told: the
// log said why it was not written.
func testament(path string) (t thanatopsis.Testament, ok bool) {
	text, err := os.ReadFile(path)
	return t, err == nil && json.Unmarshal(text, &t) == nil
}

func settled(out io.Writer, s thanatopsis.Settlement) {
	for _, d := range s.Actions {
		how, hash := "settled", ""
		if !d.Success {
			how = "not settled"
		}
		if x := d.Action.Execution; x != nil && x.TxHash != (common.Hash{}) {
			hash = ", " + x.TxHash.Hex()
		}
		fmt.Fprintf(out, "%s: %s of %s, worth %s, gas %s USDC%s\n", how, strings.ReplaceAll(cmp.Or(d.Action.Preview.Kind, "order"), "_", " "), d.What, d.Value, d.Gas, hash)
	}
	for _, l := range s.Stranded {
		fmt.Fprintf(out, "left: %s, worth %s: %s\n  what to do: %s\n", l.What, l.Value, l.Reason, l.Advice)
	}
}

// remains says where the money is, and how its owner comes by it.
func remains(out io.Writer, t thanatopsis.Testament) {
	for _, s := range t.Wallet.Swept {
		fmt.Fprintf(out, "to its owner %s: %s units of %s, %s %s\n", t.Identity.Owner, s.Units, s.Asset, s.State, s.TxHash)
	}
	var held []string
	for _, h := range t.Wallet.Balances {
		if h.Units != "0" {
			held = append(held, h.Units+" "+h.Token)
		}
	}
	fmt.Fprintf(out, "it leaves %s; %s of the chain's coin in %s\n", listed(held), t.Wallet.Native, t.Identity.Wallet)
	if t.Wallet.Recovery != "" {
		fmt.Fprintf(out, "  %s\n", t.Wallet.Recovery)
	}
}
