package live

import (
	"errors"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/life/live/environment"
	"bardo.run/bardo/mirage/world"
)

// A life may begin with a later day of its market, and is resumed with the same one.
func TestALifeBeginsWithALaterDayOfItsMarket(t *testing.T) {
	o := chop(t)
	o.Days, o.FromDay, o.Config.Oracle.Enabled = 3, 3, false
	interrupted(t, o, 20)
	interrupted(t, o, 40)
	all := lived(t, o.Out)
	born := world.Start.Add(48 * time.Hour).UnixMilli()
	if first := all[0].Time; len(all) != 40 || first < born || first > born+time.Minute.Milliseconds() {
		t.Errorf("%d ticks, the first at %d", len(all), first)
	}
	for said, day := range map[string]int{"days left out 2 and not 1": 2, "days left out 2 and not 0": 0} {
		other := o
		other.FromDay = day
		if _, err := Run(t.Context(), other); !errors.Is(err, ErrAnother) || !strings.Contains(err.Error(), said) {
			t.Errorf("from day %d: %v", day, err)
		}
	}
	o.FromDay, o.Out = 4, t.TempDir()
	var wrong *environment.MarketError
	if _, err := Run(t.Context(), o); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "has days 1 to 3") {
		t.Error(err)
	}
}
