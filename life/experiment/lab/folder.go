package lab

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/internal/version"
	"bardo.run/bardo/life/experiment/outcome"
	"bardo.run/bardo/life/experiment/plan"
)

const (
	planFile    = "lab.json"
	armsDir     = "arms"
	livesDir    = "lives"
	outcomesDir = "outcomes"
)

// ErrAnother is of a folder that holds another plan, or none and something else.
var ErrAnother = errors.New("the folder holds something else")

// held is lab.json.
type held struct {
	Version string `json:"version"`
	Plan    string `json:"plan_sha256"`
	Lives   int    `json:"lives"`
}

// furnish makes the folder, or finds it as a run before left it.
func (l *Lab) furnish() error {
	if err := l.claim(); err != nil {
		return err
	}
	for _, dir := range []string{armsDir, livesDir, outcomesDir} {
		dir = filepath.Join(l.Dir, dir)
		if err := errors.Join(os.MkdirAll(dir, 0o700), atomicfile.Sweep(dir)); err != nil {
			return err
		}
	}
	for i, a := range l.Design.Arms {
		for j, name := range armFiles(a, i) {
			if err := l.put(filepath.Join(l.Dir, armsDir, name), a.Members[j].Text); err != nil {
				return err
			}
		}
	}
	return nil
}

// put writes a strategy, unless it is there already.
func (l *Lab) put(path string, strategy []byte) error {
	if text, err := os.ReadFile(path); err == nil && bytes.Equal(text, strategy) {
		return nil
	}
	return atomicfile.WriteTo(l.Disk, path, 0o600, strategy)
}

// claim writes whose folder it is, or finds that it is ours.
func (l *Lab) claim() error {
	mine := held{version.Program, l.Hash, l.Design.Lives()}
	path := filepath.Join(l.Dir, planFile)
	text, err := os.ReadFile(path)
	if err == nil {
		return mine.check(text, path)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	entries, err := os.ReadDir(l.Dir)
	if err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return !atomicfile.Temporary(e.Name()) }) {
		return fmt.Errorf("%w: %s has no %s and is not empty: left as it is", ErrAnother, l.Dir, planFile)
	}
	if err := os.MkdirAll(l.Dir, 0o700); err != nil {
		return err
	}
	if text, err = json.MarshalIndent(mine, "", "  "); err != nil {
		return err
	}
	return atomicfile.WriteTo(l.Disk, path, 0o600, append(text, '\n'))
}

// check refuses what another plan or another program wrote.
func (h held) check(text []byte, path string) error {
	var old held
	if err := json.Unmarshal(text, &old); err != nil {
		return fmt.Errorf("%w: %s is damaged: %w", ErrAnother, path, err)
	}
	if err := version.Check(old.Version); err != nil {
		return err
	}
	if old != h {
		return fmt.Errorf("%w: %s has the plan %.16s of %d lives, and asked for is %.16s of %d", ErrAnother, filepath.Dir(path), old.Plan, old.Lives, h.Plan, h.Lives)
	}
	return nil
}

// armFiles are the names of the strategies of an arm, by its index.
func armFiles(a plan.Arm, index int) []string {
	names := a.Folders()
	for i, folder := range names {
		names[i] = fmt.Sprintf("%03d.md", index+1)
		if folder != "" {
			names[i] = fmt.Sprintf("%03d-%s.md", index+1, folder)
		}
	}
	return names
}

func (l *Lab) outcomeOf(r plan.Run) string {
	return filepath.Join(l.Dir, outcomesDir, l.Design.Key(r)+".json")
}

// kept is what stays of a life that is over, and what vouches for its folder.
type kept struct {
	Sum     string          `json:"sum"`
	Outcome outcome.Outcome `json:"outcome"`
}

// save keeps the outcome of a life that is over.
func (l *Lab) save(r plan.Run, o outcome.Outcome) error {
	sum, err := l.sum(r)
	if err != nil {
		return err
	}
	text, err := json.Marshal(kept{sum, o})
	if err != nil {
		return err
	}
	return atomicfile.WriteTo(l.Disk, l.outcomeOf(r), 0o600, append(text, '\n'))
}

// sum vouches for a run. One of several lives has the sum of each, and a dash for each that did not begin.
func (l *Lab) sum(r plan.Run) (string, error) {
	a := l.Design.Arms[r.Arm]
	if a.Form == plan.Alone {
		return l.Sum(l.LifeOf(r))
	}
	all := a.Folders()
	for i, folder := range all {
		dir := filepath.Join(l.LifeOf(r), folder)
		all[i] = "-"
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		var err error
		if all[i], err = l.Sum(dir); err != nil {
			return "", err
		}
	}
	return strings.Join(all, " "), nil
}

// load reads the outcome of a life that was over before; false where there is none. The journal of
// a life whose folder is still there must be what the outcome says.
func (l *Lab) load(r plan.Run) (o outcome.Outcome, over bool, _ error) {
	path := l.outcomeOf(r)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return o, false, nil
	}
	if err != nil {
		return o, false, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	var k kept
	if err := d.Decode(&k); err != nil {
		return o, false, fmt.Errorf("%w: %s is damaged: %w; remove it to have the life read again", ErrChanged, path, err)
	}
	o = k.Outcome
	dir := l.LifeOf(r)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return o, true, nil
	}
	sum, err := l.sum(r)
	if err != nil || sum != k.Sum {
		return o, false, errors.Join(fmt.Errorf("%w: the journal in %s changed since: remove that folder and %s to have it lived again", ErrChanged, dir, path), err)
	}
	return o, true, nil
}
