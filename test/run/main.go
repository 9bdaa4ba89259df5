// Command run runs the tests and says plainly what became of them: the output of
// every failure, each skip with its reason, how many ran, and at the end the line
// "N passed, N failed, N skipped". A skip that no one sees is a test that no one has.
//
//	go run ./test/run -race ./... -- ./slow --- ./realtime
//
// Its arguments are those of go test. A -- between them begins those of another go
// test, which runs beside the first; a --- begins those that run after everything
// before it. All are counted together. It ends with 1 if anything failed, also if a
// package did not build or no test ran at all.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sync"
)

func main() {
	os.Exit(run(os.Args[1:]))
}

func run(args []string) int {
	s := newSummary(os.Stdout)
	var err error
	for _, stage := range split(args, "---") {
		err = errors.Join(err, sideBySide(s, split(stage, "--")))
	}
	s.finish()
	switch {
	case !s.ok(): // it has said why
		return 1
	case err != nil:
		fmt.Fprintln(os.Stderr, "test/run:", err)
		return 1
	}
	return 0
}

// sideBySide runs each go test beside the others, and returns after the last.
func sideBySide(s *summary, runs [][]string) error {
	var all sync.WaitGroup
	errs := make([]error, len(runs))
	for i, one := range runs {
		all.Go(func() { errs[i] = test(s, one) })
	}
	all.Wait()
	return errors.Join(errs...)
}

// split cuts arguments at each separator.
func split(args []string, at string) (runs [][]string) {
	for {
		i := slices.Index(args, at)
		if i < 0 {
			return append(runs, args)
		}
		runs, args = append(runs, args[:i]), args[i+1:]
	}
}

// test runs go test to its end. Without the race detector, which needs C, it compiles as the program
// is built for people, so that nothing is compiled a third way.
func test(s *summary, args []string) error {
	flags := []string{"test", "-json"}
	var env []string // nil: this process's
	if !slices.Contains(args, "-race") {
		flags, env = append(flags, "-trimpath"), append(os.Environ(), "CGO_ENABLED=0")
	}
	cmd := exec.Command("go", append(flags, args...)...)
	cmd.Env, cmd.Stderr = env, os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	err = s.read(out)
	return errors.Join(err, cmd.Wait())
}
