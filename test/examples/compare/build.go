package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// program is one of the two that are compared.
type program struct{ name, path string }

// built builds a revision in a work tree that is gone afterwards; of an empty one, what lies in the
// checkout.
func built(ctx context.Context, dir, role, revision string) (program, error) {
	p := program{role, filepath.Join(dir, role)}
	if revision == "" {
		p.name += ", the checkout"
		return p, build(ctx, ".", p.path)
	}
	commit, err := said(ctx, ".", "git", "rev-parse", "--short", "--verify", "--end-of-options", revision+"^{commit}")
	if err != nil {
		return p, err
	}
	tree := filepath.Join(dir, role+"-tree")
	if _, err := said(ctx, ".", "git", "worktree", "add", "--detach", tree, commit); err != nil {
		return p, err
	}
	defer said(context.WithoutCancel(ctx), ".", "git", "worktree", "remove", "--force", tree) //nolint:errcheck // the folder goes with dir, and git prunes what is gone
	p.name += ", " + commit
	return p, build(ctx, tree, p.path)
}

// build builds bardo as it is shipped.
func build(ctx context.Context, tree, to string) error {
	_, err := said(ctx, tree, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", to, "./cmd/bardo")
	return err
}

// said runs a command and returns what it answered.
func said(ctx context.Context, dir, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	var out, errs bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOAMD64=v1", "GOFLAGS=")
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, bytes.TrimSpace(errs.Bytes()))
	}
	return strings.TrimSpace(out.String()), nil
}
