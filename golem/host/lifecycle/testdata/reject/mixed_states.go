package reject

import "bardo.run/bardo/golem/host/lifecycle"

func f(d *lifecycle.Dead) { var a *lifecycle.Active = d; _ = a } // want: cannot use d
