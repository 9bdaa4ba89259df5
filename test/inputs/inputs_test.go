package inputs_test

import (
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/test/inputs"
)

func TestWhatIsNotThereIsNoInput(t *testing.T) {
	if err := inputs.Sources("bardo.run/bardo/cmd/golem"); err != nil {
		t.Error(err)
	}
	if err := inputs.Folder("."); err != nil {
		t.Error(err)
	}
	for _, pattern := range []string{"bardo.run/bardo/cmd/nothing", "strings"} {
		if err := inputs.Sources(pattern); err == nil || !strings.Contains(err.Error(), pattern) {
			t.Errorf("%s: %v", pattern, err)
		}
	}
	if err := inputs.Folder(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a folder that is not there is an input")
	}
}
