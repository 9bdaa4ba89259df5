package golem

import (
	"context"
	"io/fs"
	"os"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/safety/cage"
)

// limits bring the limits in the settings, whenever they are others than those that were
// brought last. The Golem decides whether it takes them.
type limits struct {
	of      *life
	inForce cage.Policy  // as the journal said at the start; those of the settings at a birth
	reading turn.Reading // of the start, whose handles stand for what they do
	last    cage.Policy  // brought, or in force at the start
	seen    fs.FileInfo  // of the settings, when they were read
}

// bounded reads which limits hold in the life that goes on, and refuses to have one that
// trades go on without sending anything.
func (l *life) bounded(born *agent.Boot) (err error) {
	l.limits.of = l
	if born == nil {
		return nil
	}
	if l.limits.inForce, err = agent.InForce(l.home.Dir(), born.Policy); err != nil {
		return err
	}
	if l.limits.last = l.limits.inForce; l.paper && !l.limits.inForce.Paper {
		return errPaper
	}
	return nil
}

// policy is what the settings and this process make of the limits of a configuration.
func (l *life) policy(c config.GolemConfig, p cage.Policy) cage.Policy {
	p.Screened, p.Sourced = c.Safety.SanctionsOracle != "", true
	p.Shadow, p.Paper, p.MaxBehind, p.Fenced = l.paper, l.paper, c.Chain.StalenessBlocks, l.keys.Grant() != nil || l.keys.Enclave() != nil
	return p
}

// Next implements owner.Source. Settings that cannot be read leave what is in force; what is
// wrong with them is in the log.
func (s *limits) Next(context.Context, func(string) (owner.Answer, bool)) (owner.Letter, bool) {
	info, err := os.Stat(s.of.path)
	if err != nil || s.seen != nil && info.ModTime().Equal(s.seen.ModTime()) && info.Size() == s.seen.Size() {
		return owner.Letter{}, false
	}
	s.seen = info
	c, err := load(s.of.path)
	if err != nil {
		s.of.log.Warn("the settings were edited and cannot be read; the limits in force stay", "file", s.of.path, "error", err)
		return owner.Letter{}, false
	}
	if err := cage.CheckCaps(c.Safety, s.reading); err != nil {
		s.of.log.Warn("the settings were edited and cannot hold; the limits in force stay", "file", s.of.path, "error", err)
		return owner.Letter{}, false
	}
	now := s.of.policy(c, cage.FromConfig(c, s.reading.Tokens(), s.reading.Markets))
	if now.Digest() == s.last.Digest() {
		return owner.Letter{}, false
	}
	s.last = now
	if err := s.of.home.Vouch(s.of.path); err != nil {
		s.of.log.Warn("bardo verify will not know the edited settings", "error", err)
	}
	return owner.Letter{Word: owner.Limits{Policy: now}}, true
}

// Answer implements owner.Source.
func (*limits) Answer(owner.Letter, owner.Answer) {}
