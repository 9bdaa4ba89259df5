package main

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/test/inputs"

	"bardo.run/bardo/internal/version"
)

// made writes an archive of this machine and returns its path.
func made(t *testing.T) string {
	t.Helper()
	if err := errors.Join(inputs.Sources("bardo.run/bardo/cmd/bardo"), inputs.Sources("bardo.run/bardo/cmd/golem")); err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	if err := write(t.Context(), out, []string{runtime.GOOS + "/" + runtime.GOARCH}, io.Discard); err != nil {
		t.Fatal(err)
	}
	found, err := filepath.Glob(filepath.Join(out, "bardo-*"))
	if err != nil || len(found) != 1 {
		t.Fatalf("%q, %v", found, err)
	}
	return found[0]
}

// unpack unpacks a tarball, as tar does.
func unpack(t *testing.T, archive, into string) {
	t.Helper()
	f, err := os.Open(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for in := tar.NewReader(z); ; {
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(into, filepath.FromSlash(h.Name))
		body, err := io.ReadAll(in)
		if err := errors.Join(err, os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, body, h.FileInfo().Mode())); err != nil {
			t.Fatal(err)
		}
	}
}

// An archive is unpacked where there is nothing else, and what its README says works: no
// checkout, no cache, no npm, and bardo linked from elsewhere.
func TestAnArchiveIsWhole(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the archive of another system is a zip or needs its own tar")
	}
	first := made(t)
	again, err := os.ReadFile(made(t))
	body, err2 := os.ReadFile(first)
	if err != nil || err2 != nil || !bytes.Equal(body, again) {
		t.Errorf("two archives of one commit differ: %v, %v", err, err2)
	}
	home, away := t.TempDir(), t.TempDir()
	unpack(t, first, away)
	folders, err := os.ReadDir(away)
	if err != nil || len(folders) != 1 {
		t.Fatalf("%v, %v", folders, err)
	}
	top := filepath.Join(away, folders[0].Name())
	linked := filepath.Join(home, "bardo")
	if err := os.Symlink(filepath.Join(top, "bin", "bardo"), linked); err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir, cmd.Env = home, []string{"HOME=" + home, "PATH=" + home}
		return cmd
	}
	for _, name := range []string{linked, filepath.Join(top, "bin", "golem")} {
		said, err := run(name, "--version").CombinedOutput()
		if err != nil || !strings.Contains(string(said), " version "+version.Program+" (commit ") || strings.Contains(string(said), "unknown") {
			t.Errorf("%s: %s, %v", name, said, err)
		}
	}
	if said, err := run(linked, "strategy", "new", "dca").CombinedOutput(); err != nil {
		t.Fatalf("%s, %v", said, err)
	}
	out, err := run(linked, "live", "--json", "--world", "chop", "--days", "1", "--seed", "3", "--strategy", "STRATEGY.md", "--out", "life").Output()
	var life struct {
		Acts struct {
			Trades []json.RawMessage
		}
	}
	if err := errors.Join(err, json.Unmarshal(out, &life)); err != nil || len(life.Acts.Trades) == 0 {
		t.Fatalf("%d trades, %v\n%.2000s", len(life.Acts.Trades), err, out)
	}
	dev := run(linked, "dev", "--port", "0")
	said, err := dev.StderrPipe()
	if err := errors.Join(err, dev.Start()); err != nil {
		t.Fatal(err)
	}
	ready, all := false, ""
	for in := bufio.NewScanner(said); in.Scan(); {
		all += in.Text() + "\n"
		if strings.HasSuffix(in.Text(), "Ctrl-C stops it") {
			ready = true
			if err := dev.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := dev.Wait(); err != nil || !ready || strings.Contains(all, "fetch") {
		t.Errorf("bardo dev: %v\n%s", err, all)
	}
}

// A folder that has lost its contracts is refused by what lacks, every place that was
// looked at, and what to do; nothing is fetched.
func TestAnArchiveWithoutItsContractsSaysSo(t *testing.T) {
	tmp, home := t.TempDir(), t.TempDir()
	from, err := commit(t.Context())
	if err := errors.Join(err, build(t.Context(), from, filepath.Join(tmp, "bin"), runtime.GOOS, runtime.GOARCH)); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"live", "--world", "chop", "--strategy", filepath.Join(from.root, "strategies", "dca.md"), "--out", "life"},
		{"dev", "--port", "0"},
	} {
		cmd := exec.CommandContext(t.Context(), filepath.Join(tmp, "bin", "bardo"), args...)
		cmd.Dir, cmd.Env = home, []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
		said, err := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != 21 {
			t.Errorf("%s: %v\n%s", args[0], err, said)
		}
		for _, want := range []string{
			"contract artifacts are missing", filepath.Join(tmp, "bin", "artifacts"), filepath.Join(tmp, "share", "bardo", "artifacts"),
			filepath.Join(home, ".cache", "bardo", "artifacts"), "next: bardo artifacts fetch",
		} {
			if !strings.Contains(string(said), want) {
				t.Errorf("%s: %s\nwant %s", args[0], said, want)
			}
		}
	}
	if left, err := os.ReadDir(home); err != nil || len(left) > 0 {
		t.Errorf("%v was written, %v", left, err)
	}
}

func TestEveryArchiveIsPacked(t *testing.T) {
	if os.Getenv("BARDO_LONG") == "" {
		t.Skip("programs of five systems are built with BARDO_LONG=1")
	}
	out := t.TempDir()
	if err := write(t.Context(), out, strings.Split(systems, ","), io.Discard); err != nil {
		t.Fatal(err)
	}
	found, err := filepath.Glob(filepath.Join(out, "*"))
	if err != nil || len(found) != 6 {
		t.Errorf("%q, %v", found, err)
	}
}

func TestBothPackingsHoldTheSame(t *testing.T) {
	files, at := []file{{"a", []byte("one"), 0o755}, {"b/c", []byte("two"), 0o644}}, time.Unix(1_700_000_000, 0).UTC()
	var tarred, zips bytes.Buffer
	if err := errors.Join(tarball(&tarred, "top", files, at), zipped(&zips, "top", files, at)); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(zips.Bytes()), int64(zips.Len()))
	if err != nil {
		t.Fatal(err)
	}
	g, err := gzip.NewReader(&tarred)
	if err != nil {
		t.Fatal(err)
	}
	in := tar.NewReader(g)
	for i, f := range files {
		h, err := in.Next()
		if err != nil || h.Name != "top/"+f.name || h.Mode != f.mode || !h.ModTime.Equal(at) || h.Uid != 0 || h.Uname != "" {
			t.Errorf("%+v, %v", h, err)
		}
		body, err := io.ReadAll(in)
		r, err2 := z.File[i].Open()
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		other, err := io.ReadAll(r)
		if err != nil || !bytes.Equal(body, f.body) || !bytes.Equal(other, f.body) || z.File[i].Name != "top/"+f.name || !z.File[i].Modified.Equal(at) {
			t.Errorf("%s: %q and %q, %v", f.name, body, other, err)
		}
	}
}
