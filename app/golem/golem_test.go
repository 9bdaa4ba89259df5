package golem

import (
	"bytes"
	"strings"
	"testing"
)

func TestACommandThatMakesNoSenseIsAUsageError(t *testing.T) {
	for _, args := range [][]string{{"replay"}, {"replay", "a", "b"}, {"replay", "--no-such-flag", "a"}} {
		var out, errOut bytes.Buffer
		if code := Main(t.Context(), args, &out, &errOut); code != exitUsage || !strings.HasPrefix(errOut.String(), "golem: ") {
			t.Errorf("%v: exit %d, said %q", args, code, errOut.String())
		}
	}
}

func TestAFolderWithoutALifeIsAnError(t *testing.T) {
	var out, errOut bytes.Buffer
	if code := Main(t.Context(), []string{"replay", t.TempDir()}, &out, &errOut); code != exitInternal || out.Len() != 0 {
		t.Errorf("exit %d, printed %q, said %q", code, out.String(), errOut.String())
	}
}
