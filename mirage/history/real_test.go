package history_test

import (
	"os"
	"path/filepath"
	"testing"

	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/history"
)

// recorded loads the real market, or skips where it is absent.
func recorded(t testing.TB) history.Market {
	t.Helper()
	dir := os.Getenv("BARDO_HISTORY_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "data")
	}
	dir = filepath.Join(dir, "uniswap-v3-polygon-usdc-weth-005")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no recorded history: set BARDO_HISTORY_DATA to the folder that holds uniswap-v3-polygon-usdc-weth-005 (%v)", err)
	}
	m, err := history.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func artifacts(t testing.TB) *artifact.Set {
	t.Helper()
	set, err := artifact.Find()
	if err != nil {
		t.Skip(err)
	}
	return set
}

func TestX(t *testing.T) {
	m := recorded(t)
	t.Log(m.Notes)
	w, err := history.Open(t.Context(), history.Config{Market: m, Seed: 7, Artifacts: artifacts(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if _, err := w.Advance(t.Context(), m.End()); err != nil {
		t.Fatal(err)
	}
	for _, l := range w.Stats().Assumptions() {
		t.Log(l)
	}
	t.Log(w.Stats())
}
