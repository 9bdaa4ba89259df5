package reject

import "bardo.run/bardo/golem/host/lifecycle"

func f(d *lifecycle.Dead) { d.BeginDeath("") } // want: d.BeginDeath undefined
