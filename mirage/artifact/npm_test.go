package artifact

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// client puts a double of the npm client on the PATH: a shell script.
func client(t *testing.T, script string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the double of the npm client is a shell script")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "npm"), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

func TestNpmIsAskedForOneExactPackageAndRunsNoScript(t *testing.T) {
	p, body := tarball(t, keepCopy("free"), entry{name: "package/LICENSE", body: "free"})
	source := filepath.Join(t.TempDir(), "source")
	if err := os.WriteFile(source, body, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SOURCE", source)
	client(t, `echo "$@" > "$SOURCE.args"; cp "$SOURCE" ./a-b-1.0.0.tgz`)
	got, err := npmPack(t.Context(), p)
	if err != nil || !bytes.Equal(got, body) {
		t.Fatalf("%d bytes, %v", len(got), err)
	}
	args, err := os.ReadFile(source + ".args")
	if err != nil {
		t.Fatal(err)
	}
	if line := strings.TrimSpace(string(args)); line != "pack --loglevel=error --ignore-scripts @a/b@1.0.0" {
		t.Fatalf("npm %s", line)
	}
}

func TestNpmsOwnWordsReachThePerson(t *testing.T) {
	client(t, `echo noise >&2; echo "npm error 404 no such version" >&2; exit 1`)
	p, _ := tarball(t, keepCopy("free"))
	_, err := fetch(t.Context(), Lock{Packages: []Package{p}}, t.TempDir(), npmPack, nil)
	if err == nil || !strings.Contains(err.Error(), "fetch @a/b@1.0.0") || !strings.Contains(err.Error(), "404 no such version") {
		t.Fatal(err)
	}
}

func TestNpmThatLeavesNothingIsAnError(t *testing.T) {
	client(t, `exit 0`)
	if _, err := npmPack(t.Context(), Package{Name: "a", Version: "1.0.0"}); err == nil {
		t.Fatal("no tarball, no error")
	}
}
