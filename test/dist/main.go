// Program dist writes the archives of a release: one for each system, with the programs,
// contract code of others, strategies, documents and every licence. What they hold needs
// no Go, no Node and no network. The same commit gives the same bytes.
//
//	go run ./test/dist
//	go run ./test/dist -targets linux/amd64 -out tmp/dist
package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"bardo.run/bardo/internal/version"
)

// systems are those that an archive is made for.
const systems = "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64"

func main() {
	targets := flag.String("targets", systems, "systems to write an archive for")
	out := flag.String("out", "dist", "folder of the archives")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := write(ctx, *out, strings.Split(*targets, ","), os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "dist:", err)
		os.Exit(1)
	}
}

// source is the commit that archives are made of.
type source struct {
	root, commit string
	at           time.Time
}

func commit(ctx context.Context) (s source, err error) {
	for _, ask := range []struct {
		into *string
		args []string
	}{
		{&s.root, []string{"rev-parse", "--show-toplevel"}},
		{&s.commit, []string{"describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"}},
	} {
		if *ask.into, err = git(ctx, ask.args...); err != nil {
			return s, err
		}
	}
	seconds, err := git(ctx, "log", "-1", "--format=%ct")
	if err != nil {
		return s, err
	}
	n, err := strconv.ParseInt(seconds, 10, 64)
	s.at = time.Unix(n, 0).UTC()
	return s, err
}

func git(ctx context.Context, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, "git", args...).Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", args[0], err)
	}
	return strings.TrimSpace(string(out)), nil
}

// write makes the archives, and the file of their hashes.
func write(ctx context.Context, out string, targets []string, said io.Writer) error {
	from, err := commit(ctx)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	var sums strings.Builder
	for _, target := range targets {
		system, machine, ok := strings.Cut(target, "/")
		if !ok {
			return fmt.Errorf("target %q is no system/machine", target)
		}
		name, err := archive(ctx, from, out, system, machine)
		if err != nil {
			return fmt.Errorf("%s: %w", target, err)
		}
		body, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			return err
		}
		line := fmt.Sprintf("%x  %s\n", sha256.Sum256(body), name)
		fmt.Fprintf(said, "%s, %.1f MB\n", strings.TrimSpace(line), float64(len(body))/1e6)
		sums.WriteString(line)
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

// archive writes one, and returns its name.
func archive(ctx context.Context, from source, out, system, machine string) (string, error) {
	tmp, err := os.MkdirTemp("", "bardo-dist-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	if err := build(ctx, from, tmp, system, machine); err != nil {
		return "", err
	}
	files, err := collect(ctx, from, tmp)
	if err != nil {
		return "", err
	}
	top := fmt.Sprintf("bardo-%s-%s-%s", version.Program, system, machine)
	name, pack := top+".tar.gz", tarball
	if system == "windows" {
		name, pack = top+".zip", zipped
	}
	f, err := os.Create(filepath.Join(out, name))
	if err != nil {
		return "", err
	}
	return name, errors.Join(pack(f, top, files, from.at), f.Close())
}

// build builds the programs into a folder.
func build(ctx context.Context, from source, into, system, machine string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false",
		"-ldflags=-s -w -X bardo.run/bardo/internal/version.Commit="+from.commit, "-o", into+string(filepath.Separator), "./cmd/bardo", "./cmd/golem")
	cmd.Dir = from.root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOAMD64=v1", "GOOS="+system, "GOARCH="+machine)
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, said)
	}
	return nil
}
