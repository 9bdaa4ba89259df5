package conf

import (
	"encoding"
	"fmt"
	"reflect"
	"regexp"
	"strings"
)

// Secret is a field that only the environment sets. SetSecret takes over the
// bytes.
type Secret interface{ SetSecret(bytes []byte) }

// Ordered is a text-like value with an order, so that it can have a range.
type Ordered interface {
	encoding.TextUnmarshaler
	// CompareText compares the value with a bound: negative when it is below.
	CompareText(bound string) (int, error)
}

// Lister is a configuration with lists of allowed texts that no tag can spell out.
type Lister interface{ List(name string) []string }

// leaf is a key that has a value.
type leaf struct {
	key     string
	field   reflect.Value
	tag     reflect.StructTag
	limits  interval // absent: no limit
	match   *regexp.Regexp
	choices []string // nil: every text
}

// schema are the leaves in the order of the struct, and its tables.
type schema struct {
	leaves []*leaf
	byKey  map[string]*leaf
	tables map[string]bool
	names  []string // of leaves and tables, in order
	lists  Lister   // nil: there are none
}

// schemaOf reads a pointer to a struct. A wrong tag is a bug of this program, so
// it panics; the test of each configuration finds it.
func schemaOf(config any) *schema {
	s := &schema{byKey: map[string]*leaf{}, tables: map[string]bool{}}
	s.lists, _ = config.(Lister)
	s.walk(reflect.ValueOf(config).Elem(), "")
	return s
}

func (s *schema) walk(v reflect.Value, prefix string) {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name := field.Tag.Get("conf")
		if name == "" || !field.IsExported() {
			panic(fmt.Sprintf("conf: field %s.%s has no key", v.Type(), field.Name))
		}
		key := prefix + name
		if field.Type.Kind() == reflect.Struct && !isValue(v.Field(i)) {
			s.tables[key] = true
			s.names = append(s.names, key)
			s.walk(v.Field(i), key+".")
			continue
		}
		s.add(&leaf{key: key, field: v.Field(i), tag: field.Tag})
	}
}

func (s *schema) add(l *leaf) {
	if l.tag.Get("doc") == "" || s.byKey[l.key] != nil {
		panic(fmt.Sprintf("conf: key %s has no doc, or is there twice", l.key))
	}
	l.limits = parseInterval(l.tag.Get("range"))
	if pattern := l.tag.Get("match"); pattern != "" {
		l.match = regexp.MustCompile(`^(?:` + pattern + `)$`)
	}
	switch list, name := l.tag.Get("oneof"), l.tag.Get("list"); {
	case list != "":
		l.choices = strings.Split(list, "|")
	case name != "":
		if l.choices = s.lists.List(name); l.choices == nil {
			panic(fmt.Sprintf("conf: key %s is of the list %s, which is empty", l.key, name))
		}
	}
	s.leaves = append(s.leaves, l)
	s.names = append(s.names, l.key)
	s.byKey[l.key] = l
}

// isValue reports whether a struct is a value of its own and not a table.
func isValue(v reflect.Value) bool {
	switch v.Addr().Interface().(type) {
	case Secret, encoding.TextUnmarshaler:
		return true
	}
	return false
}

func (l *leaf) secret() (Secret, bool) {
	s, ok := l.field.Addr().Interface().(Secret)
	return s, ok
}

// nearest returns the known name that differs least from an unknown one, or ""
// when none is close.
func (s *schema) nearest(key string) string {
	best, distance := "", min(4, len(key)/2+1)
	for _, name := range s.names {
		if d := editDistance(key, name); d < distance {
			best, distance = name, d
		}
	}
	return best
}

// editDistance counts the letters to insert, delete or replace.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// typeName is what the reference page and the messages call the leaf's type.
func (l *leaf) typeName() string {
	if _, ok := l.secret(); ok {
		return "secret"
	}
	if named, ok := l.field.Addr().Interface().(interface{ ConfType() string }); ok {
		return named.ConfType()
	}
	switch l.field.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int32, reflect.Int64, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "integer"
	case reflect.Float64:
		return "number"
	case reflect.Slice:
		return "list of text"
	default:
		return "text"
	}
}
