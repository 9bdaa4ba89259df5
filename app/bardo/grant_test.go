package bardo

import (
	"strconv"
	"testing"

	"bardo.run/bardo/golem/safety/rotation"
)

// spec: provisioning §8.12: whoever grants by the defaults is asked for the next grant while
// the first holds, with a day to answer.
func TestAGrantByTheDefaultsOutlivesItsKeyByADay(t *testing.T) {
	const day = 86_400
	text := newGrant(&shell{}).Flags().Lookup("days").DefValue
	if days, err := strconv.ParseInt(text, 10, 64); err != nil || days*day < rotation.Default().MaxAge+day || days > 30 {
		t.Errorf("a grant holds %s days, its key acts for %d s (%v)", text, rotation.Default().MaxAge, err)
	}
}
