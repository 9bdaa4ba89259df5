package determinism_test

import (
	"path/filepath"
	"testing"

	"bardo.run/bardo/life/accounts"
	"bardo.run/bardo/mirage/artifact"
)

// spec: provisioning §8.1, DESIGN §12.5: a life in each custody in which the owner's account
// holds the money trades, comes to the same bytes twice, replays, and its books are the
// chain's.
func TestALifeUnderAGrantIsTheSameBytesAndItsBooksAreTheChains(t *testing.T) {
	for _, mode := range []string{"delegation", "localkey"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			if _, err := artifact.FindKit(); err != nil {
				t.Fatalf("MetaMask's framework is not here: %v", err)
			}
			var dirs []string
			for _, name := range []string{"one", "other"} {
				out := filepath.Join(t.TempDir(), name)
				if code, _, said := run(append(arguments(recorded(t), strategy, out), "--custody", mode, "--credit", "60")...); code != 0 {
					t.Fatalf("the life ended with %d:\n%s", code, said)
				}
				dirs = append(dirs, out)
			}
			same(t, dirs[0], dirs[1])
			if a, b := replayed(t, dirs[0]), replayed(t, dirs[1]); a.Digest != b.Digest || a.Testament != "equal" {
				t.Errorf("%+v and %+v", a, b)
			}
			s, err := accounts.Of(dirs[0])
			if err != nil {
				t.Fatal(err)
			}
			kinds := map[string]int{}
			for _, d := range s.Decisions {
				if d.Status == "executed" {
					kinds[d.Kind]++
				}
			}
			t.Logf("%v executed; %v", kinds, s.Gas)
			for _, kind := range []string{"swap", "add_liquidity", "remove_liquidity", "claim_fees"} {
				if kinds[kind] == 0 {
					t.Errorf("the account did no %s", kind)
				}
			}
			if told := kinds["declare_phase"]; mode == "delegation" && told != 2 {
				t.Errorf("the chain was told of the death %d times", told)
			}
			if !s.Sound() {
				t.Errorf("the books do not add up: %+v", s)
			}
		})
	}
}
