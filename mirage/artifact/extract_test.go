package artifact

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

// entry is one member of a test tarball.
type entry struct {
	name, body string
	kind       byte // 0: a plain file
}

// tarball packs entries and returns the package that names it by its true hash.
func tarball(t testing.TB, keep []Keep, entries ...entry) (Package, []byte) {
	t.Helper()
	var buf bytes.Buffer
	gz := gzip.NewWriter(&buf)
	w := tar.NewWriter(gz)
	for _, e := range entries {
		h := &tar.Header{Name: e.name, Mode: 0o644, Typeflag: tar.TypeReg, Size: int64(len(e.body))}
		if e.kind != 0 {
			h.Typeflag, h.Linkname, h.Size = e.kind, "/etc/passwd", 0
		}
		check(t, w.WriteHeader(h))
		if e.kind == 0 {
			if _, err := w.Write([]byte(e.body)); err != nil {
				t.Fatal(err)
			}
		}
	}
	check(t, errors.Join(w.Close(), gz.Close()))
	sum := sha512.Sum512(buf.Bytes())
	p := Package{
		Name: "@a/b", Version: "1.0.0", Licence: "MIT", Keep: keep,
		Integrity: "sha512-" + base64.StdEncoding.EncodeToString(sum[:]),
	}
	return p, buf.Bytes()
}

func keepCopy(body string) []Keep {
	return []Keep{{File: "L", Path: "LICENSE", Kind: KindCopy, SHA256: fileSum([]byte(body))}}
}

func TestExtractRefuses(t *testing.T) {
	good := entry{name: "package/LICENSE", body: "free"}
	for _, c := range []struct {
		name    string
		entries []entry
		spoil   func(*Package, *[]byte)
		want    error
	}{
		{
			name: "a tarball with another hash", entries: []entry{good}, want: ErrHash,
			spoil: func(_ *Package, b *[]byte) { (*b)[len(*b)-1] ^= 1 },
		},
		{name: "a kept file with another hash", entries: []entry{{name: "package/LICENSE", body: "not free"}}, want: ErrHash},
		{name: "a missing file", entries: []entry{{name: "package/README", body: "x"}}, want: ErrAbsent},
		{name: "an entry that climbs out", entries: []entry{good, {name: "package/../../LICENSE", body: "x"}}, want: ErrHostile},
		{name: "an absolute entry", entries: []entry{good, {name: "/etc/passwd", body: "x"}}, want: ErrHostile},
		{name: "an entry with a backslash", entries: []entry{good, {name: `package\..\x`, body: "x"}}, want: ErrHostile},
		{name: "a link in place of a file", entries: []entry{{name: "package/LICENSE", kind: tar.TypeSymlink}}, want: ErrHostile},
		{name: "a file that comes twice", entries: []entry{good, good}, want: ErrHostile},
		{
			name: "a tarball cut short", entries: []entry{good}, want: ErrHostile,
			spoil: func(p *Package, b *[]byte) { rehash(p, b, (*b)[:len(*b)/2]) },
		},
		{
			name: "what is no tarball", entries: []entry{good}, want: ErrHostile,
			spoil: func(p *Package, b *[]byte) { rehash(p, b, []byte("hello")) },
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, b := tarball(t, keepCopy("free"), c.entries...)
			if c.spoil != nil {
				c.spoil(&p, &b)
			}
			files, err := extract(p, b, t.TempDir())
			if !errors.Is(err, c.want) || files != nil {
				t.Fatalf("got %v files, %v; want %v", len(files), err, c.want)
			}
		})
	}
}

func rehash(p *Package, b *[]byte, body []byte) {
	*b = bytes.Clone(body)
	sum := sha512.Sum512(*b)
	p.Integrity = "sha512-" + base64.StdEncoding.EncodeToString(sum[:])
}

