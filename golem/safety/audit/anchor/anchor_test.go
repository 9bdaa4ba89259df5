package anchor

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/internal/atomicfile/faultfs"
)

// spec: safety §12.3 — what is no anchor to the byte vouches for nothing.
func TestAnAnchorIsReadBackExactly(t *testing.T) {
	m := audit.Mark{Records: 0x0102030405060708, Head: audit.Hash{0xaa, 31: 0xbb}}
	head := "aa" + strings.Repeat("00", 30) + "bb"
	if got, ok := ParsePayload(m.Payload()); !ok || got != m {
		t.Errorf("read back as %s, %v", got, ok)
	}
	a := Of(m)
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
		if got, err := a.Mark(); !errors.Is(err, ErrMark) || got != (audit.Mark{}) {
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
	if all, err := Read(dir); all != nil || err != nil {
		t.Errorf("without a file: %v, %v", all, err)
	}
	path := filepath.Join(dir, File)
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
		if err := Save(atomicfile.OS{}, dir, list); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		info, bad := os.Stat(path)
		if err := errors.Join(err, bad); err != nil || string(text) != want || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v:\n%s", err, info.Mode(), text)
		}
		if got, err := Read(dir); err != nil || !slices.Equal(got, list) {
			t.Errorf("read back as %+v, %v", got, err)
		}
	}
	if err := Save(&faultfs.FS{Below: atomicfile.OS{}, FailAt: 1}, dir, nil); !errors.Is(err, faultfs.ErrFault) {
		t.Errorf("on a full disk: %v", err)
	}
	for name, text := range map[string]string{"no list": "{}", "cut off": `[{"seq"`} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
	}
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, File), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(folder); !errors.Is(err, syscall.EISDIR) {
		t.Errorf("a folder in the file's place: %v", err)
	}
}

// A mark is typed in by a person: what is none is not taken for one that holds.
func TestAMarkIsReadExactly(t *testing.T) {
	head := "aa" + strings.Repeat("00", 30) + "bb"
	for text, want := range map[string]audit.Mark{
		"1:" + head:                    {Records: 1, Head: audit.Hash{0xaa, 31: 0xbb}},
		"18446744073709551615:" + head: {Records: 1<<64 - 1, Head: audit.Hash{0xaa, 31: 0xbb}},
		"18446744073709551616:" + head: {}, "0:" + head: {}, "0x10:" + head: {}, "-1:" + head: {}, "010": {}, "a:" + head: {}, "": {}, ":": {},
		":" + head: {}, head: {}, "1:" + head[2:]: {}, "1:" + head + "00": {}, "1:zz" + head[2:]: {}, "1:" + head + ":": {}, "1:" + head + "zz": {},
	} {
		got, err := ParseMark(text)
		if got != want || (err == nil) != (want.Records > 0) || err != nil && (!errors.Is(err, ErrMark) || !strings.Contains(err.Error(), "RECORDS:HEAD")) {
			t.Errorf("%q is read as %+v, %v", text, got, err)
		}
		if err == nil && got.String() != text {
			t.Errorf("%q is written as %q", text, got)
		}
	}
}
