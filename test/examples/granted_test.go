package examples_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/life/report"
)

// Part of an hour of a basket, lived in its owner's account: one grant is of markets and lenders of every
// protocol that the strategy names, and an asset that no market trades for dollars goes over another one there and
// back. What is beyond a cap of its owner's is refused by who holds it, and the report says by whom. Replay,
// books and reasons are as in every life.
//
// spec: provisioning §8.4, safety §7.1, §7.6
func TestALifeUnderAGrantTradesInManyMarkets(t *testing.T) {
	t.Parallel()
	bardo := program(t)
	data, _ := hours(t, "basket", 35*time.Minute, nil)
	settings := filepath.Join(t.TempDir(), "golem.toml")
	text := "[golem]\nnetwork = \"devnet\"\n[risk]\nstart_stage = \"full\"\n[safety]\nmax_asset = [\"wbtc 5%\"]\n[safety.spending_limits]\nper_session = 1000000000\n"
	if err := os.WriteFile(settings, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for custody, c := range map[string]struct {
		refusal string
		onChain bool
	}{
		"delegation": {"the cage refused: max_asset.", true},
		"localkey":   {"wbtc would be above its 5.00% of equity", false},
		"embedded":   {"wbtc would be above its 5.00% of equity", false},
	} {
		t.Run(custody, func(t *testing.T) {
			if custody != "delegation" && os.Getenv("BARDO_LONG") == "" {
				t.Skip("the same life in each other custody runs with BARDO_LONG=1")
			}
			strategy, wants := filepath.Join("testdata", "granted.md"), []string{
				"buy weth-usdc-5", "buy weth-usdc-30-v2", "buy weth-usdc-5-v4", "buy wbtc-usdc-5", "buy aave-weth-30", "sell aave-weth-30*",
				"supply aave-v3", "supply erc-4626", "supply morpho-blue", "withdraw aave-v3", "withdraw erc-4626", "withdraw morpho-blue",
			}
			if custody == "embedded" {
				shut(t, bardo, strategy, "--history", data, "--config", settings)
				strategy, wants = enclosed(t, strategy), slices.Delete(wants, 1, 3)
			}
			l := throughout(t, bardo, strategy, "--history", data, "--custody", custody, "--config", settings)
			t.Log(l.told())
			used := l.venues()
			for _, want := range wants {
				// With a star, whichever of the asset's markets was best then.
				if name, any := strings.CutSuffix(want, "*"); used[name] == 0 && (!any || used[name+"-v4"] == 0) {
					t.Errorf("never %s: %v", want, used)
				}
			}
			limits := l.report.Fate.Limits
			if !slices.ContainsFunc(limits.Refusals, func(r report.Refused) bool { return strings.Contains(r.Example, c.refusal) }) {
				t.Errorf("refused was %+v, want %q", limits.Refusals, c.refusal)
			}
			if !slices.ContainsFunc(limits.Rows, func(r report.Limit) bool {
				return r.OnChain == c.onChain && strings.HasPrefix(r.Value, "5.00%")
			}) {
				t.Errorf("the report has no cap of 5.00%% where it is held: %+v", limits.Rows)
			}
		})
	}
}

// shut expects that no life begins in an enclave that would sign nothing of two of the strategy's
// protocols.
func shut(t *testing.T, bardo, strategy string, market ...string) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "life")
	said, err := exec.CommandContext(t.Context(), bardo, append([]string{"live", "--strategy", strategy, "--custody", "embedded", "--out", out}, market...)...).CombinedOutput()
	if err == nil || !strings.Contains(string(said), "uniswap-v2: no rule of an enclave holds its calls") || !strings.Contains(string(said), "take uniswap-v4 out of safety.approved_protocols and of the strategy's protocols, or choose another custody") {
		t.Errorf("in an enclave: %v\n%s", err, said)
	}
}

// enclosed is a strategy as an enclave can sign it: it buys in one market what it bought in three.
func enclosed(t *testing.T, strategy string) string {
	t.Helper()
	text, err := os.ReadFile(strategy)
	if err != nil {
		t.Fatal(err)
	}
	text = []byte(strings.NewReplacer(`"uniswap-v2", "uniswap-v4", `, "", "weth-usdc-30-v2", "weth-usdc-5", "weth-usdc-5-v4", "weth-usdc-5").Replace(string(text)))
	path := filepath.Join(t.TempDir(), "enclosed.md")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
