package play

import (
	"slices"
	"strings"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

// Understood lists the words of an owner that a player obeys.
const Understood = "close all, hold, pause entries, resume entries"

// listen obeys what the owner said since the last step, also in the middle of a
// plan. close all pauses entries too: an owner who closes does not want to be
// bought back in.
func (p *Player) listen(all []turn.Steer) {
	for _, s := range all {
		if slices.Contains(p.heard, s.ID) {
			continue
		}
		p.heard = append(p.heard, s.ID)
		ofRules := func(j *job) bool { return j.origin == turn.OriginRule }
		switch words(s.Text) {
		case "close all":
			p.paused = true
			p.giveUp(anyJob)
			p.drop(ofRules, "the owner closes everything")
			p.jobs = append(p.jobs, everything(s.ID, turn.OriginSteer, rule.Whole)...)
			p.say("close all: every position is closed; entries are paused until: resume entries")
		case "hold":
			p.unfinished(ofRules)
			p.drop(ofRules, "the owner holds this tick")
			p.say("hold: nothing more is done in this tick")
		case "pause entries":
			p.paused = true
			p.say("pause entries: entries are paused until: resume entries")
		case "resume entries":
			p.paused = false
			p.say("resume entries: entries are played again")
		default:
			p.say("the steer is not understood; rules obey: " + Understood)
		}
	}
}

// everything are the jobs that close all there is, for a cause, and sell a share of the
// base tokens then. An emergency finds out by itself what the market takes.
func everything(cause string, from turn.Origin, share rule.PPM) (jobs []*job) {
	for _, a := range []rule.Action{{Verb: rule.Withdraw}, {Verb: rule.Recall}, {Verb: rule.Sell, Share: share, Of: rule.OfPosition}} {
		jobs = append(jobs, &job{cause: cause, origin: from, name: "close all", kind: rule.Stop, action: a, optional: true, undivided: cause == Emergency})
	}
	return jobs
}

// words brings a steer into the form it is compared in.
func words(text string) string {
	return strings.TrimRight(strings.Join(strings.Fields(strings.ToLower(text)), " "), ".!")
}
