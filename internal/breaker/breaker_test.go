package breaker

import (
	"testing"
	"time"
)

var start = time.UnixMilli(1_700_000_000_000)

// ask makes requests that end as told.
func ask(t *testing.T, b *Breaker, outcomes ...bool) {
	t.Helper()
	for i, ok := range outcomes {
		if !b.Allow(start) {
			t.Fatalf("request %d was refused", i+1)
		}
		b.Done(start, ok)
	}
}

// spec: safety §15.4: 5 failures in 10 open it at the 10th; at 30.0 s one probe is
// allowed, a second one beside it is not.
func TestFiveFailuresInTenOpenItForThirtySeconds(t *testing.T) {
	var b Breaker
	ask(t, &b, true, false, true, false, true, false, true, false, true)
	if !b.OpenUntil().IsZero() {
		t.Fatal("open before the tenth request")
	}
	ask(t, &b, false)
	if want := start.Add(Rest); b.OpenUntil() != want {
		t.Fatalf("open until %v, want %v", b.OpenUntil(), want)
	}
	if b.Allow(start.Add(Rest - time.Nanosecond)) {
		t.Error("a request before the 30 s were over")
	}
	if !b.Allow(start.Add(Rest)) {
		t.Fatal("no probe at 30 s")
	}
	if b.Allow(start.Add(Rest)) {
		t.Error("a second request beside the probe")
	}
	b.Done(start.Add(Rest), true)
	if !b.OpenUntil().IsZero() {
		t.Error("a probe that went well left it open")
	}
	for range Window - 1 { // the failures before it are forgotten
		b.Done(start, false)
	}
	if !b.Allow(start) {
		t.Error("it opened again before ten requests were made")
	}
}

func TestAProbeThatFailsOpensItAgain(t *testing.T) {
	var b Breaker
	ask(t, &b, false, false, false, false, false, false, false, false, false, false)
	then := start.Add(Rest)
	if !b.Allow(then) {
		t.Fatal("no probe")
	}
	b.Done(then, false)
	if b.OpenUntil() != then.Add(Rest) || b.Allow(then.Add(Rest-1)) {
		t.Errorf("open until %v", b.OpenUntil())
	}
	if !b.Allow(then.Add(Rest)) {
		t.Fatal("no second probe")
	}
	b.Forget()
	if !b.Allow(then.Add(Rest)) {
		t.Error("a probe that was given up keeps the next one out")
	}
}

func TestFourFailuresInTenLeaveItClosed(t *testing.T) {
	var b Breaker
	for range 20 {
		ask(t, &b, false, true, false, true, true, false, true, false, true, true)
	}
	if !b.OpenUntil().IsZero() {
		t.Error("it is open")
	}
}
