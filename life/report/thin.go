package report

// thin keeps about n samples: of each of n/4 equal stretches the first one and
// those with the extremes of price and equity, and the last of all. The page
// loses no spike and no fall. n below 8 keeps everything.
func thin(s []Sample, n int) []Sample {
	buckets := n / 4
	if buckets < 2 || len(s) <= n {
		return s
	}
	kept := make([]Sample, 0, n+n/4)
	for b := range buckets {
		from, to := b*len(s)/buckets, (b+1)*len(s)/buckets
		keep := extremes(s, from, to)
		for i := from; i < to; i++ {
			if i == from || i == len(s)-1 || keep[0] == i || keep[1] == i || keep[2] == i || keep[3] == i {
				kept = append(kept, s[i])
			}
		}
	}
	return kept
}

// extremes returns where price and equity are lowest and highest in [from, to).
func extremes(s []Sample, from, to int) [4]int {
	at := [4]int{from, from, from, from}
	for i := from; i < to; i++ {
		if s[i].Price < s[at[0]].Price {
			at[0] = i
		}
		if s[i].Price > s[at[1]].Price {
			at[1] = i
		}
		if s[i].Equity < s[at[2]].Equity {
			at[2] = i
		}
		if s[i].Equity > s[at[3]].Equity {
			at[3] = i
		}
	}
	return at
}
