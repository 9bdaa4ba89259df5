package core

// elsewhere is built on another system.
func elsewhere() {}
