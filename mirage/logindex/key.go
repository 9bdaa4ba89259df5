package logindex

// key stands for an address, or for a topic at its place. Two that share one cost a look at a
// block in vain.
type key uint64

// What a key is of.
const (
	byAddress byte = 'a'
	byTopic   byte = '0' // and the topic's place
)

// anything is the key of every log.
const anything key = 0

// keyOf hashes by FNV-1a.
func keyOf(kind byte, of []byte) key {
	const prime = 1099511628211
	h := uint64(14695981039346656037)
	h = (h ^ uint64(kind)) * prime
	for _, b := range of {
		h = (h ^ uint64(b)) * prime
	}
	return key(h)
}
