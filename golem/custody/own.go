package custody

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/golem/world/tool"
)

// Own is the custody of a key of this process over an account of its own. The chain holds
// nothing.
type Own struct {
	held
	adapters *tool.Adapters // nil: no transaction is signed
	seen     []turn.Token   // that the fence was made of
	fence    signing.Fence
}

func newOwn(k Keys) *Own {
	o := &Own{held: held{identity: k.Identity, clock: k.Clock}, adapters: k.Adapters}
	o.key = &fenced{inner: k.Key, fence: func() signing.Fence { return o.fence }, see: o.see, clock: k.Clock, owns: true}
	return o
}

// see has the fence follow the tokens of the markets: of what is seen for the first time, the
// calls of the adapters.
func (o *Own) see(r turn.Reading) {
	tokens := tokens(r)
	if o.adapters == nil || slices.Equal(tokens, o.seen) {
		return
	}
	forms, err := o.adapters.Forms(r)
	if err != nil {
		return // what it may call is not known: what is not within the fence is refused
	}
	targets := []common.Address{o.Account()} // which anchors its audit
	for _, f := range forms {
		if !slices.Contains(targets, f.Target) {
			targets = append(targets, f.Target)
		}
	}
	o.fence, o.seen = signing.Fence{Targets: targets}, tokens
	for _, c := range o.adapters.Takes() {
		o.fence.With = append(o.fence.With, signing.With{To: c.To, Data: c.Data})
	}
}

// tokens are those of the assets and the lending markets of a reading.
func tokens(r turn.Reading) []turn.Token {
	all := r.Tokens()
	for _, l := range r.Lending {
		for _, reserve := range l.Reserves {
			all = append(all, reserve.Token)
		}
	}
	return all
}

// Limits implements Port.
func (o *Own) Limits() []grant.Limit { return fences(o.fence) }
