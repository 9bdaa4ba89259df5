package reject

import "bardo.run/bardo/golem/host/lifecycle"

func f(t *lifecycle.Terminal) { t.Wake() } // want: t.Wake undefined
