package oracle

import "math"

// The calibrator's figures (heartbeat §11.7).
const (
	bins    = 20
	history = 2048
	active  = 30 // stated confidences before any is corrected
	refit   = 50
)

// Calibrator turns a stated confidence into how often such a one held, by isotonic
// regression over twenty bins. The zero value returns what it is given.
type Calibrator struct {
	stated  [history]float32
	held    [history]bool
	next, n int
	since   int // of the last fit
	fitted  bool
	curve   [bins]float64
}

// Add takes how sure a prediction was, 0 to 1, and whether it held.
func (c *Calibrator) Add(stated float64, held bool) {
	if math.IsNaN(stated) {
		return
	}
	c.stated[c.next], c.held[c.next] = float32(min(max(stated, 0), 1)), held
	c.next = (c.next + 1) % history
	c.n = min(c.n+1, history)
	c.since++
	if c.n >= active && (!c.fitted || c.since >= refit) {
		c.fit()
	}
}

// Calibrate returns the confidence that a stated one is worth.
func (c *Calibrator) Calibrate(stated float64) float64 {
	if !c.fitted {
		return min(max(stated, 0), 1)
	}
	return c.curve[bin(stated)]
}

// Error is the expected calibration error of the history: the mean distance between
// a bin's middle and how often it held, weighed by the bin's share. 0 without history.
func (c *Calibrator) Error() float64 {
	weight, held := c.count()
	sum := 0.0
	for i := range weight {
		if weight[i] > 0 {
			sum += weight[i] / float64(c.n) * math.Abs(held[i]/weight[i]-(float64(i)+0.5)/bins)
		}
	}
	return sum
}

func bin(stated float64) int {
	if !(stated > 0) {
		return 0
	}
	return min(int(stated*bins), bins-1)
}

func (c *Calibrator) count() (weight, held [bins]float64) {
	for i := range c.n {
		b := bin(float64(c.stated[i]))
		weight[b]++
		held[b] += share(c.held[i])
	}
	return weight, held
}

// fit pools adjacent violators; a bin without history takes what its lower neighbour
// has, or its own middle where there is none below.
func (c *Calibrator) fit() {
	weight, held := c.count()
	c.since, c.fitted = 0, true
	var blocks []block
	for i := range weight {
		if weight[i] == 0 {
			continue
		}
		blocks = append(blocks, block{first: i, weight: weight[i], held: held[i]})
		for n := len(blocks); n > 1 && blocks[n-2].mean() >= blocks[n-1].mean(); n-- {
			blocks[n-2].weight += blocks[n-1].weight
			blocks[n-2].held += blocks[n-1].held
			blocks = blocks[:n-1]
		}
	}
	for i, k := 0, -1; i < bins; i++ {
		for k+1 < len(blocks) && blocks[k+1].first <= i {
			k++
		}
		if c.curve[i] = (float64(i) + 0.5) / bins; k >= 0 {
			c.curve[i] = blocks[k].mean()
		} else if len(blocks) > 0 {
			c.curve[i] = min(c.curve[i], blocks[0].mean())
		}
	}
}

// block is a run of bins that the regression gives one value.
type block struct {
	first        int
	weight, held float64
}

func (b block) mean() float64 { return b.held / b.weight }
