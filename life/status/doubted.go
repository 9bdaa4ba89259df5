package status

import "strings"

// doubted says that the last reading has prices in doubt, at which everything is told that is worth
// something.
//
// spec: heartbeat §3
func doubted(f *Folder, s Status) (Finding, bool) {
	var symbols, why []string
	for i := range f.fold.seen.Assets {
		if a := &f.fold.seen.Assets[i]; a.Doubt != "" && !a.Dust {
			symbols, why = append(symbols, a.Token.Symbol), append(why, a.Doubt)
		}
	}
	if unsure := f.fold.seen.Unsure(); symbols == nil && unsure != "" {
		return Finding{InDoubt, unsure + "; equity, result and what is held are told by what was known last", "wait: nothing is opened, and what answers can be left"}, true
	}
	if symbols == nil {
		return Finding{}, false
	}
	what := "the price of " + strings.Join(symbols, " and of ") + " is in doubt: " + strings.Join(why, "; ") + "; equity, result and what is held are told at it all the same"
	do := "wait: nothing is opened at it, and everything can be left; bardo report " + f.dir + " tells the result at the last price before"
	if s.Process.State == StateDead {
		do = "see the result at the last price before: bardo report " + f.dir
	}
	return Finding{InDoubt, what, do}, true
}

// jumped says that a price has jumped that no feed tells, so that nothing is opened at it for a while.
//
// spec: heartbeat §3
func jumped(f *Folder) (Finding, bool) {
	var why []string
	for i := range f.fold.seen.Assets {
		if a := &f.fold.seen.Assets[i]; a.Doubt == "" && a.Leap != "" {
			why = append(why, a.Shaky())
		}
	}
	return Finding{Jumped, strings.Join(why, "; "), "wait an hour: until then nothing is opened at it, and everything can be left"}, why != nil
}

// unsure marks what is worth something at a price in doubt.
func unsure(doubt string) string {
	if doubt == "" {
		return ""
	}
	return ", at a price in doubt"
}
