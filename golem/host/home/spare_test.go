package home

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a reading command writes goes to a new place or over its own, and to no file of a life
// but those of this one that it may draw again.
func TestAPathIsSparedThatSomethingElseLiesAt(t *testing.T) {
	such := func(text []byte) bool { return strings.HasPrefix(string(text), "page") }
	dir := t.TempDir()
	life, other := filepath.Join(dir, "life"), filepath.Join(dir, "other")
	for _, name := range []string{life + "/journal/000001.seg", life + "/life.html", other + "/manifest.bardo", other + "/life.html", dir + "/page", dir + "/empty", dir + "/mine", dir + "/journal/today"} {
		text := ""
		if !strings.HasSuffix(name, "empty") {
			text = filepath.Base(name)
		}
		write(t, name, text)
	}
	check(t, os.Mkdir(filepath.Join(life, "deeper"), 0o700))
	check(t, os.Symlink(life, filepath.Join(dir, "way")))
	check(t, os.Symlink(filepath.Join(dir, "mine"), filepath.Join(dir, "link")))
	for path, free := range map[string]bool{
		"new": true, "page": true, "empty": true, "absent/new": true, "journal/new": true, "life/life.html": true, "way/life.html": true,
		"mine": false, "link": false, "life/new": false, "life/journal/000001.seg": false, "life/deeper/new": false, "way/new": false, "other/life.html": false,
	} {
		err := Spare(life, filepath.Join(dir, path), such, ReportFile)
		if free != (err == nil) || !free && !errors.Is(err, ErrTaken) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
