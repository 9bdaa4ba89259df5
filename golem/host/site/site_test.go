package site

import (
	"errors"
	"slices"
	"testing"
)

func TestASiteIsReadBackFromItsWords(t *testing.T) {
	for _, s := range Of(Entry, []string{"send", "receipt"}, Before, Within, After) {
		if got, err := Parse(s.String()); err != nil || got != s {
			t.Errorf("%q came back as %v, %v", s, got, err)
		}
	}
	for _, text := range []string{"", "entry send", "entry send within now"} {
		if s, err := Parse(text); err == nil {
			t.Errorf("%q was read as %v", text, s)
		}
	}
}

func TestAHookHearsWhatWasDoneAndNotWhatFailed(t *testing.T) {
	var heard []string
	h := Hook(func(s Site) { heard = append(heard, s.String()) })
	if err := h.Around(Sync, "journal", func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	full := errors.New("full")
	if err := h.Around(Close, "ledger", func() error { return full }); !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
	if want := []string{"sync journal before", "sync journal after", "close ledger before"}; !slices.Equal(heard, want) {
		t.Errorf("heard %q, want %q", heard, want)
	}
	if err := Hook(nil).Around(Key, "wallet", func() error { return nil }); err != nil {
		t.Error(err)
	}
}
