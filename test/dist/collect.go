package main

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"bardo.run/bardo/internal/version"
	"bardo.run/bardo/mirage/artifact"
)

// readme is the first file that an owner of an archive opens.
//
//go:embed archive.md
var readme []byte

// collect gathers what an archive holds, in the order of names. programs is the folder in
// which they were built.
func collect(ctx context.Context, from source, programs string) (files []file, err error) {
	built, err := os.ReadDir(programs)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, e := range built {
		body, err := os.ReadFile(filepath.Join(programs, e.Name()))
		if err != nil {
			return nil, err
		}
		files, paths = append(files, file{"bin/" + e.Name(), body, 0o755}), append(paths, filepath.Join(programs, e.Name()))
	}
	files = append(files, file{"README.md", readme, 0o644})
	for _, pattern := range []string{"LICENSE", "docs/*.md", "docs/reference/*.md", "strategies/*.md"} {
		found, err := filepath.Glob(filepath.Join(from.root, pattern))
		if err != nil {
			return nil, err
		}
		for _, name := range found {
			body, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			files = append(files, file{path.Join(path.Dir(pattern), filepath.Base(name)), body, 0o644})
		}
	}
	contracts, notice, err := contracts()
	if err != nil {
		return nil, err
	}
	licences, modules, err := licences(ctx, from.root, paths)
	if err != nil {
		return nil, err
	}
	notice = fmt.Sprintf("Bardo %s, commit %s. Apache-2.0, see LICENSE.\n\n%s\n%s", version.Program, from.commit, notice, modules)
	files = slices.Concat(files, contracts, licences, []file{{"NOTICE", []byte(notice), 0o644}})
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return files, nil
}

// contracts are the locked files of others that a program reads, and whose they are.
func contracts() (files []file, notice string, err error) {
	set, err := artifact.FindKit() // every file has its locked hash
	if err != nil {
		return nil, "", err
	}
	lock, err := artifact.Locked()
	if err != nil {
		return nil, "", err
	}
	var b strings.Builder
	b.WriteString("share/bardo/artifacts holds contract code of others, and the chart library of reports, as\n" +
		"their authors published them. Each stays under its own licence, whose text lies beside it.\n" +
		"The source that each was compiled from is in the npm package of that name and version.\n\n")
	for _, p := range lock.Packages {
		var names []string
		for _, k := range p.Keep {
			if k.Group == artifact.Build {
				continue
			}
			body, err := os.ReadFile(filepath.Join(set.Dir(), k.File))
			if err != nil {
				return nil, "", err
			}
			files = append(files, file{"share/bardo/artifacts/" + k.File, body, 0o644})
			if k.Licence != "" {
				k.File += " (" + k.Licence + ")"
			}
			names = append(names, k.File)
		}
		if len(names) > 0 {
			fmt.Fprintf(&b, "%s %s\n  licence %s\n  %s\n  %s\n", p.Name, p.Version, p.Licence, p.Integrity, strings.Join(names, ", "))
		}
	}
	return files, b.String(), nil
}
