//go:build !linux

package secret

// allocate uses the Go heap; only wiping protects it here.
func allocate(n int) []byte { return make([]byte, n) }

func release([]byte) {}
