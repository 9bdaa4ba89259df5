// Command run runs the tests and says plainly what became of them: the output of
// every failure, each skip with its reason, how many ran, and at the end the line
// "N passed, N failed, N skipped".
//
//	go run ./test/run -race -shuffle=on ./...
//
// Its arguments are those of go test. It ends with 1 if anything failed, also if
// a package did not build or no test ran at all.
package main

import (
	"fmt"
	"os"
	"os/exec"
)

func main() {
	os.Exit(run(os.Args[1:]))
}

func run(args []string) int {
	cmd := exec.Command("go", append([]string{"test", "-json"}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		fmt.Fprintln(os.Stderr, "test/run:", err)
		return 1
	}
	if err := cmd.Start(); err != nil {
		fmt.Fprintln(os.Stderr, "test/run:", err)
		return 1
	}
	s := newSummary(os.Stdout)
	readErr := s.read(out)
	waitErr := cmd.Wait()
	if readErr != nil {
		fmt.Fprintln(os.Stderr, "test/run:", readErr)
	}
	s.finish()
	if readErr != nil || waitErr != nil || !s.ok() {
		return 1
	}
	return 0
}
