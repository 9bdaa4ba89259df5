// Package ask runs compiled tests on their own, learns which of them reach what, and
// asks those about a change.
package ask

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"bardo.run/bardo/internal/clock"
)

// Test is one test of a binary and what it reached when nothing was changed.
type Test struct {
	Name    string
	Took    time.Duration
	Reached map[string]bool
}

// Binary is the compiled tests of one package.
type Binary struct {
	Package, Path, Dir string
	Tests              []Test
	// Grace is how long a change may keep them beside what they took five times over.
	Grace time.Duration
	// flags are for every run: rapid leaves what failed in the package's folder, and would
	// ask the next change about it first.
	flags []string
	// Left says which tests are not asked, and why.
	Left []string
}

// Build compiles the tests of a package with an overlay. A package without tests has no
// binary: nil.
func Build(ctx context.Context, root, pkg, overlay, to string) (*Binary, error) {
	dir, err := command(ctx, root, "go", "list", "-f", "{{.Dir}}", pkg)
	if err != nil {
		return nil, err
	}
	b := &Binary{Package: pkg, Path: to, Dir: strings.TrimSpace(dir)}
	if _, err := command(ctx, root, "go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", to, pkg); err != nil {
		return nil, err
	}
	if _, err := os.Stat(to); errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	return b, nil
}

func command(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = dir
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w: %s%s", strings.Join(args, " "), err, out, said.Bytes())
	}
	return string(out), nil
}

// Learn runs each test alone, several at once, and notes what it reaches, which the
// process appends to the file that variable names. A test that fails now would notice
// everything: that is an error. One that takes longer than most is left out.
func (b *Binary) Learn(ctx context.Context, procs int, variable string, most time.Duration) error {
	list, err := command(ctx, b.Dir, b.Path, "-test.list", "^(Test|Fuzz|Example)")
	if err != nil {
		return err
	}
	if _, err := command(ctx, b.Dir, b.Path, noFailFile, "-test.list", "^$"); err == nil {
		b.flags = []string{noFailFile, "-rapid.seed=1"} // the same answer every time
	}
	names := strings.Fields(list)
	tests, errs := make([]Test, len(names)), make([]error, len(names))
	Each(procs, len(names), func(i int) { tests[i], errs[i] = b.learn(ctx, names[i], i, variable, most) })
	for i, t := range tests {
		if errors.Is(errs[i], errSlow) {
			b.Left = append(b.Left, b.Package+" "+names[i])
			errs[i] = nil
		} else if errs[i] == nil {
			b.Tests = append(b.Tests, t)
		}
	}
	slices.SortFunc(b.Tests, func(x, y Test) int { return cmp.Or(cmp.Compare(x.Took, y.Took), cmp.Compare(x.Name, y.Name)) })
	return errors.Join(errs...)
}

// noFailFile is a flag of the binaries that use rapid.
const noFailFile = "-rapid.nofailfile"

var errSlow = errors.New("takes too long")

func (b *Binary) learn(ctx context.Context, name string, nth int, variable string, most time.Duration) (Test, error) {
	seen := b.Path + "." + strconv.Itoa(nth) + ".seen"
	defer os.Remove(seen)
	watch := clock.Start()
	said, noticed := b.run(ctx, []string{variable + "=" + seen}, []string{name}, most)
	t := Test{Name: name, Took: watch.Elapsed(), Reached: map[string]bool{}}
	if noticed && t.Took >= most {
		return t, errSlow
	}
	if noticed {
		return t, fmt.Errorf("%s %s fails with nothing changed:\n%s", b.Package, name, said)
	}
	text, err := os.ReadFile(seen)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return t, err
	}
	for line := range strings.Lines(string(text)) {
		t.Reached[strings.TrimSpace(line)] = true
	}
	return t, nil
}

// room is what a process may map, in KiB: a change can make it ask for all there is.
const room = 8 << 20

// run runs tests with more in their environment and reports whether anything failed or
// the time was up.
func (b *Binary) run(ctx context.Context, env, names []string, limit time.Duration) (said string, noticed bool) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	pattern := "^(" + strings.Join(quoted(names), "|") + ")$"
	args := append([]string{
		"-c", `ulimit -v "$0"; exec "$@"`, strconv.Itoa(room),
		b.Path, "-test.run", pattern, "-test.failfast", "-test.timeout", "0", "-test.count", "1",
	}, b.flags...)
	cmd := exec.CommandContext(ctx, "sh", args...)
	cmd.Dir = b.Dir
	cmd.Env = append(os.Environ(), env...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	return out.String(), err != nil
}

func quoted(names []string) (out []string) {
	for _, n := range names {
		out = append(out, regexp.QuoteMeta(n))
	}
	return out
}

// Place is the path of a binary in a folder, by its package.
func Place(dir, pkg string) string {
	return filepath.Join(dir, strings.NewReplacer("/", "_", ".", "_").Replace(pkg)+".test")
}
