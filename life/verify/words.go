package verify

import (
	"reflect"
	"slices"
	"strings"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/owner"
)

// letter checks a letter by its sum, and one that was answered by the journal, too.
func (c *check) letter(name string, text []byte) bool {
	l, answered, vouched, err := owner.Check(strings.TrimPrefix(name, home.WordsDir+"/"), text)
	switch {
	case err != nil:
		c.wrong(name, letter, "%v", err)
	case answered && !c.broken && !slices.ContainsFunc(c.said, func(s owner.Letter) bool { return s.ID == l.ID && reflect.DeepEqual(s.Word, l.Word) }):
		c.wrong(name, letter, "the journal does not have this letter")
	}
	return vouched || err != nil
}
