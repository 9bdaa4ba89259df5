package play

import (
	"strings"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

// Understood lists the words of an owner that a player obeys.
const Understood = "close all, hold, pause entries, resume entries"

// steers obeys the owner. It returns why the rules of this tick are not played,
// or "". close all pauses entries too: an owner who closes does not want to be
// bought back in.
func (p *Player) steers(all []turn.Steer) (hold string) {
	for _, s := range all {
		switch words(s.Text) {
		case "close all":
			p.paused, hold = true, "the owner closes everything"
			p.jobs = append(p.jobs,
				&job{cause: s.ID, origin: turn.OriginSteer, name: "close all", kind: rule.Stop, action: rule.Action{Verb: rule.Withdraw}, optional: true},
				&job{cause: s.ID, origin: turn.OriginSteer, name: "close all", kind: rule.Stop, action: rule.Action{Verb: rule.Sell, Share: rule.Whole, Of: rule.OfPosition}, optional: true})
			p.say("close all: closing every position; entries are paused until: resume entries")
		case "hold":
			hold = "the owner holds this tick"
			p.say("hold: nothing is done in this tick")
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
	return hold
}

// words brings a steer into the form it is compared in.
func words(text string) string {
	return strings.TrimRight(strings.Join(strings.Fields(strings.ToLower(text)), " "), ".!")
}
