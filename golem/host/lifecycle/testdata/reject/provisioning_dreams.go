package reject

import "bardo.run/bardo/golem/host/lifecycle"

func f(p *lifecycle.Provisioning) { p.BeginDream() } // want: p.BeginDream undefined
