package plan

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
)

// mostValues is how many values a parameter has at most.
const mostValues = 1000

// quantity is a decimal number of at most twelve digits on either side, and the unit behind it, as
// in "-2.5" or "30bps".
var quantity = regexp.MustCompile(`^([+-]?[0-9]{1,12}(?:\.[0-9]{1,12})?) ?([%a-z]*)$`)

// parseValues reads the values of a parameter: a range "-3..-1:0.5", whose numbers may have a unit
// ("1%..3%:0.5%"), or a list "1h,2h,4h".
func parseValues(name, text string) ([]string, error) {
	from, rest, ranged := strings.Cut(text, "..")
	if !ranged {
		return listed(name, text)
	}
	to, step, stepped := strings.Cut(rest, ":")
	if !stepped {
		return nil, fmt.Errorf("%w: %s=%s: say in which steps, as in %s=%s:0.5", ErrPlan, name, text, name, text)
	}
	var numbers [3]*big.Rat
	unit, digits := "", 0
	for i, part := range []string{from, to, step} {
		m := quantity.FindStringSubmatch(strings.TrimSpace(part))
		if m == nil {
			return nil, fmt.Errorf("%w: %s=%s: %q is no number", ErrPlan, name, text, part)
		}
		if m[2] != "" && unit != "" && m[2] != unit {
			return nil, fmt.Errorf("%w: %s=%s: the units %s and %s do not mix", ErrPlan, name, text, unit, m[2])
		}
		unit = max(unit, m[2])
		numbers[i], _ = new(big.Rat).SetString(m[1])
		_, frac, _ := strings.Cut(m[1], ".")
		digits = max(digits, len(frac))
	}
	return steps(name, text, numbers, unit, digits)
}

// steps are the numbers of a range, exactly.
func steps(name, text string, n [3]*big.Rat, unit string, digits int) (all []string, _ error) {
	from, to, step := n[0], n[1], n[2]
	switch {
	case step.Sign() <= 0:
		return nil, fmt.Errorf("%w: %s=%s: a step is above 0", ErrPlan, name, text)
	case from.Cmp(to) > 0:
		return nil, fmt.Errorf("%w: %s=%s: it begins above its end", ErrNone, name, text)
	}
	many := new(big.Rat).Quo(new(big.Rat).Sub(to, from), step)
	if many.Cmp(big.NewRat(mostValues-1, 1)) > 0 {
		return nil, fmt.Errorf("%w: %s=%s has more than %d values", ErrMany, name, text, mostValues)
	}
	for x := new(big.Rat).Set(from); x.Cmp(to) <= 0; x.Add(x, step) {
		all = append(all, plain(x.FloatString(digits))+unit)
	}
	return all, nil
}

// plain is a decimal without zeros at its end.
func plain(text string) string {
	if strings.Contains(text, ".") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	if text == "-0" {
		return "0"
	}
	return text
}

func listed(name, text string) (all []string, _ error) {
	for _, part := range strings.Split(text, ",") {
		part = strings.TrimSpace(part)
		switch {
		case part == "":
			return nil, fmt.Errorf("%w: %s=%s has an empty value", ErrPlan, name, text)
		case slices.Contains(all, part):
			return nil, fmt.Errorf("%w: %s=%s has %s twice", ErrPlan, name, text, part)
		}
		all = append(all, part)
	}
	if len(all) > mostValues {
		return nil, fmt.Errorf("%w: %s has more than %d values", ErrMany, name, mostValues)
	}
	return all, nil
}

// fitted is a value as a file writes it: a bare number takes the unit that the file's value has.
func fitted(value, file string) string {
	v, f := quantity.FindStringSubmatch(value), quantity.FindStringSubmatch(file)
	if v == nil || f == nil || v[2] != "" {
		return value
	}
	return v[1] + f[2]
}
