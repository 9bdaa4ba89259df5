// Command gen writes the Go bindings of evm/bind: for every contract that we
// call, the functions and events we call and nothing else, through go-ethereum's
// abigen (version 2). Third-party ABIs come from the fetched artifacts, ours from
// contracts/out; no creation code is written. And it writes where the contracts of bardo dev
// stand, for evm/network.
//
// It runs in the checkout's root (contracts/generate.sh does that). Where the
// artifacts are absent it says so and changes nothing.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"bardo.run/bardo/mirage/artifact"
)

func main() {
	err := run(filepath.Join("evm", "bind"))
	var absent *artifact.UnusableError
	if errors.As(err, &absent) {
		fmt.Println("bindings skipped:", err)
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	set, err := artifact.FindKit()
	if err != nil {
		return err
	}
	all, err := every()
	if err != nil {
		return err
	}
	shared := structs{}
	for _, c := range all {
		abi, err := c.source(set)
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		reduced, err := reduce(abi, c.keep)
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		code, err := bind(c.name, reduced)
		if err == nil {
			code, err = shared.once(code)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		if err := write(filepath.Join(dir, c.file), code); err != nil {
			return err
		}
	}
	text, err := devnet(set)
	if err != nil {
		return fmt.Errorf("devnet: %w", err)
	}
	return write(filepath.Join("evm", "network", "devnet.json"), text)
}

// write leaves a file that is right already alone.
func write(name string, body []byte) error {
	if old, err := os.ReadFile(name); err == nil && string(old) == string(body) {
		return nil
	}
	fmt.Println("wrote", name)
	return os.WriteFile(name, body, 0o644)
}