func TestExtractKeepsInterfaceCodeAndLinks(t *testing.T) {
	src := `{"contractName":"A","abi":[ {"type":"fallback"} ],"bytecode":"0x60__$0123456789012345678901234567890123$__5b",
	 "deployedBytecode":"0x00","linkReferences":{"x.sol":{"Lib":[{"start":1,"length":20}]}}}`
	p, b := tarball(t, []Keep{{File: "A.json", Path: "out/A.json", Kind: KindJSON}}, entry{name: "package/out/A.json", body: src})
	p.Keep[0].SHA256 = keptSum(t, p, b)
	files, err := extract(p, b, t.TempDir())
	check(t, err)
	var c Contract
	check(t, json.Unmarshal(files["A.json"], &c))
	if c.Name != "A" || c.Package != "@a/b" || c.Licence != "MIT" {
		t.Errorf("origin lost: %+v", c)
	}
	if _, err := c.Code(nil); err == nil {
		t.Error("code without its library was handed out")
	}
	lib := common.HexToAddress("0x00000000000000000000000000000000000000ff")
	code, err := c.Code(map[string]common.Address{"Lib": lib})
	if err != nil || code[0] != 0x60 || !bytes.Equal(code[1:21], lib[:]) || code[21] != 0x5b || len(code) != 22 {
		t.Errorf("linked code %x, %v", code, err)
	}
	if bytes.Equal(code, c.Creation) {
		t.Error("linking changed the artifact itself")
	}
}

// keptSum is the hash that extract computes for the package's only file.
func keptSum(t *testing.T, p Package, b []byte) string {
	t.Helper()
	src, err := unpack(p, b)
	check(t, err)
	out, err := convert(p, p.Keep[0], src, t.TempDir())
	check(t, err)
	return fileSum(out)
}

func TestCaptureNeedsExactlyOneMatch(t *testing.T) {
	for src, ok := range map[string]bool{`hex"00ff"`: true, `none`: false, `hex"00" hex"01"`: false, `hex"0"`: false} {
		_, err := capture(`hex"([0-9a-f]+)"`, []byte(src))
		if (err == nil) != ok {
			t.Errorf("%s: %v", src, err)
		}
	}
}

func FuzzUnpack(f *testing.F) {
	p, b := tarball(f, keepCopy("free"), entry{name: "package/LICENSE", body: "free"})
	f.Add(b)
	f.Fuzz(func(t *testing.T, body []byte) {
		found, err := unpack(p, body)
		if err == nil && len(found) > 1 {
			t.Fatal("found more than was asked for")
		}
	})
}

// server is a pack that counts what it is asked for.
type server struct {
	tarball []byte
	asked   int
}

func (s *server) pack(context.Context, Package) ([]byte, error) {
	s.asked++
	return s.tarball, nil
}

func TestFetchIsIdempotentAndMends(t *testing.T) {
	p, b := tarball(t, keepCopy("free"), entry{name: "package/LICENSE", body: "free"})
	lock, dir, npm := Lock{Packages: []Package{p}}, filepath.Join(t.TempDir(), "artifacts"), &server{tarball: b}
	run := func(wantWrote int, want ...State) {
		t.Helper()
		var got []State
		n, err := fetch(t.Context(), lock, dir, npm.pack, func(p Progress) { got = append(got, p.State) })
		if err != nil || n != wantWrote {
			t.Fatalf("wrote %d, %v; want %d", n, err, wantWrote)
		}
		if len(got) != len(want) || got[0] != want[0] || got[len(got)-1] != want[len(want)-1] {
			t.Fatalf("reported %v, want %v", got, want)
		}
	}
	run(1, StateFetching, StateWritten)
	run(0, StatePresent)
	if npm.asked != 1 {
		t.Fatalf("the client was asked %d times", npm.asked)
	}
	check(t, os.WriteFile(filepath.Join(dir, "L"), []byte("altered"), 0o644))
	run(1, StateFetching, StateWritten)
	run(0, StatePresent)
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Fatalf("the folder holds %d entries, %v", len(left), err)
	}
}

func TestFetchWritesNothingOfARefusedTarball(t *testing.T) {
	p, b := tarball(t, keepCopy("free"), entry{name: "package/LICENSE", body: "free"})
	b[len(b)-1] ^= 1
	dir := t.TempDir()
	n, err := fetch(t.Context(), Lock{Packages: []Package{p}}, dir, (&server{tarball: b}).pack, nil)
	if !errors.Is(err, ErrHash) || n != 0 {
		t.Fatalf("wrote %d, %v", n, err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Fatalf("left %d files", len(left))
	}
}

func TestFetchWithoutNpmSaysWhatToInstall(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := npmPack(t.Context(), Package{Name: "a", Version: "1.0.0"})
	if !errors.Is(err, ErrNoClient) {
		t.Fatal(err)
	}
}
