package extension

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Errors of building a registry. Each is wrapped with the names concerned; the
// process must not start (runtime §6.5).
var (
	ErrDuplicate  = errors.New("extension: registered twice")
	ErrUnknown    = errors.New("extension: not in the table")
	ErrLayer      = errors.New("extension: layer outside 0 to 7")
	ErrDependency = errors.New("extension: dependency is not registered")
	ErrUpward     = errors.New("extension: depends on a higher layer")
	ErrCycle      = errors.New("extension: dependency cycle")
	ErrUnlisted   = errors.New("extension: has a hook for a moment whose order does not list it")
)

// Extension is a named value with hooks.
type Extension struct {
	Name string
	Hook any // implements any subset of the hook interfaces
}

// Registry collects extensions until Build.
type Registry struct {
	table  []Row
	orders map[Moment][]string
	given  []Extension
}

// NewRegistry returns an empty registry over the specification's table.
func NewRegistry() *Registry { return &Registry{table: Table(), orders: Orders()} }

// Register adds an extension; its faults are found by Build.
func (r *Registry) Register(x Extension) { r.given = append(r.given, x) }

// Build checks everything at once and freezes the firing order.
func (r *Registry) Build() (*Host, error) {
	rows, err := r.rows()
	if err != nil {
		return nil, err
	}
	if err := check(rows); err != nil {
		return nil, err
	}
	ranks, err := rank(rows)
	if err != nil {
		return nil, err
	}
	return r.bind(ranks)
}

// rows returns the table rows of the given extensions, sorted by (layer, name).
func (r *Registry) rows() ([]Row, error) {
	byName := map[string]Row{}
	for _, row := range r.table {
		byName[row.Name] = row
	}
	var rows []Row
	seen := map[string]bool{}
	for _, x := range r.given {
		row, known := byName[x.Name]
		switch {
		case !known:
			return nil, fmt.Errorf("%w: %q", ErrUnknown, x.Name)
		case seen[x.Name]:
			return nil, fmt.Errorf("%w: %q", ErrDuplicate, x.Name)
		}
		seen[x.Name] = true
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b Row) int { return cmp.Or(cmp.Compare(a.Layer, b.Layer), strings.Compare(a.Name, b.Name)) })
	return rows, nil
}

// check verifies layers and dependencies of rows sorted by (layer, name).
func check(rows []Row) error {
	layers := map[string]int{}
	for _, row := range rows {
		layers[row.Name] = row.Layer
	}
	for _, row := range rows {
		if row.Layer < 0 || row.Layer > 7 {
			return fmt.Errorf("%w: %q has layer %d", ErrLayer, row.Name, row.Layer)
		}
		for _, need := range row.DependsOn {
			layer, registered := layers[need]
			if !registered {
				return fmt.Errorf("%w: %q needs %q", ErrDependency, row.Name, need)
			}
			if layer > row.Layer {
				return fmt.Errorf("%w: %q (layer %d) needs %q (layer %d)", ErrUpward, row.Name, row.Layer, need, layer)
			}
		}
	}
	return nil
}

// rank gives each extension its topological index by Kahn's algorithm; ready
// ones leave in (layer, name) order.
func rank(rows []Row) (map[string]int, error) {
	ranks := map[string]int{}
	for len(ranks) < len(rows) {
		i := slices.IndexFunc(rows, func(row Row) bool { return ready(row, ranks) })
		if i < 0 {
			return nil, fmt.Errorf("%w: %s", ErrCycle, strings.Join(unranked(rows, ranks), ", "))
		}
		ranks[rows[i].Name] = len(ranks)
	}
	return ranks, nil
}

func ready(row Row, ranks map[string]int) bool {
	if _, done := ranks[row.Name]; done {
		return false
	}
	for _, need := range row.DependsOn {
		if _, done := ranks[need]; !done {
			return false
		}
	}
	return true
}

func unranked(rows []Row, ranks map[string]int) []string {
	var names []string
	for _, row := range rows {
		if _, done := ranks[row.Name]; !done {
			names = append(names, row.Name)
		}
	}
	return names
}

// bind sorts the hooks of every moment: by the explicit list where there is one,
// else by topological index, which follows (layer, name).
func (r *Registry) bind(ranks map[string]int) (*Host, error) {
	h := &Host{}
	for _, m := range Moments() {
		var chain []Extension
		for _, x := range r.given {
			if hooked[m](x.Hook) {
				chain = append(chain, x)
			}
		}
		list, explicit := r.orders[m]
		for _, x := range chain {
			if explicit && !slices.Contains(list, x.Name) {
				return nil, fmt.Errorf("%w: %q at %s", ErrUnlisted, x.Name, m)
			}
		}
		slices.SortFunc(chain, func(a, b Extension) int {
			if explicit {
				return cmp.Compare(slices.Index(list, a.Name), slices.Index(list, b.Name))
			}
			return cmp.Compare(ranks[a.Name], ranks[b.Name])
		})
		h.set(m, chain)
	}
	return h, nil
}
