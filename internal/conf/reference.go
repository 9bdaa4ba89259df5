package conf

import (
	"encoding"
	"fmt"
	"reflect"
	"strings"
)

// Reference returns the reference of a configuration as Markdown: a section per
// table, a row per key. config is a pointer to the struct with its defaults.
func Reference(config any) string {
	var b strings.Builder
	section := ""
	for i, l := range schemaOf(config).leaves {
		table, _ := cutLast(l.key)
		if i == 0 || table != section {
			section = table
			heading := "top level"
			if table != "" {
				heading = "`[" + table + "]`"
			}
			fmt.Fprintf(&b, "\n## %s\n\n| Key | Type and range | Default | Environment | Meaning |\n|---|---|---|---|---|\n", heading)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", code(l.key), cell(l.typeAndRange()), l.defaultText(), code(l.tag.Get("env")), cell(l.tag.Get("doc")))
	}
	return b.String()[1:]
}

func cutLast(key string) (table, name string) {
	if dot := strings.LastIndexByte(key, '.'); dot >= 0 {
		return key[:dot], key[dot+1:]
	}
	return "", key
}

func (l *leaf) typeAndRange() string {
	if l.choices != nil {
		if l.field.Kind() == reflect.Slice {
			return "list of: " + strings.Join(l.choices, ", ")
		}
		return "one of: " + strings.Join(l.choices, ", ")
	}
	text := l.typeName()
	if unit := l.tag.Get("unit"); unit != "" {
		text += " (" + unit + ")"
	}
	if l.limits.text != "" {
		if isText(l.field) {
			text += ", length"
		}
		text += " " + l.limits.text
	}
	if pattern := l.tag.Get("match"); pattern != "" {
		text += ", `" + pattern + "`"
	}
	return text
}

func (l *leaf) defaultText() string {
	if _, secret := l.secret(); secret || l.field.IsZero() && l.field.Kind() == reflect.String {
		return "none"
	}
	if m, ok := l.field.Addr().Interface().(encoding.TextMarshaler); ok {
		if text, err := m.MarshalText(); err == nil {
			return code(string(text))
		}
	}
	switch l.field.Kind() {
	case reflect.String:
		return code(fmt.Sprintf("%q", l.field.String()))
	case reflect.Slice:
		items := make([]string, l.field.Len())
		for i := range items {
			items[i] = fmt.Sprintf("%q", l.field.Index(i).String())
		}
		return code("[" + strings.Join(items, ", ") + "]")
	}
	return code(fmt.Sprint(l.field.Interface()))
}

func code(text string) string {
	if text == "" {
		return ""
	}
	return "`" + cell(text) + "`"
}

// cell keeps a text from ending its table cell.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
