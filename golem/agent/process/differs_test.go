package process

import (
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/golem/agent"
)

func TestWhatDiffersIsNamedWithBothValues(t *testing.T) {
	var born, now agent.Boot
	born.Strategy.Text, now.Strategy.Text = []byte(strings.Repeat("a", 500)), []byte("b")
	born.Oracle, born.Permit.TTL, now.Permit.TTL = true, 5, 7
	got := differences(now, born)
	want := []string{"Oracle is false and was true", "Permit.TTL is 7 and was 5"}
	if len(got) != 3 || !slices.Equal(got[:2], want) || !strings.HasPrefix(got[2], `Strategy.Text is "Yg==" and was "YWFh`) || len(got[2]) > 150 {
		t.Errorf("%q", got)
	}
	if same := differences(born, born); len(same) != 0 {
		t.Errorf("a birth differs from itself by %q", same)
	}
}
