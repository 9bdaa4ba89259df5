// Package loss says what an action loses, and adds it up: the value given less the value
// received, at the price of a feed beside the pool where one is configured, else at the
// pool's price of the reading before the action. A market that falls is no loss of this
// kind, and leaving a position loses nothing: it is worth least, at a price, when the pool
// stands there.
//
// A feed that is off the market by less than its deviation and age allow can be traded
// against, and so can its next answer by one who sees it early. That is no loss here, because no
// contract can tell it from a market that falls. What bounds it is what may be spent.
//
// Sums counts any 24 hours, wherever they begin, and one run of the process. Before its
// outcome is known an action counts with its worst case, the order's own minimum; behind it
// with what was lost. All arithmetic is integer, and rounds against the action.
package loss
