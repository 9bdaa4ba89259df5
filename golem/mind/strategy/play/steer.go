package play

import (
	"slices"
	"strings"

	"bardo.run/bardo/golem/host/turn"
)

// Understood lists the words of an owner that a player obeys.
const Understood = "close all, hold, pause entries, resume entries"

// Obeys reports whether a player understands a steer.
func Obeys(text string) bool {
	return slices.Contains(strings.Split(Understood, ", "), words(text))
}

// Pauses reports whether entries are paused after a steer; says is false for one that leaves
// them as they were.
func Pauses(text string) (paused, says bool) {
	switch words(text) {
	case "close all", "pause entries":
		return true, true
	case "resume entries":
		return false, true
	}
	return false, false
}

// listen obeys what the owner said since the last step, also in the middle of a
// plan. close all pauses entries too: an owner who closes does not want to be
// bought back in.
func (p *Player) listen(all []turn.Steer) {
	for _, s := range all {
		if slices.Contains(p.heard, s.ID) {
			continue
		}
		p.heard = append(p.heard, s.ID)
		switch words(s.Text) {
		case "close all":
			p.paused = true
			p.giveUp(anyJob)
			p.drop(ofRule, "the owner closes everything")
			p.closing.begin(s.ID)
			p.fire(closeAll(s.ID, turn.OriginSteer, 0), begins, fact{})
			p.say("close all: every position is closed; entries are paused until: resume entries")
		case "hold":
			p.alone = true
			p.putAside(ofRule)
			p.deferAll(ofRule)
			p.drop(ofRule, "the owner holds this tick")
			p.say("hold: nothing more is done in this tick")
		case "pause entries":
			p.paused = true
			p.say("pause entries: entries are paused until: resume entries")
		case "resume entries":
			p.paused = false
			p.keepRest()
			p.say("resume entries: entries are played again")
		default:
			p.say("the steer is not understood; rules obey: " + Understood)
		}
	}
}

// keepRest ends what persist goes on with: the owner opens again.
func (p *Player) keepRest() {
	ofIt := func(j *job) bool { return j.duty.closes && !ofRule(j) }
	p.giveUp(ofIt)
	p.drop(ofIt, "the owner opens again")
	p.closing.steer = ""
}

// words brings a steer into the form it is compared in.
func words(text string) string {
	return strings.TrimRight(strings.Join(strings.Fields(strings.ToLower(text)), " "), ".!")
}
