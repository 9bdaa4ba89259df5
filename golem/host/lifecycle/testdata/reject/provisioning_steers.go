package reject

import "bardo.run/bardo/golem/host/lifecycle"

func f(p *lifecycle.Provisioning) { p.Steer(nil, "") } // want: p.Steer undefined
