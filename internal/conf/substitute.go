package conf

import (
	"errors"
	"fmt"
	"regexp"

	"github.com/pelletier/go-toml/v2/unstable"
)

var variable = regexp.MustCompile(`\$\{([^}]*)(\}?)`)

// substitute replaces ${NAME} in strings. absent reports that an undefined
// variable makes the key count as not given.
func (l *loader) substitute(leaf *leaf, e entry) (in input, absent bool, err error) {
	in = input{kind: e.kind, text: e.text, shown: e.text}
	if e.kind == unstable.Array {
		in.shown = "the list"
		for _, element := range e.items {
			if element.kind != unstable.String {
				return in, false, fmt.Errorf("has an element that is %s; wants text", kindName(element.kind))
			}
			text, undefined, err := l.expand(element.text)
			if err != nil || undefined != "" {
				return in, undefined != "", l.undefined(leaf, undefined, err)
			}
			in.items = append(in.items, item{text, leaf.quote(element.text)})
		}
		return in, false, nil
	}
	if e.kind != unstable.String {
		return in, false, nil
	}
	text, undefined, err := l.expand(e.text)
	in.text, in.shown = text, leaf.quote(e.text)
	return in, undefined != "", l.undefined(leaf, undefined, err)
}

func (l *loader) undefined(leaf *leaf, name string, err error) error {
	if err == nil && name != "" && leaf.tag.Get("vars") == "required" {
		return fmt.Errorf("refers to ${%s}, which is not set in the environment", name)
	}
	return err
}

func (l *loader) expand(text string) (expanded, undefined string, err error) {
	expanded = variable.ReplaceAllStringFunc(text, func(reference string) string {
		parts := variable.FindStringSubmatch(reference)
		name := parts[1]
		if parts[2] == "" || !bare.MatchString(name) {
			err = errors.New("has a ${ that does not enclose the name of a variable")
			return reference
		}
		value, set := l.options.Env(name)
		if !set && undefined == "" {
			undefined = name
		}
		return value
	})
	return expanded, undefined, err
}
