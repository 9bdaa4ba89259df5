package oracle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"

	"github.com/pelletier/go-toml/v2"
)

// seen is what one check of js/checks saw of one node.
type seen struct {
	Check   string
	Error   string
	Results map[string]string // the same on every chain
	Details map[string]string // may differ, with a reason
}

// place names a detail of a check.
func place(check, what string) string { return check + " / " + what }

// reasons are the differences that have one.
type reasons struct {
	Because []struct {
		Reason string
		Where  []string
	}
}

// minChecks is what DESIGN's issue of the oracles asks for.
const minChecks = 60

// spec: mirage-testing §6.1, §6.2, §6.4, §8: wallets and tools work unchanged.
func TestViemEthersAndCastSeeAChainLikeAnvils(t *testing.T) {
	need(t, filepath.Join(modules, "viem"))
	need(t, filepath.Join(modules, "ethers"))
	foundry(t, "cast")
	devnet, anvil := startDevnet(t), startAnvil(t, "--steps-tracing")
	var here, there []seen
	var both sync.WaitGroup
	both.Go(func() { here = devnet.check(t) })
	both.Go(func() { there = anvil.check(t) })
	both.Wait()
	if len(here) < minChecks || len(here) != len(there) {
		t.Fatalf("%d checks ran on the devnet and %d on anvil, want at least %d on both", len(here), len(there), minChecks)
	}
	found := differences(t, here, there)
	t.Logf("%d checks on both nodes, %d differences:\n%s", len(here), len(found), table(found, explained(t)))
	judge(t, found, explained(t))
}

// check runs every check of js/checks on the node, each of which must pass.
func (e endpoint) check(t *testing.T) []seen {
	all := e.watch(t)
	for _, s := range all {
		if s.Error != "" {
			t.Errorf("%s on %s: %s", s.Check, e.name, s.Error)
		}
	}
	return all
}

// watch runs every check of js/checks on the node.
func (e endpoint) watch(t *testing.T) []seen {
	var complaints bytes.Buffer
	cmd := exec.CommandContext(t.Context(), "node", filepath.Join("js", "run.mjs"), e.url)
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Errorf("checks on %s: %v\n%s", e.name, err, complaints.String())
		return nil
	}
	var all []seen
	for line := range bytes.Lines(out) {
		var s seen
		if err := json.Unmarshal(line, &s); err != nil {
			t.Errorf("checks on %s: %v in %q", e.name, err, line)
			continue
		}
		all = append(all, s)
	}
	return all
}

// difference is a detail that the two nodes answer differently.
type difference struct{ where, devnet, anvil string }

// differences compares check by check. A result that differs fails at once.
func differences(t *testing.T, here, there []seen) (found []difference) {
	for i, s := range here {
		o := there[i]
		if s.Check != o.Check {
			t.Fatalf("check %d is %q on the devnet and %q on anvil", i, s.Check, o.Check)
		}
		if s.Error != "" || o.Error != "" {
			continue
		}
		for _, what := range names(s.Results, o.Results) {
			if a, b := s.Results[what], o.Results[what]; a != b {
				t.Errorf("%s: a result\ndevnet %s\nanvil  %s", place(s.Check, what), a, b)
			}
		}
		for _, what := range names(s.Details, o.Details) {
			if a, b := s.Details[what], o.Details[what]; a != b {
				found = append(found, difference{place(s.Check, what), a, b})
			}
		}
	}
	return found
}

func names(maps ...map[string]string) (all []string) {
	for _, m := range maps {
		for name := range m {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// explained returns the reason of every difference that has one.
func explained(t *testing.T) map[string]string {
	text, err := os.ReadFile(filepath.Join("testdata", "differences.toml"))
	if err != nil {
		t.Fatal(err)
	}
	var r reasons
	if err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&r); err != nil {
		t.Fatalf("differences.toml: %v", err)
	}
	all := map[string]string{}
	for _, b := range r.Because {
		for _, where := range b.Where {
			if all[where] != "" || b.Reason == "" {
				t.Errorf("differences.toml: %s is listed twice, or without a reason", where)
			}
			all[where] = b.Reason
		}
	}
	return all
}

// judge fails what is not explained, and explanations of nothing.
func judge(t *testing.T, found []difference, why map[string]string) {
	for _, d := range found {
		if why[d.where] == "" {
			t.Errorf("%s: devnet %s, anvil %s: mend it, or explain it in differences.toml", d.where, d.devnet, d.anvil)
		}
	}
	for _, where := range names(why) {
		if !slices.ContainsFunc(found, func(d difference) bool { return d.where == where }) {
			t.Errorf("%s does not differ: take it from differences.toml", where)
		}
	}
}

// table lays the differences out.
func table(found []difference, why map[string]string) string {
	var out strings.Builder
	w := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "difference\tdevnet\tanvil\tbecause")
	for _, d := range found {
		fmt.Fprintf(w, "%s\t%.32q\t%.32q\t%s\n", d.where, d.devnet, d.anvil, why[d.where])
	}
	_ = w.Flush() // a strings.Builder takes everything
	return out.String()
}
