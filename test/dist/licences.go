package main

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// legal are the names of files that say under what terms a module may be passed on.
var legal = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([.-].*)?$`)

// bare are modules without a file of their licence, and what is known instead. Where that is
// nothing, whoever publishes an archive has to ask the author, or to link without the module.
// Any other module without a licence is an error.
var bare = map[string]string{
	"github.com/KyberNetwork/int256 v0.1.4":    "no licence is published with it",
	"github.com/holiman/bloomfilter/v2 v2.0.3": "its files say MIT",
}

// licences are those of the Go modules that programs are linked of, and the list of them.
func licences(ctx context.Context, root string, programs []string) (files []file, list string, err error) {
	linked, err := modules(programs)
	if err != nil {
		return nil, "", err
	}
	folders, err := folders(ctx, root)
	if err != nil {
		return nil, "", err
	}
	var b strings.Builder
	b.WriteString("The programs are linked of these Go modules, whose licences are in licences/. go-ethereum\n" +
		"is used as a library under LGPL-3.0: relink it with the source of this commit.\n\n  Go " + runtime.Version() + "\n")
	goroot, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, "", fmt.Errorf("go env GOROOT: %w", err)
	}
	found, err := texts(strings.TrimSpace(string(goroot)), "go")
	if err != nil {
		return nil, "", err
	}
	files = append(files, found...)
	for _, module := range linked {
		if known := bare[module]; known != "" {
			fmt.Fprintf(&b, "  %s: %s\n", module, known)
			continue
		}
		found, err := texts(folders[module], strings.ReplaceAll(module, " ", "@"))
		if err != nil {
			return nil, "", err
		}
		files = append(files, found...)
		fmt.Fprintf(&b, "  %s\n", module)
	}
	return files, b.String(), nil
}

// modules are those of programs, as "path version".
func modules(programs []string) ([]string, error) {
	all := map[string]bool{}
	for _, path := range programs {
		info, err := buildinfo.ReadFile(path)
		if err != nil {
			return nil, err
		}
		for _, m := range info.Deps {
			if m.Replace != nil {
				m = m.Replace
			}
			all[m.Path+" "+m.Version] = true
		}
	}
	return slices.Sorted(maps.Keys(all)), nil
}

// folders are where the modules of this one lie, by "path version".
func folders(ctx context.Context, root string) (map[string]string, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-m", "-json", "all")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list -m: %w", err)
	}
	found := map[string]string{}
	for in := json.NewDecoder(bytes.NewReader(out)); ; {
		var m struct{ Path, Version, Dir string }
		if err := in.Decode(&m); err == io.EOF {
			return found, nil
		} else if err != nil {
			return nil, err
		}
		found[m.Path+" "+m.Version] = m.Dir
	}
}

// texts are the licences in a folder; one without any is an error: it may not be passed on.
func texts(dir, name string) (files []file, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("licence of %s: %w", name, err)
	}
	for _, e := range entries {
		if e.IsDir() || !legal.MatchString(e.Name()) {
			continue
		}
		body, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		files = append(files, file{"licences/" + name + "/" + e.Name(), body, 0o644})
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s has no licence", name)
	}
	return files, nil
}
