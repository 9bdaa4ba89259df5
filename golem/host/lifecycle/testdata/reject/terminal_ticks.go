package reject

import "bardo.run/bardo/golem/host/lifecycle"

func f(t *lifecycle.Terminal) { t.Tick(nil) } // want: t.Tick undefined
