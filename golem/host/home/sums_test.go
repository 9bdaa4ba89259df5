package home

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

var born = [32]byte{1, 2, 3}

func write(t *testing.T, path, text string) {
	t.Helper()
	check(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)))
}

// Signing the lock takes down every loose file; what came or went since is taken down without a
// look at the others, which may be damaged; and no bit of the sums or the lock flips unseen.
func TestTheSumsKnowEveryLooseFileAndEveryFlippedBit(t *testing.T) {
	h := open(t)
	for name, text := range map[string]string{"golem.toml": "a = 1\n", KeysDir + "/0x07.json": "{}", "logs/heartbeat.jsonl": "{}\n", DeferredFile: "{}", ManifestFile: "no"} {
		write(t, h.Path(name), text)
	}
	check(t, h.Vouch(h.Path("golem.toml")))
	if _, err := ReadSums(h.Dir()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("before the lock was signed: %v", err)
	}
	check(t, h.Sign(1, born))
	first, err := ReadSums(h.Dir())
	if err != nil || first.Birth != born || len(first.Of) != 3 {
		t.Fatalf("%v, %v", first, err)
	}
	write(t, h.Path("golem.toml"), "a = 2\n")
	write(t, h.Path("grant.json"), "{}")
	check(t, errors.Join(os.Remove(h.Path(DeferredFile)), h.VouchNew()))
	s, err := ReadSums(h.Dir())
	_, gone := s.Of[DeferredFile]
	_, came := s.Of["grant.json"]
	if err != nil || gone || !came || s.Of["golem.toml"] != first.Of["golem.toml"] {
		t.Errorf("%v, %v", s, err)
	}
	check(t, h.Vouch(h.Path("golem.toml"), filepath.Join(t.TempDir(), "elsewhere")))
	if s, err = ReadSums(h.Dir()); err != nil || s.Of["golem.toml"] == first.Of["golem.toml"] || len(s.Of) != 3 {
		t.Errorf("%v, %v", s, err)
	}
	for name, sound := range map[string]func() error{
		SumsFile: func() error { _, err := ReadSums(h.Dir()); return err },
		LockFile: func() error { _, err := Signed(h.Dir(), born); return err },
	} {
		text, err := os.ReadFile(h.Path(name))
		if err != nil || sound() != nil {
			t.Fatal(err, sound())
		}
		for at := range text {
			for bit := range 8 {
				text[at] ^= 1 << bit
				write(t, h.Path(name), string(text))
				if err := sound(); !errors.Is(err, ErrSums) && !errors.Is(err, ErrHolder) {
					t.Fatalf("bit %d of byte %d of %s: %v", bit, at, name, err)
				}
				text[at] ^= 1 << bit
			}
		}
		write(t, h.Path(name), string(text))
	}
	if _, err := Signed(h.Dir(), [32]byte{9}); !errors.Is(err, ErrHolder) {
		t.Errorf("the lock of another life: %v", err)
	}
}
