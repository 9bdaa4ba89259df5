package oracle

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// spec: heartbeat §11.7
func TestAnOverconfidentPredictorIsBelievedLess(t *testing.T) {
	var c Calibrator
	random := rand.New(rand.NewPCG(1, 2))
	for range 2_000 {
		stated := random.Float64()
		c.Add(stated, random.Float64() < stated/2)
	}
	for _, stated := range []float64{0.1, 0.5, 0.9} {
		if got := c.Calibrate(stated); math.Abs(got-stated/2) > 0.08 {
			t.Errorf("%v is worth %v, want about %v", stated, got, stated/2)
		}
	}
	if got := c.Error(); math.Abs(got-0.25) > 0.03 {
		t.Errorf("expected calibration error %v, want about 0.25", got)
	}
}

// spec: heartbeat §11.7
func TestTheCalibratorWaitsForThirtySamples(t *testing.T) {
	var c Calibrator
	for n := 1; n <= 30; n++ {
		c.Add(0.9, false)
		if got := c.Calibrate(0.9); (got != 0.9) != (n == 30) {
			t.Errorf("after %d samples: %v", n, got)
		}
	}
}

// spec: heartbeat §11.7
func TestTheCalibratorFitsAgainEveryFifty(t *testing.T) {
	var c Calibrator
	for range active {
		c.Add(0.9, false)
	}
	for n := 1; n <= refit; n++ {
		c.Add(0.9, true)
		if got := c.Calibrate(0.9); (got != 0) != (n == refit) {
			t.Errorf("%d samples after the fit: %v", n, got)
		}
	}
}

// spec: heartbeat §11.7
func TestCalibrationIsMonotoneAndAProbability(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c Calibrator
		for range rapid.IntRange(0, 400).Draw(t, "n") {
			c.Add(rapid.Float64Range(-1, 2).Draw(t, "stated"), rapid.Bool().Draw(t, "held"))
		}
		last := 0.0
		for i := range 101 {
			got := c.Calibrate(float64(i) / 100)
			if got < last || got > 1 {
				t.Fatalf("%d %%: %v after %v", i, got, last)
			}
			last = got
		}
		if e := c.Error(); e < 0 || e > 1 {
			t.Fatalf("error %v", e)
		}
	})
}
