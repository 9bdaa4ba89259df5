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
	Took    time.Duration // on the wall
	Cost    time.Duration // of all processors
	Reached map[string]bool
}

// Binary is the compiled tests of one package.
type Binary struct {
	Package, Path, Dir string
	Tests              []Test
	// Grace is how long a change may keep them beside what they took five times over; a
	// third of it, of the processors' time.
	Grace time.Duration
	// Env is for every run, as Learn's.
	Env []string
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
// everything: that is an error. One that costs more than most is left out.
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
	slices.SortFunc(b.Tests, func(x, y Test) int { return cmp.Or(cmp.Compare(x.Cost, y.Cost), cmp.Compare(x.Name, y.Name)) })
	return errors.Join(errs...)
}

// noFailFile is a flag of the binaries that use rapid.
const noFailFile = "-rapid.nofailfile"

var errSlow = errors.New("takes too long")

func (b *Binary) learn(ctx context.Context, name string, nth int, variable string, most time.Duration) (Test, error) {
	seen := b.Path + "." + strconv.Itoa(nth) + ".seen"
	defer os.Remove(seen)
	r := b.run(ctx, []string{variable + "=" + seen}, []Test{{Name: name}}, allowed{wall: 6 * most, cost: most})
	t := Test{Name: name, Took: r.took, Cost: r.cost, Reached: map[string]bool{}}
	if r.failed && (r.took >= 6*most || r.cost >= most) {
		return t, errSlow
	}
	if r.failed {
		return t, fmt.Errorf("%s %s fails with nothing changed:\n%s", b.Package, name, r.said)
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

// allowed is how long a process may run: on the wall, and on all processors together,
// which tells a loop that does not end from a machine that is busy.
type allowed struct{ wall, cost time.Duration }

// ran is what became of a process.
type ran struct {
	said       string
	failed     bool // or the time was up
	took, cost time.Duration
}

// run runs tests with more in their environment.
func (b *Binary) run(ctx context.Context, env []string, tests []Test, may allowed) (r ran) {
	ctx, cancel := context.WithTimeout(ctx, may.wall)
	defer cancel()
	args := append([]string{
		"-c", `ulimit -v "$0"; ulimit -t "$1"; shift; exec "$@"`, strconv.Itoa(room), strconv.Itoa(1 + int(may.cost/time.Second)),
		b.Path, "-test.run", "^(" + strings.Join(quoted(tests), "|") + ")$", "-test.failfast", "-test.timeout", "0", "-test.count", "1",
	}, b.flags...)
	cmd := exec.CommandContext(ctx, "sh", args...)
	cmd.Dir = b.Dir
	cmd.Env = append(append(os.Environ(), b.Env...), env...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.WaitDelay = time.Second
	watch := clock.Start()
	r.failed = cmd.Run() != nil
	r.said, r.took = out.String(), watch.Elapsed()
	if s := cmd.ProcessState; s != nil {
		r.cost = s.UserTime() + s.SystemTime()
	}
	return r
}

func quoted(tests []Test) (out []string) {
	for _, t := range tests {
		out = append(out, regexp.QuoteMeta(t.Name))
	}
	return out
}

// Place is the path of a binary in a folder, by its package.
func Place(dir, pkg string) string {
	return filepath.Join(dir, strings.NewReplacer("/", "_", ".", "_").Replace(pkg)+".test")
}
