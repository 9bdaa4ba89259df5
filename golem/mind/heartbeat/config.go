package heartbeat

import (
	"errors"
	"fmt"

	"bardo.run/bardo/golem/mind/heartbeat/gate"
	"bardo.run/bardo/golem/mind/heartbeat/pace"
	"bardo.run/bardo/golem/mind/heartbeat/probe"
)

// Config is the heartbeat's configuration (runtime §4.4). Times are
// milliseconds.
type Config struct {
	Clock         pace.Config
	Probes        probe.Thresholds
	BaseThreshold float64 // of deliberation, 0.05 to 0.8
	Budget        gate.Budget
	IdleAfter     int    // consecutive quiet ticks before steps 2 and 3 are skipped
	IdleBreak     uint64 // every so many ticks nothing is skipped
	Steps         int    // most steps of deliberation in one tick
	Retries       int    // of an observation, after the first attempt; 3, by heartbeat §2 and not chain §2
	RetryWait     int64
	StaleAfter    int64 // age of the newest block that counts as an anomaly
	TimeoutMin    int64 // a tick may take twice its interval, and at least this
	OracleOff     bool  // the prediction error of heartbeat §5, "Oracle disabled"
	// FirstTick is the number of the first tick: that of the last record plus
	// one.
	FirstTick uint64
}

// Defaults returns the specified configuration with a daily cap of 10 USDC.
func Defaults() Config {
	return Config{
		Clock:         pace.Default(),
		Probes:        probe.Defaults(),
		BaseThreshold: 0.3,
		Budget:        gate.Budget{Cap: 10_000_000, Warning: 7_000, Soft: 9_000},
		IdleAfter:     3,
		IdleBreak:     20,
		Steps:         8,
		Retries:       3,
		RetryWait:     2_000,
		StaleAfter:    45_000,
		TimeoutMin:    120_000,
	}
}

// Validate reports everything that is wrong with c.
func (c Config) Validate() error {
	faults := []error{c.Clock.Validate(), c.Probes.Validate()}
	if !(c.BaseThreshold >= 0.05 && c.BaseThreshold <= 0.8) {
		faults = append(faults, fmt.Errorf("base deliberation threshold: want 0.05 to 0.8, got %v", c.BaseThreshold))
	}
	if c.Budget.Cap <= 0 || c.Budget.Warning < 0 || c.Budget.Soft < c.Budget.Warning || c.Budget.Soft > 10_000 {
		faults = append(faults, fmt.Errorf("daily cost cap: want more than 0 and warning ≤ soft cap ≤ 100%%, got %s, %s and %s",
			c.Budget.Cap, c.Budget.Warning, c.Budget.Soft))
	}
	if c.IdleAfter < 1 || c.IdleBreak < 1 {
		faults = append(faults, errors.New("idle threshold: want at least 1"))
	}
	if c.Steps < 1 || c.Retries < 0 || c.RetryWait < 0 || c.StaleAfter < 1 || c.TimeoutMin < 1 {
		faults = append(faults, errors.New("steps, retries and waits: want positive numbers"))
	}
	return errors.Join(faults...)
}
