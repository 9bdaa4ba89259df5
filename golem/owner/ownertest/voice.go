// Package ownertest says words to a Golem in a test.
package ownertest

import (
	"context"
	"errors"
	"testing"

	"bardo.run/bardo/golem/owner"
)

// Voice is a source that brings what it was told to say, in order. The zero value says
// nothing.
type Voice struct {
	waiting []owner.Letter
	// Answered has every answer, to whatever source brought the word.
	Answered []owner.Answer
}

// Say has a word brought at the next look.
func (v *Voice) Say(words ...owner.Word) {
	for _, w := range words {
		v.waiting = append(v.waiting, owner.Letter{Word: w})
	}
}

// Next implements owner.Source.
func (v *Voice) Next(context.Context, func(string) (owner.Answer, bool)) (l owner.Letter, there bool) {
	if there = len(v.waiting) > 0; there {
		l, v.waiting = v.waiting[0], v.waiting[1:]
	}
	return l, there
}

// Answer implements owner.Source.
func (v *Voice) Answer(_ owner.Letter, a owner.Answer) { v.Answered = append(v.Answered, a) }

// Post puts a word into a folder of letters under an id, unless it was put there before.
func Post(t testing.TB, dir, id string, w owner.Word) {
	t.Helper()
	if err := owner.Post(dir, owner.Letter{ID: id, Word: w}); err != nil && !errors.Is(err, owner.ErrTaken) {
		t.Error(err)
	}
}
