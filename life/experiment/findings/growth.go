package findings

// Growth is what one unit grew to in a column's lives on average, at the beginning and after each
// hour that all of them have.
func (f Findings) Growth(c Column) []float64 {
	hours := -1
	for _, i := range c.Lives {
		if n := len(f.Lives[i].Hours); hours < 0 || n < hours {
			hours = n
		}
	}
	grown := make([]float64, max(hours, 0)+1)
	for _, i := range c.Lives {
		unit := 1.0
		for h := range grown {
			if h > 0 {
				unit *= 1 + f.Lives[i].Hours[h-1]
			}
			grown[h] += unit / float64(len(c.Lives))
		}
	}
	return grown
}
