package config

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
	"time"
)

// Span is a time in whole seconds, written in days or as Go writes a duration: 30d, 48h, 90s.
type Span time.Duration

var errSpan = errors.New("is no time in days, hours, minutes or whole seconds, as 30d, 48h or 90s")

// ParseSpan reads days, or hours, minutes and seconds, of no fraction and no sign.
func ParseSpan(text string) (Span, error) {
	if days, ok := strings.CutSuffix(text, "d"); ok {
		n, err := strconv.ParseUint(days, 10, 16)
		if err != nil {
			return 0, errSpan
		}
		return Span(n) * Span(24*time.Hour), nil //nolint:gosec // 16 bits
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 || d%time.Second != 0 || strings.ContainsAny(text, "+-") {
		return 0, errSpan
	}
	return Span(d), nil
}

// Milliseconds is the span as a life counts time.
func (s Span) Milliseconds() int64 { return time.Duration(s).Milliseconds() }

// String writes whole days as days, and what it can without a unit of nothing.
func (s Span) String() string {
	const day = Span(24 * time.Hour)
	if s > 0 && s%day == 0 {
		return strconv.FormatInt(int64(s/day), 10) + "d"
	}
	text := time.Duration(s).String()
	if s%Span(time.Minute) == 0 && s > 0 {
		text = strings.TrimSuffix(text, "0s")
	}
	if s%Span(time.Hour) == 0 && s > 0 {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// UnmarshalText implements encoding.TextUnmarshaler. Its error does not quote the text.
func (s *Span) UnmarshalText(text []byte) error {
	span, err := ParseSpan(string(text))
	if err == nil {
		*s = span
	}
	return err
}

// MarshalText writes what UnmarshalText reads.
func (s Span) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// CompareText compares the time with a bound written the same way.
func (s Span) CompareText(bound string) (int, error) {
	b, err := ParseSpan(bound)
	return cmp.Compare(s, b), err
}

// ConfType names the type on the reference page.
func (Span) ConfType() string { return "time" }
