package taint

// Origin is where words came from.
type Origin uint8

// The origins. Those of the Golem's own side come first.
const (
	Runtime     Origin = iota // words of this program
	Owner                     // the owner's configuration, strategy and steers
	Model                     // what a language model said
	Chain                     // names and texts of contracts and tokens
	Web                       // pages and feeds
	Sibling                   // another Golem
	Relay                     // whatever else came through Styx
	Skill                     // a skill's text or result
	Tool                      // a tool's result
	originCount int    = iota
)

var originNames = [originCount]string{"runtime", "owner", "model", "chain", "web", "sibling", "relay", "skill", "tool"}

// String returns the origin's name.
func (o Origin) String() string {
	if int(o) >= originCount {
		return "unknown"
	}
	return originNames[o]
}

// labels returns what an origin implies: everything that is not from this side
// is untrusted, an unknown origin too.
func (o Origin) labels() Labels {
	if o == Runtime || o == Owner {
		return 0
	}
	return UntrustedExternal
}
