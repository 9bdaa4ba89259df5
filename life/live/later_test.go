package live

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
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
	other := o
	other.ToDay = 3
	if _, err := Run(t.Context(), other); !errors.Is(err, ErrAnother) || !strings.Contains(err.Error(), "last day 0 and not 3") {
		t.Error(err)
	}
	o.FromDay, o.Out = 4, t.TempDir()
	var wrong *environment.MarketError
	if _, err := Run(t.Context(), o); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "has days 1 to 3") {
		t.Error(err)
	}
}

// A life may end with an earlier day of its market: its paid time is over then.
func TestALifeEndsWithAnEarlierDayOfItsMarket(t *testing.T) {
	o := chop(t)
	o.Days, o.FromDay, o.ToDay, o.Config.Oracle.Enabled = 3, 2, 2, false
	interrupted(t, o, 20)
	b, err := agent.BirthIn(filepath.Join(o.Out, home.JournalDir))
	check(t, err)
	begun, over := world.Start.Add(24*time.Hour).UnixMilli(), world.Start.Add(48*time.Hour).UnixMilli()
	if b.Birth.Start < begun || b.Birth.Start > begun+time.Minute.Milliseconds() || b.Birth.Until != over {
		t.Errorf("it lives from %d to %d, want %d to %d", b.Birth.Start, b.Birth.Until, begun, over)
	}
	o.ToDay, o.Out = 1, t.TempDir()
	var wrong *environment.MarketError
	if _, err := Run(t.Context(), o); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "to begin with its day 2, and has days 1 to 1") {
		t.Error(err)
	}
}
