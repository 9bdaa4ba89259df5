package rollup

const (
	window = 8191 // how far back a repetition may lie
	tail   = 13   // bytes at the end that are never compressed
)

// FastLZ is how many bytes data takes after FastLZ, level 1: the measure of size since
// Fjord.
func FastLZ(data []byte) (size int) {
	var seen [8192]int // where three bytes were last, by their hash
	end := max(0, len(data)-tail)
	written := 0
	for at := 2; at+1 < end; {
		three := triple(data, at)
		earlier := seen[place(three)]
		seen[place(three)] = at
		if at-earlier > window || triple(data, earlier) != three {
			at++
			continue
		}
		length := same(data, earlier+3, at+3, end+9)
		size += literals(at-written) + repetition(length)
		at += length
		seen[place(triple(data, at))] = at
		seen[place(triple(data, at+1))] = at + 1
		at += 2
		written = at
	}
	return size + literals(len(data)-written)
}

func triple(data []byte, at int) uint32 {
	return uint32(data[at]) | uint32(data[at+1])<<8 | uint32(data[at+2])<<16
}

func place(three uint32) uint32 { return 2654435769 * three >> 19 }

// literals is the size of bytes that repeat nothing: runs of 32 behind a byte each.
func literals(count int) int {
	size := 33 * (count / 32)
	if rest := count % 32; rest > 0 {
		size += rest + 1
	}
	return size
}

// repetition is the size of a reference to bytes that were there before.
func repetition(length int) int {
	if (length-1)%262 >= 6 {
		return 3*((length-1)/262) + 3
	}
	return 3*((length-1)/262) + 2
}

// same counts the bytes that are the same at two places, the first other one included.
func same(data []byte, one, other, end int) (length int) {
	for ; other+length < end; length++ {
		if data[one+length] != data[other+length] {
			return length + 1
		}
	}
	return length
}
