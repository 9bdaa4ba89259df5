package config

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestASpanIsReadAsItIsWritten(t *testing.T) {
	for text, want := range map[string]string{"0s": "0s", "60s": "1m", "90s": "1m30s", "48h": "2d", "36h": "36h", "30d": "30d", "1h0m30s": "1h0m30s", "90m": "1h30m", "0d": "0s"} {
		s, err := ParseSpan(text)
		if err != nil || s.String() != want {
			t.Errorf("%s is %s, %v; want %s", text, s, err, want)
		}
	}
	for _, text := range []string{"", "48", "2.5d", "-1h", "+1h", "1.5s", "10ms", "1w", "70000d", "9999999999h", "h", "d", "1h-30m"} {
		if s, err := ParseSpan(text); err == nil {
			t.Errorf("%q is %s", text, s)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		want := Span(rapid.Int64Range(0, 36500*24*3600).Draw(t, "seconds")) * Span(time.Second)
		var got Span
		text, err := want.MarshalText()
		if err == nil {
			err = got.UnmarshalText(text)
		}
		if err != nil || got != want || got.Milliseconds() != int64(want)/1e6 {
			t.Fatalf("%d as %s is %d: %v", want, text, got, err)
		}
	})
}
