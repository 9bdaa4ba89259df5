package node

// StateSize is the bytes of state held in the trie database's memory, which grows only
// where Config.KeepStates bounds it; without a bound states are written away.
func (n *Node) StateSize() float64 {
	_, nodes, _ := n.chain.TrieDB().Size()
	return float64(nodes)
}
