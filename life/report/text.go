package report

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"bardo.run/bardo/life/report/html"
)

const (
	labelLength = 64              // names, symbols, ids
	textLength  = html.TextLength // rules, assumptions
)

func label(s string) string { return clean(s, labelLength) }

// figure prints a number in quote tokens with two decimals and groups:
// 12,345.60. What is smaller than a cent keeps two digits that tell.
func figure(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "–"
	}
	s := strconv.FormatFloat(math.Abs(x), 'f', decimals(x), 64)
	whole, frac, _ := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if x < 0 && s != "0.00" {
		whole = "−" + whole
	}
	return whole + "." + frac
}

// ofPrice prints the price of a market with two decimals, and more where there would be fewer than five
// digits: one in ether may be far below one.
func ofPrice(x float64) string {
	at := math.Abs(x)
	if at >= 100 || at < 1e-9 || !finite(x) {
		return figure(x)
	}
	return strconv.FormatFloat(x, 'f', 4-int(math.Floor(math.Log10(at))), 64)
}

// decimals is two, and more for what two would print as nothing.
func decimals(x float64) int {
	x = math.Abs(x)
	if x >= 0.01 || x < 1e-9 {
		return 2
	}
	return 1 - int(math.Floor(math.Log10(x)))
}

// signed prints a gain or a loss with its sign.
func signed(x float64) string {
	if x > 0 && figure(x) != "0.00" {
		return "+" + figure(x)
	}
	return figure(x)
}

// percent prints a share with its sign; a nil one is not known.
func percent(x *float64) string {
	if x == nil {
		return "not known"
	}
	s := fmt.Sprintf("%.2f %%", math.Abs(*x)*100)
	switch {
	case s == "0.00 %":
		return s
	case *x < 0:
		return "−" + s
	}
	return "+" + s
}

// Percent prints a share as the report does, with its sign.
func Percent(x float64) string { return percent(&x) }

// portion prints part of whole without a sign.
func portion(part, whole uint64) string {
	if whole == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", float64(part)/float64(whole)*100)
}

// moment prints unix milliseconds in UTC; 0 is not known.
func moment(ms int64) string {
	if ms == 0 {
		return "–"
	}
	return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04:05")
}

// span prints how long from and to lie apart, in its two largest units.
func span(ms int64) string {
	d := time.Duration(ms) * time.Millisecond
	days, hours, minutes := int(d.Hours())/24, int(d.Hours())%24, int(d.Minutes())%60
	switch {
	case days > 0:
		return fmt.Sprintf("%d d %d h", days, hours)
	case hours > 0:
		return fmt.Sprintf("%d h %d min", hours, minutes)
	case minutes > 0:
		return fmt.Sprintf("%d min %d s", minutes, int(d.Seconds())%60)
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}

// count prints a number and its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// short shows enough of an id to find it.
func short(id string) string {
	if id == "" {
		return "–"
	}
	if len(id) <= 14 {
		return label(id)
	}
	return label(id[:8] + "…" + id[len(id)-4:])
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// brief rounds the amounts of an exact text such as "0.135986818404831424 WETH"
// to seven digits, for a table that keeps the exact one beside it.
func brief(exact string) string {
	words := strings.Fields(exact)
	for i, w := range words {
		whole, frac, found := strings.Cut(w, ".")
		if keep := max(2, 7-len(whole)); found && len(frac) > keep && digitsOnly(whole+frac) {
			if x, ok := new(big.Rat).SetString(w); ok {
				words[i] = x.FloatString(keep)
			}
		}
	}
	return clean(strings.Join(words, " "), 2*labelLength)
}

func digitsOnly(s string) bool {
	return strings.Trim(s, "0123456789") == ""
}

// ruleName is a rule's or cause's id without the word that says it is one.
func ruleName(id string) string { return label(strings.TrimPrefix(id, "rule:")) }

// cut makes a text fit a width at a blank, so that no figure loses a digit. A word that is wider is cut.
func cut(s string, width int) string {
	if s = clean(s, 4*textLength); utf8.RuneCountInString(s) <= width {
		return s
	}
	head := string([]rune(s)[:width-1])
	if at := strings.LastIndexByte(head, ' '); at > 0 {
		return head[:at] + " …"
	}
	return head + "…"
}

// wrap breaks a text at blanks into at most lines lines; the last one is cut.
func wrap(s string, width, lines int) []string {
	var out []string
	for len(out)+1 < lines && utf8.RuneCountInString(s) > width {
		head := []rune(s)[:width+1]
		at := strings.LastIndexByte(string(head), ' ')
		if at <= 0 {
			break
		}
		out, s = append(out, s[:at]), s[at+1:]
	}
	return append(out, cut(s, width))
}
