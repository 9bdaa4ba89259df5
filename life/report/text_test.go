package report

import (
	"math"
	"slices"
	"testing"
	"unicode/utf8"
)

// A loss has the same sign everywhere, whoever writes it.
func TestALossHasTheSignOfTheReport(t *testing.T) {
	if got := Percent(-0.00683) + ", " + Percent(0.01); got != "−0.68 %, +1.00 %" {
		t.Error(got)
	}
}

func TestFiguresAreReadable(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0.00", 1: "1.00", 1234.5: "1,234.50", 999.999: "1,000.00", 1234567.891: "1,234,567.89", -12345.6: "−12,345.60",
		0.0071: "0.0071", -0.0000123: "−0.000012", 1e-12: "0.00", math.Inf(1): "–", math.NaN(): "–",
	} {
		if got := figure(x); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
	for x, want := range map[float64]string{5: "+5.00", -5: "−5.00", 0: "0.00"} {
		if got := signed(x); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
	for x, want := range map[float64]string{0.0123: "+1.23 %", -1: "−100.00 %", -0.00001: "0.00 %"} {
		if got := percent(&x); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
	if percent(nil) != "not known" {
		t.Error("an unknown return is shown as a number")
	}
}

func TestSpansNameTheirTwoLargestUnits(t *testing.T) {
	for ms, want := range map[int64]string{
		0: "0.0 s", 18_400: "18.4 s", 61_000: "1 min 1 s", 3_660_000: "1 h 1 min", 432_000_000: "5 d 0 h",
	} {
		if got := span(ms); got != want {
			t.Errorf("%d: %s, want %s", ms, got, want)
		}
	}
}

func TestExactAmountsAreShortened(t *testing.T) {
	for exact, want := range map[string]string{
		"0.135986818404831424 WETH":     "0.135987 WETH",
		"745.854413 USDC + 0.2 WETH":    "745.8544 USDC + 0.2 WETH",
		"123456789.123456789 X":         "123456789.12 X",
		"0.4347596 WETH + 9.99999996 X": "0.434760 WETH + 10.000000 X",
		"7 0x00000000000000000000000A":  "7 0x00000000000000000000000A",
		"1.x23456789012":                "1.x23456789012",
	} {
		if got := brief(exact); got != want {
			t.Errorf("%s: %s, want %s", exact, got, want)
		}
	}
}

func TestWrapLosesNoWordItHasRoomFor(t *testing.T) {
	if got := wrap("one two three four", 9, 3); !slices.Equal(got, []string{"one two", "three", "four"}) {
		t.Fatalf("%q", got)
	}
	if got := wrap("one two three four", 9, 1); !slices.Equal(got, []string{"one two …"}) {
		t.Fatalf("%q", got)
	}
	if got := wrap("unbreakable", 4, 3); !slices.Equal(got, []string{"unb…"}) {
		t.Fatalf("%q", got)
	}
}

func TestPlaceholdersOfArgumentsAreNotFilledAgain(t *testing.T) {
	var s sink
	s.put(`<b class="%">%</b>%`, "a%b", "%", "c")
	if got := s.String(); got != `<b class="a%b">%</b>c` {
		t.Fatal(got)
	}
}

// A price keeps five digits, however small it is, and names its token where that is not what the life is
// told in.
func TestASmallPriceKeepsItsDigits(t *testing.T) {
	for x, want := range map[float64]string{0.048123456: "0.048123", 14.8912: "14.891", 1: "1.0000", 2284.5308: "2,284.53", 0: "0.00", 0.0000123456: "0.000012346"} {
		if got := ofPrice(x); got != want {
			t.Errorf("%v is %s, want %s", x, got, want)
		}
	}
	trade := Trade{Price: 0.048123456, QuoteToken: "WETH"}
	if got := trade.priced("USDC"); got != "0.048123 WETH" {
		t.Error(got)
	}
	if got := trade.priced("WETH"); got != "0.048123" {
		t.Error(got)
	}
}

// No figure loses a digit where a text is too long for its line, and one that just fits is not cut.
func TestNoFigureIsCut(t *testing.T) {
	const text = "beside them −4.37"
	for width := range utf8.RuneCountInString(text) + 2 {
		if width < 10 {
			continue
		}
		got := cut(text, width)
		if utf8.RuneCountInString(got) > width || got != text && got != "beside them …" && got != "beside …" {
			t.Errorf("%d: %q", width, got)
		}
	}
	if got := wrap(text, utf8.RuneCountInString(text), 1); len(got) != 1 || got[0] != text {
		t.Errorf("%q", got)
	}
	if got := wrap(text, 14, 2); len(got) != 2 || got[1] != "−4.37" {
		t.Errorf("%q", got)
	}
}
