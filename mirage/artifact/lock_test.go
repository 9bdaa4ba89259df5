package artifact

import (
	"strings"
	"testing"
)

func TestEmbeddedLockParsesAndHashesEveryFile(t *testing.T) {
	lock, err := Locked()
	check(t, err)
	if len(lock.Packages) < 6 || len(lock.files()) < 12 {
		t.Fatalf("%d packages, %d files: the lock lost some", len(lock.Packages), len(lock.files()))
	}
	for _, p := range lock.Packages {
		if _, err := p.sum(); err != nil {
			t.Error(err)
		}
		licence := false
		for _, k := range p.Keep {
			if len(k.SHA256) != 64 {
				t.Errorf("%s has no SHA-256", k.File)
			}
			licence = licence || k.Kind == KindCopy
		}
		if !licence {
			t.Errorf("%s: its licence text is not kept", p.Name)
		}
	}
}

const goodLock = `version = 1
[[package]]
name = "@a/b"
version = "1.0.0"
integrity = "sha512-7pVk4hEm00j9tc71Y9+ssYpO6ytkeI0y7WE9P6UcmNzhxPePwyAxImuhVsTqWK9YFvzgtvzJHi64pBl4jUzKMQ=="
licence = "MIT"
[[package.keep]]
file = "A.json"
path = "out/A.json"
kind = "json"
sha256 = "c83ff7eb4aee72d9bcd41cfe47ac0dc38ef133b414db56e7e8209964754096a2"
`

func TestLockRefusesWhatItCannotPin(t *testing.T) {
	if _, err := ParseLock([]byte(goodLock)); err != nil {
		t.Fatalf("the good lock: %v", err)
	}
	for _, c := range []struct{ name, old, new, want string }{
		{"a version range", `"1.0.0"`, `"^1.0.0"`, "not exact"},
		{"no integrity", "sha512-7pVk", "sha256-7pVk", "not a SHA-512"},
		{"a short integrity", "MQ==", "", "not a SHA-512"},
		{"no file hash", "c83ff7eb", "", "not a SHA-256"},
		{"a path that leaves the package", "out/A.json", "../A.json", "not inside"},
		{"a file that is a path", `"A.json"`, `"../A.json"`, "plain name"},
		{"an unknown kind", `kind = "json"`, `kind = "zip"`, "unknown kind"},
		{"a pattern without a group", `kind = "json"`, "kind = \"runtime\"\npattern = \"x\"", "one group"},
		{"a source of ours that is a path", `kind = "json"`, "kind = \"solidity\"\ncompiler = \"c.cjs\"\nours = \"../x.sol\"", "plain name"},
		{"an option as a name", `"@a/b"`, `"--help"`, "package name"},
		{"no licence", `licence = "MIT"`, "", "no licence"},
		{"an unknown key", `licence =`, "license = 'x'\nlicence =", "artifacts.lock"},
		{"another version", "version = 1", "version = 2", "version 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ParseLock([]byte(strings.Replace(goodLock, c.old, c.new, 1)))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("got %v, want an error with %q", err, c.want)
			}
		})
	}
}

func TestLockReportsEveryProblemAtOnce(t *testing.T) {
	text := strings.Replace(strings.Replace(goodLock, `"1.0.0"`, `"latest"`, 1), `"MIT"`, `""`, 1)
	_, err := ParseLock([]byte(text))
	if err == nil || !strings.Contains(err.Error(), "latest") || !strings.Contains(err.Error(), "no licence") {
		t.Fatalf("got %v", err)
	}
}

func FuzzParseLock(f *testing.F) {
	f.Add([]byte(goodLock))
	f.Fuzz(func(t *testing.T, text []byte) {
		l, err := ParseLock(text)
		if err != nil {
			return
		}
		for _, name := range l.files() {
			if strings.ContainsAny(name, `/\`) || name == ".." {
				t.Fatalf("%q leaves the folder", name)
			}
		}
	})
}
