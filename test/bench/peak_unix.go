//go:build unix

package main

import (
	"errors"
	"os"
	"runtime"
	"syscall"
)

// peakMB returns the most memory that an ended process had resident.
func peakMB(p *os.ProcessState) (float64, error) {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0, errors.New("the system does not say how much memory a process used")
	}
	unit := 1024.0 // Linux counts kilobytes, Darwin bytes
	if runtime.GOOS == "darwin" {
		unit = 1
	}
	return float64(usage.Maxrss) * unit / 1e6, nil
}
