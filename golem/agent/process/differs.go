package process

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"bardo.run/bardo/golem/agent"
)

// longest is how much of a value is shown, in bytes.
const longest = 80

// differences names what a boot entry has other than the birth, with both values, in order.
func differences(now, born agent.Boot) (lines []string) {
	compare("", plain(now), plain(born), &lines)
	return lines
}

// plain is a value as JSON has it.
func plain(v any) (x any) {
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &x)
	}
	if err != nil {
		return err.Error()
	}
	return x
}

func compare(path string, now, born any, lines *[]string) {
	a, isMap := now.(map[string]any)
	b, wasMap := born.(map[string]any)
	switch {
	case isMap && wasMap:
		names := maps.Clone(a)
		maps.Copy(names, b)
		for _, name := range slices.Sorted(maps.Keys(names)) {
			compare(strings.TrimPrefix(path+"."+name, "."), a[name], b[name], lines)
		}
	case !reflect.DeepEqual(now, born):
		*lines = append(*lines, fmt.Sprintf("%s is %s and was %s", path, brief(now), brief(born)))
	}
}

func brief(v any) string {
	text, _ := json.Marshal(v) // it came from JSON
	if len(text) > longest {
		return string(text[:longest]) + "…"
	}
	return string(text)
}
