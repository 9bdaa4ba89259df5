package golem

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/golem/agent/process"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/site"
)

// hasty is a clock that nobody has to wait for.
type hasty struct{ jumpy }

func (h *hasty) WaitUntil(ctx context.Context, t time.Time) error {
	h.jump(max(t.Sub(h.Now()), 0))
	return ctx.Err()
}

// spec: mortality §9.5: no failure prevents death. A testament that cannot be written where
// it belongs is tried again, then lies beside, and the owner is told where and how to have
// it again; the key ends all the same.
func TestADeathCompletesWhereItsTestamentCannotBeWritten(t *testing.T) {
	t.Parallel()
	d, want, _ := undisturbed(t, "lend 5% of cash", 1)
	for name, spoil := range map[string]func(t *testing.T, dir string){
		"death is a file": func(t *testing.T, dir string) {
			remove(t, dir, home.DeathDir)
			put(t, dir, home.DeathDir, "not a folder")
		},
		"the testament is a folder": func(t *testing.T, dir string) {
			if err := os.MkdirAll(filepath.Join(dir, home.TestamentFile, "in"), 0o700); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := d.again(t)
			legacy, keyEnded := site.Site{Part: site.Phase, What: lifecycle.Legacy.String(), Moment: site.Before}, false
			f := flags{config: filepath.Join(dir, "golem.toml"), dir: dir, poll: quick, clock: &hasty{}, sites: func(s site.Site) {
				if s == legacy {
					spoil(t, dir)
				}
				keyEnded = keyEnded || s.Part == site.Key && s.Moment == site.After
			}}
			said := &lines{}
			if err := live(t.Context(), f, said, said); err != nil {
				t.Fatalf("it did not die: %v\n%s", err, said)
			}
			beside := filepath.Join(dir, filepath.Base(home.TestamentFile))
			if text, err := os.ReadFile(beside); err != nil || !strings.Contains(string(text), `"golem_id"`) {
				t.Errorf("beside lies %.60q (%v)", text, err)
			}
			for _, word := range []string{"dead (", beside, "golem replay"} {
				if !strings.Contains(said.String(), word) {
					t.Errorf("it did not say %q:\n%s", word, said)
				}
			}
			if strings.Contains(said.String(), "its testament is in "+filepath.Join(dir, home.TestamentFile)) {
				t.Errorf("it named a testament that is not there:\n%s", said)
			}
			if !keyEnded {
				t.Error("the key was not destroyed")
			}
			v := &victim{t: t, dir: dir, chain: d.chain.RPC}
			if v.nonce() != want.sent {
				t.Errorf("the chain counts %d transactions, want %d", v.nonce(), want.sent)
			}
			if err := os.RemoveAll(filepath.Join(dir, home.DeathDir)); err != nil {
				t.Fatal(err)
			}
			if err := live(t.Context(), flags{config: f.config, dir: dir, poll: quick}, said, said); !errors.Is(err, process.ErrOver) {
				t.Errorf("the dead was started once more: %v", err)
			}
		})
	}
}
