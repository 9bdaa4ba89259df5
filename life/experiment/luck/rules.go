package luck

import (
	"fmt"

	"bardo.run/bardo/internal/seed"
)

// Rules are how strict the judge is. A zero field has the value of Usual.
type Rules struct {
	Significance float64   // the most often that luck may be taken for more, in (0, 0.5]
	Resamples    int       // at least 19 over the level is of use
	Block        float64   // the mean length of blocks; 0 chooses one from the returns
	Parts        int       // even, of the cross-validation
	Untouched    int       // periods at the end that choose nothing, and are looked at once
	Seed         seed.Seed // of the resamples
}

// Usual are the rules that the calibration holds for.
func Usual() Rules { return Rules{Significance: 0.05, Resamples: 999, Parts: 10} }

// filled puts the usual values where there are none.
func (r Rules) filled() Rules {
	usual := Usual()
	if r.Significance == 0 {
		r.Significance = usual.Significance
	}
	if r.Resamples == 0 {
		r.Resamples = usual.Resamples
	}
	if r.Parts == 0 {
		r.Parts = usual.Parts
	}
	return r
}

// check returns an error that names the first rule out of its range.
func (r Rules) check(periods int) error {
	switch {
	case !(r.Significance > 0 && r.Significance <= 0.5):
		return fmt.Errorf("luck: a level of %v is outside (0, 0.5]", r.Significance)
	case float64(r.Resamples+1)*r.Significance < 1 || r.Resamples > 1e6:
		return fmt.Errorf("luck: %d resamples cannot tell a level of %v", r.Resamples, r.Significance)
	case r.Block != 0 && !(r.Block >= 1 && r.Block <= float64(periods)):
		return fmt.Errorf("luck: blocks of %v of %d periods", r.Block, periods)
	case r.Parts < 2 || r.Parts > 20 || r.Parts%2 != 0:
		return fmt.Errorf("luck: %d parts, want an even number from 2 to 20", r.Parts)
	case r.Untouched < 0 || r.Untouched >= periods:
		return fmt.Errorf("luck: %d of %d periods untouched", r.Untouched, periods)
	}
	return nil
}
