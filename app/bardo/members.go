package bardo

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/life/live"
)

// members are the Golems that the flags name: one in the folder of --out, several in a folder each below it.
func (f liveFlags) members() ([]live.Member, error) {
	if len(f.born) > len(f.strategies) {
		return nil, usage(fmt.Errorf("--born says when %d Golems are born, and --strategy names %d", len(f.born), len(f.strategies)))
	}
	all := make([]live.Member, len(f.strategies))
	folders := make([]string, len(all))
	for i, path := range f.strategies {
		folders[i] = strconv.Itoa(i + 1)
		all[i] = live.Member{Strategy: path, Out: filepath.Join(f.out, folders[i])}
		if i >= len(f.born) {
			continue
		}
		var err error
		if all[i].Born, err = time.ParseDuration(strings.TrimSpace(f.born[i])); err != nil {
			return nil, usage(fmt.Errorf("--born %q: want how long after the beginning of the world, such as 90m or 12h", f.born[i]))
		}
	}
	if len(all) == 1 {
		all[0].Out = f.out
	} else if err := alone(f.out, folders); err != nil {
		return nil, err
	}
	for _, m := range all {
		if err := home.Vacant(m.Out); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// alone refuses a folder that has something else than some folders.
func alone(dir string, folders []string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if !slices.Contains(folders, e.Name()) {
			return fmt.Errorf("%w: %s has %s, and %d lives are to lie there in folders of their own; choose a new folder", home.ErrForeign, dir, e.Name(), len(folders))
		}
	}
	return err
}
