package golem

import (
	"os"
	"path/filepath"
	"testing"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/life/verify"
	"bardo.run/bardo/life/verify/verifytest"
)

// whole wants every file of a life as it was written, and one that is damaged named.
func whole(t *testing.T, dir string) {
	t.Helper()
	verifytest.Whole(t, dir, verify.Options{})
	copied := verifytest.Copy(t, dir)
	t.Logf("%v", verifytest.Flips(t, copied, 1, verifytest.Count(), verify.Options{}))
}

// A living Golem is checked beside its process, again and again, and every file of it is whole;
// one bit that is flipped in any of its files is named, and in those of the dead one, too.
func TestEveryFlippedBitOfAGolemIsNamed(t *testing.T) {
	t.Parallel()
	m := market(t)
	dir := settings(t, m, m.Chain().Server.Endpoint(), "")
	var copied string
	code, said := spoken(t, dir, "trade 2", func() {
		steers(t, exitOK, "heard after tick", dir, "pause entries")
		for range 5 {
			if r := verifytest.Whole(t, dir, verify.Options{}); r.State != verify.Living || r.Ticks == 0 {
				t.Errorf("%+v", r)
			}
		}
		copied = verifytest.Copy(t, dir)
	})
	if code != exitOK || copied == "" {
		t.Fatalf("exit %d: %s", code, said)
	}
	if r := verifytest.Whole(t, dir, verify.Options{}); r.State != verify.Stopped {
		t.Errorf("%+v", r)
	}
	gone := verifytest.Copy(t, dir)
	if err := os.Rename(filepath.Join(gone, home.ManifestFile), filepath.Join(gone, home.ManifestFile+".prev")); err != nil {
		t.Fatal(err)
	}
	if !verifytest.Names(t, gone, home.ManifestFile, verify.Options{}) {
		t.Error("a manifest that is gone is not named")
	}
	verifytest.Hold(t, copied)
	verifytest.Whole(t, copied, verify.Options{})
	for _, seed := range verifytest.Seeds(t) {
		t.Logf("%v", verifytest.Flips(t, copied, seed, verifytest.Count(), verify.Options{}))
	}
	if code, said := ask(t, "kill", "--data-dir", dir); code != exitOK {
		t.Fatalf("kill: exit %d: %s", code, said)
	}
	if code, said := spoken(t, dir, "never", func() {}); code != exitOK {
		t.Fatalf("the death: exit %d: %s", code, said)
	}
	if r := verifytest.Whole(t, dir, verify.Options{}); r.State != verify.Dead {
		t.Errorf("%+v", r)
	}
	for _, seed := range verifytest.Seeds(t) {
		t.Logf("%v", verifytest.Flips(t, dir, seed, verifytest.Count(), verify.Options{}))
	}
}
