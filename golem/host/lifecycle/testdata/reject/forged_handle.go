package reject

import "bardo.run/bardo/golem/host/lifecycle"

var f = lifecycle.Active{inside: nil} // want: inside
