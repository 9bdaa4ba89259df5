package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
)

// node is a running node.
type node struct {
	url  string
	stop func()
}

var listening = regexp.MustCompile(`(?:http://|Listening on )(127\.0\.0\.1:[1-9][0-9]*)`)

// start runs a node until stop, and waits until it says where it listens.
func start(ctx context.Context, program string, args []string) (node, error) {
	ctx, cancel := context.WithCancel(ctx)
	cmd := exec.CommandContext(ctx, program, args...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		cancel()
		return node{}, err
	}
	if err := cmd.Start(); err != nil {
		cancel()
		return node{}, err
	}
	stop := func() {
		cancel()
		_ = cmd.Wait() // says that it was killed
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if found := listening.FindStringSubmatch(lines.Text()); found != nil {
			go func() { _, _ = io.Copy(io.Discard, out) }() // it ends with the process
			return node{"http://" + found[1], stop}, nil
		}
	}
	stop()
	return node{}, errors.Join(fmt.Errorf("%s does not say where it listens", filepath.Base(program)), lines.Err())
}
