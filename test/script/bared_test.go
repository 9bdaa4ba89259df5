//go:build linux

package script_test

import (
	"context"
	"fmt"
	"os"

	"golang.org/x/sys/unix"

	"bardo.run/bardo/app/bardo"
	"bardo.run/bardo/app/golem"
)

// bared runs a command line of a program in this process, whose core files and whose memory
// anybody of its user may have, and says what of that is left.
func bared() {
	run := map[string]func(context.Context, []string) int{
		"bardo": func(ctx context.Context, args []string) int { return bardo.Main(ctx, args, os.Stdout, os.Stderr) },
		"golem": func(ctx context.Context, args []string) int { return golem.Main(ctx, args, os.Stdout, os.Stderr) },
	}[os.Args[1]]
	cores := unix.Rlimit{}
	err := unix.Getrlimit(unix.RLIMIT_CORE, &cores)
	if err == nil {
		cores.Cur = cores.Max
		err = unix.Setrlimit(unix.RLIMIT_CORE, &cores)
	}
	if err == nil {
		err = unix.Prctl(unix.PR_SET_DUMPABLE, 1, 0, 0, 0)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	code := run(context.Background(), os.Args[2:])
	dumpable, err := unix.PrctlRetInt(unix.PR_GET_DUMPABLE, 0, 0, 0, 0)
	if err != nil || unix.Getrlimit(unix.RLIMIT_CORE, &cores) != nil {
		os.Exit(2)
	}
	fmt.Printf("exit %d, dumpable %v, core limit %v\n", code, dumpable != 0, cores.Cur != 0 || cores.Max != 0)
}
