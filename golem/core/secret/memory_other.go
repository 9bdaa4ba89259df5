//go:build !linux

package secret

// allocate uses the Go heap; only wiping protects it here.
func allocate(n int) []byte { return make([]byte, n) }

func release([]byte) {}

// Undumpable does nothing here: only Linux is asked not to write core files.
func Undumpable() error { return nil }
