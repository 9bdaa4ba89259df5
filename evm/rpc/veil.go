package rpc

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// veil hides what of an endpoint's URL may be a key wherever the endpoint's words are
// repeated: providers name the key that they refuse. A nil veil hides nothing.
type veil struct{ hide *strings.Replacer }

// hidden is what stands in the place of a key.
const hidden = "[redacted]"

// The shortest part of a URL that is taken for a key: shorter ones are names such as v3,
// and would be found in any text.
const (
	shortestSegment = 8
	shortestValue   = 4
)

// newVeil hides user and password, the longer parts of the path, and the values of the
// query, as they are and in the ways that they are written.
func newVeil(address string) *veil {
	u, err := url.Parse(address)
	if err != nil {
		return &veil{strings.NewReplacer(address, hidden)}
	}
	var words []string
	add := func(word string, shortest int) {
		if len(word) >= shortest {
			words = append(words, spellings(word)...)
		}
	}
	if u.User != nil {
		password, _ := u.User.Password()
		add(u.User.Username(), shortestValue)
		add(password, 1)
		add(base64.StdEncoding.EncodeToString([]byte(u.User.Username()+":"+password)), 1)
	}
	for _, segment := range strings.Split(u.Path, "/") {
		add(segment, shortestSegment)
	}
	for _, values := range u.Query() {
		for _, value := range values {
			add(value, shortestValue)
		}
	}
	slices.SortFunc(words, func(a, b string) int { return len(b) - len(a) }) // the whole before its parts
	pairs := make([]string, 0, 2*len(words))
	for _, word := range slices.Compact(words) {
		pairs = append(pairs, word, hidden)
	}
	return &veil{strings.NewReplacer(pairs...)}
}

// spellings are the ways in which a word stands in URLs and in quoted texts.
func spellings(word string) []string {
	quoted, _ := json.Marshal(word) // a text always has a form
	inner := strings.Trim(string(quoted), `"`)
	all := []string{word, url.QueryEscape(word), url.PathEscape(word), url.UserPassword("", word).String()[1:], inner}
	for _, text := range all {
		all = append(all, strings.Trim(strconv.Quote(text), `"`))
	}
	return all
}

// over returns a text without what is hidden.
func (v *veil) over(text string) string {
	if v == nil {
		return text
	}
	return v.hide.Replace(text)
}

// on has an error of this package hide it too.
func (v *veil) on(err error) error {
	var e *Error
	if v != nil && errors.As(err, &e) {
		e.veil = v
	}
	return err
}

// short is the beginning of what an endpoint said, for an error message. What is hidden
// goes before anything is cut: half a key is one, too.
func (v *veil) short(text string) string {
	text = v.over(text)
	return text[:min(len(text), recordLimit)]
}

type veilKey struct{}

func veiled(ctx context.Context, v *veil) context.Context {
	if v == nil {
		return ctx
	}
	return context.WithValue(ctx, veilKey{}, v)
}

func veilOf(ctx context.Context) *veil {
	v, _ := ctx.Value(veilKey{}).(*veil)
	return v
}
