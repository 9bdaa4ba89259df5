package plan

import (
	"fmt"
	"slices"
	"strings"

	"bardo.run/bardo/internal/money"
)

// Form is how the members of an arm live.
type Form string

// The forms. Members of a set live in one world beside one another, and the capital and the credit of the arm are
// divided among them. Those of a chain live one after the other on consecutive spans of the market, each on what the
// one before left.
const (
	Alone Form = ""
	Set   Form = "set"
	Chain Form = "chain"
)

// MostMembers is how many strategies an arm has at most.
const MostMembers = 64

// checkArms refuses arms of several strategies that say too little, or too much.
func (p Plan) checkArms() error {
	for i, s := range p.Arms {
		paths, _ := s.members()
		switch {
		case strings.TrimSpace(s.Name) == "":
			return fmt.Errorf("%w: arm %d of [[arms]] has no name", ErrPlan, i+1)
		case len(s.Set) > 0 == (len(s.Chain) > 0):
			return fmt.Errorf("%w: the arm %q: give exactly one of set and chain, the files of its strategies", ErrPlan, s.Name)
		case len(paths) == 1:
			return fmt.Errorf("%w: the arm %q has one strategy: name it among strategies, or give the arm another one", ErrPlan, s.Name)
		case len(paths) > MostMembers:
			return fmt.Errorf("%w: the arm %q has %d strategies, and may have %d", ErrMany, s.Name, len(paths), MostMembers)
		case slices.ContainsFunc(p.Arms[:i], func(o Several) bool { return o.Name == s.Name }):
			return fmt.Errorf("%w: two arms are named %q", ErrPlan, s.Name)
		}
	}
	return nil
}

func (s Several) members() ([]string, Form) {
	if len(s.Set) > 0 {
		return s.Set, Set
	}
	return s.Chain, Chain
}

// Days are some of a market's days, counted from 1, both of them among it.
type Days struct{ From, To int }

// Spans are the days on which the members of a chain live: those from one to another, in order, as evenly as whole days
// allow; where they cannot be divided evenly, the first have a day more. It is an error where there are fewer days than members.
func (a Arm) Spans(from, to int) ([]Days, error) {
	n, days := len(a.Members), to-from+1
	if days < n {
		return nil, fmt.Errorf("%w: the chain %q has %d strategies, and there are %d days: each lives one at least", ErrPlan, a.Name, n, days)
	}
	all := make([]Days, n)
	for i := range all {
		length := days / n
		if i < days%n {
			length++
		}
		all[i], from = Days{from, from + length - 1}, from+length
	}
	return all, nil
}

// Shares are the parts of an amount that the members of a set begin with: evenly in millionths, and what is left over is the
// first one's. It is an error where there is none for each.
func (a Arm) Shares(what string, amount money.USDC) ([]money.USDC, error) {
	n := money.USDC(len(a.Members))
	if amount < n {
		return nil, fmt.Errorf("%w: a %s of %s cannot be divided among the %d strategies of the arm %q", ErrPlan, what, amount, n, a.Name)
	}
	all := make([]money.USDC, n)
	for i := range all {
		all[i] = amount / n
	}
	all[0] += amount % n
	return all, nil
}
