package node

// LoseState lets go of the head's state where Config.KeepStates bounds them.
func (n *Node) LoseState() error { return n.chain.TrieDB().Dereference(n.Head().Root) }

// IntervalEnded waits until interval mining has ended by itself.
func (n *Node) IntervalEnded() { <-n.interval.done }

// StateSize is the bytes of state held in the trie database's memory, which grows only
// where Config.KeepStates bounds it; without a bound states are written away.
func (n *Node) StateSize() float64 {
	_, nodes, _ := n.chain.TrieDB().Size()
	return float64(nodes)
}
