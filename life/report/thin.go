package report

// thin keeps about n samples: of each of n/4 equal stretches the first one and
// those with the extremes of both values, and the last of all. The page loses no
// spike and no fall. n below 8 keeps everything.
func thin[T any](s []T, n int, one, other func(*T) float64) []T {
	buckets := n / 4
	if buckets < 2 || len(s) <= n {
		return s
	}
	kept := make([]T, 0, n+n/4)
	for b := range buckets {
		from, to := b*len(s)/buckets, (b+1)*len(s)/buckets
		low, high := extremes(s, from, to, one)
		least, most := extremes(s, from, to, other)
		for i := from; i < to; i++ {
			if i == from || i == len(s)-1 || i == low || i == high || i == least || i == most {
				kept = append(kept, s[i])
			}
		}
	}
	return kept
}

// extremes returns where a value is lowest and highest in [from, to).
func extremes[T any](s []T, from, to int, of func(*T) float64) (low, high int) {
	low, high = from, from
	for i := from; i < to; i++ {
		if of(&s[i]) < of(&s[low]) {
			low = i
		}
		if of(&s[i]) > of(&s[high]) {
			high = i
		}
	}
	return low, high
}
