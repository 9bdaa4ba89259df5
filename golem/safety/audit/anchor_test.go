package audit

import (
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/internal/atomicfile/faultfs"
)

// spec: safety §12.3 — the calldata that another program finds a mark in.
func TestAnAnchorHasTheBytesOfTheSpecification(t *testing.T) {
	m := Mark{0x0102030405060708, Hash{0xaa, 31: 0xbb}}
	head := "aa" + zeros(30) + "bb"
	if got, want := hex.EncodeToString(m.Payload()), hex.EncodeToString([]byte("BRDOAUD1"))+"0102030405060707"+head; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if got, ok := ParsePayload(m.Payload()); !ok || got != m {
		t.Errorf("read back as %s, %v", got, ok)
	}
	a := Anchored(m)
	if back, err := a.Mark(); err != nil || back != m || a != (Anchor{Seq: m.Records - 1, Head: head}) {
		t.Errorf("%+v is of %s, %v", a, back, err)
	}
	edited := func(f func(b []byte) []byte) []byte { return f(m.Payload()) }
	for name, b := range map[string][]byte{
		"nothing":          nil,
		"a byte less":      m.Payload()[:47],
		"a byte more":      append(m.Payload(), 0),
		"another magic":    edited(func(b []byte) []byte { b[0]++; return b }),
		"another version":  edited(func(b []byte) []byte { b[7]++; return b }),
		"vouches for none": edited(func(b []byte) []byte { return append(append(b[:8:8], strings.Repeat("\xff", 8)...), b[16:]...) }),
	} {
		if _, ok := ParsePayload(b); ok {
			t.Errorf("%s is an anchor", name)
		}
	}
	for name, a := range map[string]Anchor{
		"no head": {Seq: 1}, "a short head": {Seq: 1, Head: head[2:]}, "a long head": {Seq: 1, Head: head + "00"},
		"no digits": {Seq: 1, Head: "zz" + head[2:]}, "more than digits": {Seq: 1, Head: head + "zz"}, "vouches for none": {Seq: 1<<64 - 1, Head: head},
	} {
		if got, err := a.Mark(); !errors.Is(err, ErrMark) || got != (Mark{}) {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
	if _, err := (Anchor{Seq: 7, Head: "zz"}).Mark(); !strings.Contains(err.Error(), `record 7 with head "zz"`) {
		t.Errorf("it does not say which: %v", err)
	}
}

// spec: safety §12.3 — the file of the anchors, for the owner only.
func TestAnchorsAreKeptAsTheyAreWritten(t *testing.T) {
	dir := t.TempDir()
	if all, err := Anchors(dir); all != nil || err != nil {
		t.Errorf("without a file: %v, %v", all, err)
	}
	path := filepath.Join(dir, AnchorsFile)
	all := []Anchor{{Seq: 4, Head: "aa", TxHash: "0x01", Block: 9, ChainID: 8453, Time: 1_773_446_400_000, Cost: 1_234}}
	for want, list := range map[string][]Anchor{
		"[]\n": nil,
		`[
  {
    "seq": 4,
    "head_hash": "aa",
    "tx_hash": "0x01",
    "block_number": 9,
    "chain_id": 8453,
    "timestamp": 1773446400000,
    "cost_uusd": 1234
  }
]
`: all,
	} {
		if err := SaveAnchors(dir, list); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		info, bad := os.Stat(path)
		if err := errors.Join(err, bad); err != nil || string(text) != want || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v:\n%s", err, info.Mode(), text)
		}
		if got, err := Anchors(dir); err != nil || !slices.Equal(got, list) {
			t.Errorf("read back as %+v, %v", got, err)
		}
	}
	if err := SaveAnchorsTo(&faultfs.FS{Below: atomicfile.OS{}, FailAt: 1}, dir, nil); !errors.Is(err, faultfs.ErrFault) {
		t.Errorf("on a full disk: %v", err)
	}
	for name, text := range map[string]string{"no list": "{}", "cut off": `[{"seq"`} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Anchors(dir); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Anchors(folder(t, AnchorsFile)); !errors.Is(err, syscall.EISDIR) {
		t.Errorf("a folder in the file's place: %v", err)
	}
}

// folder is one that has folders in the place of files.
func folder(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range append(names, File) {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
