package reject

import "bardo.run/bardo/golem/host/lifecycle"

func f(d *lifecycle.Dreaming) { d.Tick(nil) } // want: d.Tick undefined
