package scratch

// Initial is the size of a new Tick's memory in bytes.
const Initial = 64 << 10

// poison fills what a finished tick leaves behind where Options.Poison is set.
const poison = 0xDD

// Options of a Tick.
type Options struct {
	// Poison makes Reset fill all bytes that were handed out with 0xDD, so that a
	// reference that was kept shows itself. For tests.
	Poison bool
}

// Tick is the memory of the tick in progress. Its zero value is not usable; see
// New.
type Tick struct {
	poison bool
	block  []byte
	used   int      // of block, by this tick
	spill  [][]byte // what did not fit, from the heap
	spilt  int      // bytes of spill
	slabs  []interface{ reset() }
}

// New returns an empty Tick of the initial size.
func New(o Options) *Tick { return &Tick{poison: o.Poison, block: make([]byte, Initial)} }

// Bytes returns n zero bytes until the next Reset. Appending to them never
// reaches other bytes of the Tick. It panics where n is negative.
func (t *Tick) Bytes(n int) []byte {
	if n > len(t.block)-t.used {
		t.spilt += n
		t.spill = append(t.spill, make([]byte, n))
		return t.spill[len(t.spill)-1]
	}
	b := t.block[t.used : t.used+n : t.used+n]
	t.used += n
	clear(b)
	return b
}

// Copy returns a copy of b until the next Reset.
func (t *Tick) Copy(b []byte) []byte {
	c := t.Bytes(len(b))
	copy(c, b)
	return c
}

// Size returns how many bytes the Tick holds for the ticks to come.
func (t *Tick) Size() int { return len(t.block) }

// Reset begins a tick: everything handed out before is taken back, from the
// Slabs too. A tick that did not fit makes room for the next one like it.
func (t *Tick) Reset() {
	if t.poison {
		fill(t.block[:t.used])
		for _, b := range t.spill {
			fill(b)
		}
	}
	if t.spilt > 0 {
		t.block = make([]byte, t.used+t.spilt)
	}
	clear(t.spill)
	t.spill, t.spilt, t.used = t.spill[:0], 0, 0
	for _, s := range t.slabs {
		s.reset()
	}
}

func fill(b []byte) {
	for i := range b {
		b[i] = poison
	}
}
