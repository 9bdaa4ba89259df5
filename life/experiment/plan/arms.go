package plan

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"bardo.run/bardo/golem/mind/strategy"
)

// Arm is what is compared: a strategy with its parameters set, or several that live as one.
type Arm struct {
	Name    string
	Form    Form
	Members []Member // one where it is Alone, at least two elsewhere, in the order of the plan
	Set     []strategy.Parameter
	// Without is a faculty that it lives without; empty: none.
	Without string
}

// Member is a strategy of an arm, with the arm's parameters set.
type Member struct {
	Path string // of the file that it was made from
	Text []byte
}

// Folders are where the members' lives lie in a folder of the arm: in itself where there is one.
func (a Arm) Folders() []string {
	all := make([]string, len(a.Members))
	for i := range all {
		if a.Form != Alone {
			all[i] = strconv.Itoa(i + 1)
		}
	}
	return all
}

// Names are short ones for the members.
func (a Arm) Names() []string {
	paths := make([]string, len(a.Members))
	for i, m := range a.Members {
		paths[i] = m.Path
	}
	once := slices.Compact(slices.Sorted(slices.Values(paths))) // one may stand twice
	names := Names(once)
	for i, path := range paths {
		paths[i] = names[slices.Index(once, path)]
	}
	return paths
}

// makeArms makes the cross product of each strategy, and of each arm of several, with the values of the parameters that it has.
func (d *Design) makeArms(read func(path string) ([]byte, error)) error {
	bases, err := d.Plan.bases(read)
	if err != nil {
		return err
	}
	values, err := d.Plan.values(bases)
	if err != nil {
		return err
	}
	for _, base := range bases {
		if err := d.vary(base, values); err != nil {
			return err
		}
	}
	slices.SortFunc(d.Arms, func(a, b Arm) int { return cmp.Compare(a.Name, b.Name) })
	for i, a := range d.Arms[1:] {
		if a.Name == d.Arms[i].Name {
			return fmt.Errorf("%w: two arms are named %q", ErrPlan, a.Name)
		}
	}
	return nil
}

// bases are the arms before their parameters are set.
func (p Plan) bases(read func(path string) ([]byte, error)) (all []Arm, _ error) {
	texts := map[string][]byte{}
	members := func(paths ...string) (of []Member, err error) {
		for _, path := range paths {
			if _, known := texts[path]; !known {
				if texts[path], err = read(path); err != nil {
					return nil, err
				}
			}
			of = append(of, Member{path, texts[path]})
		}
		return of, nil
	}
	names := Names(p.Strategies)
	for i, path := range p.Strategies {
		if slices.Contains(p.Strategies[:i], path) {
			return nil, fmt.Errorf("%w: %s stands twice", ErrPlan, path)
		}
		one, err := members(path)
		if err != nil {
			return nil, err
		}
		all = append(all, Arm{Name: names[i], Members: one})
	}
	for _, s := range p.Arms {
		paths, form := s.members()
		several, err := members(paths...)
		if err != nil {
			return nil, fmt.Errorf("the arm %q: %w", s.Name, err)
		}
		all = append(all, Arm{Name: s.Name, Form: form, Members: several})
	}
	return all, nil
}

// parameters are those of the members, each with its value in the first file that has it.
func (a Arm) parameters() map[string]string {
	has := map[string]string{}
	for _, m := range slices.Backward(a.Members) {
		for _, p := range strategy.ParametersOf(m.Text) {
			has[p.Name] = p.Value
		}
	}
	return has
}

// vary adds the arms of one base.
func (d *Design) vary(base Arm, values []varied) error {
	arms, has := []Arm{base}, base.parameters()
	if n := many(values, has) * float64(1+len(d.Plan.Without)); n+float64(len(d.Arms)) > Most {
		return fmt.Errorf("%w: the values of the parameters make %.3g arms of %s, and a sweep has %d lives at most", ErrMany, n, base.called(), Most)
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
				more := a
				more.Name, more.Set = d.armName(a, set), append(slices.Clone(a.Set), set)
				next = append(next, more)
			}
		}
		arms = next
	}
	for _, a := range arms {
		if err := a.set(); err != nil {
			return err
		}
		d.Arms = append(d.Arms, a)
		for _, faculty := range d.Plan.Without {
			less := a
			less.Name, less.Without = a.Name+" without "+faculty, faculty
			d.Arms = append(d.Arms, less)
		}
	}
	return nil
}

// called is the file of an arm, or its name where it has several.
func (a Arm) called() string {
	if a.Form == Alone {
		return a.Members[0].Path
	}
	return a.Name
}

// set sets the parameters in the texts of those members that have them.
func (a *Arm) set() (err error) {
	a.Members = slices.Clone(a.Members)
	for i := range a.Members {
		m := &a.Members[i]
		var own []strategy.Parameter
		for _, p := range strategy.ParametersOf(m.Text) {
			if at := slices.IndexFunc(a.Set, func(s strategy.Parameter) bool { return s.Name == p.Name }); at >= 0 {
				own = append(own, a.Set[at])
			}
		}
		if m.Text, err = strategy.Vary(m.Text, own); err != nil {
			return fmt.Errorf("%s: %w", m.Path, err)
		}
	}
	return nil
}

// armName is a name with one parameter more. Where there is one strategy, its parameters name an arm.
func (d *Design) armName(a Arm, set strategy.Parameter) string {
	name := set.Name + "=" + set.Value
	if len(a.Set) == 0 && len(d.Plan.Strategies) == 1 && len(d.Plan.Arms) == 0 {
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
func (p Plan) values(bases []Arm) (all []varied, _ error) {
	there := map[string]string{}
	for _, a := range bases {
		maps.Copy(there, a.parameters())
	}
	names := slices.Sorted(maps.Keys(there))
	for _, name := range slices.Sorted(maps.Keys(p.Parameters)) {
		text := p.Parameters[name]
		if _, known := there[name]; !known {
			return nil, fmt.Errorf("%w: no strategy has a parameter %q; there are %s", ErrPlan, name, cmp.Or(strings.Join(names, ", "), "none"))
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
