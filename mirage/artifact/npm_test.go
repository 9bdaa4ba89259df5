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
	check(t, os.WriteFile(filepath.Join(dir, "npm"), []byte("#!/bin/sh\n"+script), 0o755))
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

func TestNpmIsAskedForOneExactPackageAndRunsNoScript(t *testing.T) {
	p, body := tarball(t, keepCopy("free"), entry{name: "package/LICENSE", body: "free"})
	source := filepath.Join(t.TempDir(), "source")
	check(t, os.WriteFile(source, body, 0o644))
	t.Setenv("SOURCE", source)
	client(t, `echo "$@" > "$SOURCE.args"; cp "$SOURCE" ./a-b-1.0.0.tgz`)
	got, err := npmPack(t.Context(), p)
	if err != nil || !bytes.Equal(got, body) {
		t.Fatalf("%d bytes, %v", len(got), err)
	}
	args, err := os.ReadFile(source + ".args")
	check(t, err)
	if line := strings.TrimSpace(string(args)); line != "pack --loglevel=error --ignore-scripts @a/b@1.0.0" {
		t.Fatalf("npm %s", line)
	}
}

func TestNpmsOwnWordsReachThePerson(t *testing.T) {
	p, _ := tarball(t, keepCopy("free"))
	for said, want := range map[string]string{
		// npm 11
		`npm warn config noise
npm error code E404
npm error 404 Not Found - GET the-registry/@a%2fb - Not found
npm error 404
npm error 404  The requested resource could not be found.
npm error A complete log of this run can be found in: a-folder/1-debug-0.log
`: "exit status 1: code E404; 404 Not Found - GET the-registry/@a%2fb - Not found; 404  The requested resource could not be found.",
		// npm 9
		"npm ERR! code ENOTFOUND\nnpm ERR! network request failed\n\nnpm ERR! A complete log of this run can be found in:\nnpm ERR!     /x\n": "exit status 1: code ENOTFOUND; network request failed",
		// a client that never came so far
		"/bin/sh: 1: node: not found\n": "exit status 1: /bin/sh: 1: node: not found",
	} {
		file := filepath.Join(t.TempDir(), "said")
		check(t, os.WriteFile(file, []byte(said), 0o644))
		client(t, `cat "`+file+`" >&2; exit 1`)
		_, err := fetch(t.Context(), Lock{Packages: []Package{p}}, t.TempDir(), npmPack, nil)
		if err == nil || err.Error() != "fetch @a/b@1.0.0: npm pack: "+want {
			t.Errorf("error is %v\nwant %s", err, want)
		}
	}
}

func TestNpmThatLeavesNothingIsAnError(t *testing.T) {
	client(t, `exit 0`)
	if _, err := npmPack(t.Context(), Package{Name: "a", Version: "1.0.0"}); err == nil {
		t.Fatal("no tarball, no error")
	}
}
