package version

import (
	"errors"
	"strings"
	"testing"
)

func TestOnlyWhatThisVersionWroteIsRead(t *testing.T) {
	if err := Check(Program); err != nil {
		t.Error(err)
	}
	for _, other := range []string{"", "0.1.0", Program + ".1", strings.Repeat("9", 1<<20)} {
		err := Check(other)
		if !errors.Is(err, ErrOther) || !strings.Contains(err.Error(), Program) || len(err.Error()) > 300 {
			t.Errorf("%.10q: %v", other, err)
		}
	}
}
