package plan

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"bardo.run/bardo/golem/mind/strategy"
)

// Arm is a strategy with its parameters set.
type Arm struct {
	Name string
	Path string // of the file that it was made from
	Set  []strategy.Parameter
	Text []byte
	// Without is a faculty that it lives without; empty: none.
	Without string
}

// makeArms makes the cross product of each strategy with the values of the parameters that it has.
func (d *Design) makeArms(read func(path string) ([]byte, error)) error {
	texts := map[string][]byte{}
	for _, path := range d.Plan.Strategies {
		if _, twice := texts[path]; twice {
			return fmt.Errorf("%w: %s stands twice", ErrPlan, path)
		}
		text, err := read(path)
		if err != nil {
			return err
		}
		texts[path] = text
	}
	values, err := d.Plan.values(texts)
	if err != nil {
		return err
	}
	names := Names(d.Plan.Strategies)
	for i, path := range d.Plan.Strategies {
		if err := d.vary(Arm{Name: names[i], Path: path, Text: texts[path]}, values); err != nil {
			return err
		}
	}
	slices.SortFunc(d.Arms, func(a, b Arm) int { return cmp.Compare(a.Name, b.Name) })
	return nil
}

// vary adds the arms of one strategy.
func (d *Design) vary(base Arm, values []varied) error {
	arms, has := []Arm{base}, map[string]string{}
	for _, p := range strategy.ParametersOf(base.Text) {
		has[p.Name] = p.Value
	}
	if n := many(values, has) * float64(1+len(d.Plan.Without)); n+float64(len(d.Arms)) > Most {
		return fmt.Errorf("%w: the values of the parameters make %.3g arms of %s, and a sweep has %d lives at most", ErrMany, n, base.Path, Most)
	}
	for _, v := range values {
		file, ok := has[v.name]
		if !ok {
			continue
		}
		var next []Arm
		for _, a := range arms {
			for _, x := range v.values {
				set := strategy.Parameter{Name: v.name, Value: fitted(x, file)}
				next = append(next, Arm{Name: d.armName(a, set), Path: a.Path, Text: a.Text, Set: append(slices.Clone(a.Set), set)})
			}
		}
		arms = next
	}
	for _, a := range arms {
		text, err := strategy.Vary(a.Text, a.Set)
		if err != nil {
			return fmt.Errorf("%s: %w", a.Path, err)
		}
		a.Text = text
		d.Arms = append(d.Arms, a)
		for _, faculty := range d.Plan.Without {
			less := a
			less.Name, less.Without = a.Name+" without "+faculty, faculty
			d.Arms = append(d.Arms, less)
		}
	}
	return nil
}

// armName is a name with one parameter more. Where there is one strategy, its parameters name an arm.
func (d *Design) armName(a Arm, set strategy.Parameter) string {
	name := set.Name + "=" + set.Value
	if len(a.Set) == 0 && len(d.Plan.Strategies) == 1 {
		return name
	}
	return a.Name + " " + name
}

// many is how many arms the values make of a strategy with some parameters.
func many(values []varied, has map[string]string) float64 {
	n := 1.0
	for _, v := range values {
		if _, ok := has[v.name]; ok {
			n *= float64(len(v.values))
		}
	}
	return n
}

// varied is a parameter and the values that it takes.
type varied struct {
	name   string
	values []string
}

// values are the parameters by name. One that no strategy has is an error that names those there are.
func (p Plan) values(texts map[string][]byte) (all []varied, _ error) {
	var there []string
	for _, text := range texts {
		for _, x := range strategy.ParametersOf(text) {
			there = append(there, x.Name)
		}
	}
	slices.Sort(there)
	there = slices.Compact(there)
	for _, name := range slices.Sorted(maps.Keys(p.Parameters)) {
		text := p.Parameters[name]
		if !slices.Contains(there, name) {
			return nil, fmt.Errorf("%w: no strategy has a parameter %q; there are %s", ErrPlan, name, cmp.Or(strings.Join(there, ", "), "none"))
		}
		values, err := parseValues(name, text)
		if err != nil {
			return nil, err
		}
		all = append(all, varied{name, values})
	}
	return all, nil
}

// Names are short ones for paths: the last part of each, or the whole path where that is not its own.
func Names(paths []string) []string {
	names := make([]string, len(paths))
	times := map[string]int{}
	for i, path := range paths {
		names[i] = filepath.Base(filepath.Clean(path))
		times[names[i]]++
	}
	for i, path := range paths {
		if times[names[i]] > 1 {
			names[i] = filepath.ToSlash(filepath.Clean(path))
		}
	}
	return names
}
