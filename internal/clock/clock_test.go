package clock

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestSystemWaitsUntilTheGivenTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := System{}
		due := c.Now().Add(90 * time.Second)
		if err := c.WaitUntil(t.Context(), due); err != nil {
			t.Fatal(err)
		}
		if c.Now().Before(due) {
			t.Fatalf("woke at %v, before %v", c.Now(), due)
		}
	})
}

func TestSystemStopsWaitingWhenTheContextEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		c := System{}
		if err := c.WaitUntil(ctx, c.Now().Add(time.Hour)); err != context.DeadlineExceeded {
			t.Fatalf("got %v, want the deadline", err)
		}
	})
}

func TestSimulatedNeverMovesBack(t *testing.T) {
	start := time.Date(2023, 8, 13, 0, 0, 0, 0, time.UTC)
	c := NewSimulated(start)
	if err := c.WaitUntil(t.Context(), start.Add(-time.Hour)); err != nil || !c.Now().Equal(start) {
		t.Fatalf("clock at %v (%v), want %v", c.Now(), err, start)
	}
	if err := c.WaitUntil(t.Context(), start.Add(time.Minute)); err != nil || !c.Now().Equal(start.Add(time.Minute)) {
		t.Fatalf("clock at %v (%v), want one minute later", c.Now(), err)
	}
}
