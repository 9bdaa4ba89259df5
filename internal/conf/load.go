package conf

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Options are the sources of a configuration, from the weakest to the strongest.
type Options struct {
	File string // name of the TOML text, for messages
	Data []byte // the TOML text
	// Env looks a variable up, as os.LookupEnv does; nil means no environment.
	Env func(name string) (string, bool)
	// Flags are texts by dotted key, from the command line.
	Flags []Flag
}

// Flag is a value from the command line.
type Flag struct{ Key, Text string }

// Checker is a configuration with rules between its values. Check reports each
// broken rule under the keys concerned.
type Checker interface {
	Check(report func(message string, keys ...string))
}

// maxFile is more than any honest configuration needs.
const maxFile = 1 << 20

// ReadFile fills Data and File from a file of at most 1 MiB. The error is
// ErrUnreadable.
func (o *Options) ReadFile(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() { // a pipe would keep whoever reads it
		err = fmt.Errorf("%s is no plain file (%s)", path, info.Mode().Type())
	}
	if err == nil && info.Size() > maxFile {
		err = fmt.Errorf("%s has %d bytes, more than %d", path, info.Size(), maxFile)
	}
	var data []byte
	if err == nil {
		data, err = os.ReadFile(path)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	o.File, o.Data = path, data
	return nil
}

// Load fills config, a pointer to a struct that holds the defaults. A nil error
// means every value is valid; an *Error lists all that is wrong, and config is
// then not to be used.
func Load(config any, o Options) error {
	l := loader{schema: schemaOf(config), options: o, where: map[string]string{}}
	if l.options.Env == nil {
		l.options.Env = func(string) (string, bool) { return "", false }
	}
	l.file()
	l.environment()
	l.flags()
	return l.finish(config)
}

// finish applies the rules between keys and returns everything found.
func (l *loader) finish(config any) error {
	if c, ok := config.(Checker); ok {
		c.Check(l.crossField)
	}
	if len(l.problems) > 0 {
		return &Error{l.problems}
	}
	return nil
}

// Verify checks a configuration that was built in code, by the tags and by its
// Check. Texts that are empty count as absent. The error is an *Error.
func Verify(config any) error {
	l := loader{schema: schemaOf(config)}
	for _, leaf := range l.schema.leaves {
		if leaf.field.IsZero() && isText(leaf.field) {
			continue
		}
		if err := leaf.check(leaf.field, input{}); err != nil {
			l.problem("", leaf.key, err)
		}
	}
	return l.finish(config)
}

type loader struct {
	schema   *schema
	options  Options
	problems []Problem
	where    map[string]string // of the source that set a key last
}

func (l *loader) problem(where, key string, err error) {
	l.problems = append(l.problems, Problem{where, key, err.Error()})
}

func (l *loader) file() {
	entries, broken := document(l.options.File, l.options.Data)
	var unknownTable string
	for _, e := range entries {
		if unknownTable != "" && strings.HasPrefix(e.key, unknownTable) && e.kind != unstable.Table {
			continue // one problem for the table is enough
		}
		where := at(l.options.File, e.line, e.column)
		if err := l.entry(e, where); err != nil {
			l.problem(where, e.key, err)
			if isTable(e.kind) && !l.schema.tables[e.key] {
				unknownTable = e.key + "."
			}
		}
		if broken != nil && broken.line == e.line && len(l.problems) > 0 && l.problems[len(l.problems)-1].Where == where {
			broken = nil // the same thing, said better
		}
	}
	if broken != nil {
		l.problems = append(l.problems, broken.problem)
	}
}

func isTable(k unstable.Kind) bool {
	return k == unstable.Table || k == unstable.ArrayTable || k == unstable.InlineTable
}

func (l *loader) entry(e entry, where string) error {
	leaf := l.schema.byKey[e.key]
	switch {
	case l.schema.tables[e.key] && e.kind == unstable.ArrayTable:
		return errors.New("is one table, so it is written with single brackets")
	case l.schema.tables[e.key] && isTable(e.kind):
		return nil
	case l.schema.tables[e.key]:
		return errors.New("is a table and has no value of its own")
	case leaf == nil:
		return l.unknown(e)
	case isTable(e.kind):
		return fmt.Errorf("is a table; wants %s", article(leaf.typeName()))
	}
	if _, secret := leaf.secret(); secret {
		return l.literalSecret(leaf, e)
	}
	in, absent, err := l.substitute(leaf, e)
	if err != nil || absent {
		return err
	}
	l.where[e.key] = where
	return leaf.set(in)
}

func (l *loader) unknown(e entry) error {
	noun := "key"
	if isTable(e.kind) {
		noun = "table"
	}
	if near := l.schema.nearest(e.key); near != "" {
		return fmt.Errorf("unknown %s; did you mean %s?", noun, near)
	}
	return fmt.Errorf("unknown %s", noun)
}

// literalSecret refuses a secret in the file, whatever it holds (runtime §4.1).
func (l *loader) literalSecret(leaf *leaf, e entry) error {
	what := "is a secret and is never read from a file"
	if looksLikeKey(e.text) {
		what = "holds a private key; consider that key lost and move its funds"
	}
	return fmt.Errorf("%s; set %s in the environment instead", what, leaf.tag.Get("env"))
}

// environment applies the variables in the order of the struct. An empty
// variable counts as not set.
func (l *loader) environment() {
	for _, leaf := range l.schema.leaves {
		name := leaf.tag.Get("env")
		if name == "" {
			continue
		}
		text, set := l.options.Env(name)
		if !set || text == "" {
			continue
		}
		if s, secret := leaf.secret(); secret {
			s.SetSecret([]byte(text))
			continue
		}
		l.apply(leaf, text, "environment "+name)
	}
}

func (l *loader) flags() {
	for _, f := range l.options.Flags {
		leaf := l.schema.byKey[f.Key]
		if leaf == nil {
			l.problem("flag", f.Key, l.unknown(entry{key: f.Key}))
			continue
		}
		if _, secret := leaf.secret(); secret {
			l.problem("flag", f.Key, errors.New("is a secret and is never taken from the command line"))
			continue
		}
		l.apply(leaf, f.Text, "flag")
	}
}

func (l *loader) apply(leaf *leaf, text, where string) {
	l.where[leaf.key] = where
	if err := leaf.set(input{text: text, shown: leaf.quote(text)}); err != nil {
		l.problem(where, leaf.key, err)
	}
}

// crossField reports a rule between keys at the place of the last key that was
// set by anyone.
func (l *loader) crossField(message string, keys ...string) {
	var where string
	for _, key := range keys {
		if l.schema.byKey[key] == nil {
			panic("conf: rule about unknown key " + key)
		}
		if w := l.where[key]; w != "" {
			where = w
		}
	}
	l.problems = append(l.problems, Problem{where, strings.Join(keys, ", "), message})
}
