package node

import (
	"context"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/txpool/legacypool"

	"bardo.run/bardo/internal/atomicfile"
)

// Node is a running devnet, in parts that New sets and nobody changes. They are safe for
// concurrent use; blocks, cheats, snapshots and reverts happen one after the other. Close
// it once.
type Node struct {
	Chain     *Chain     // the blocks that were made
	Miner     *Miner     // makes the next one
	Pace      *Pace      // what it gets when nobody names it
	Pool      *Pool      // takes its transactions
	Senders   *Senders   // who may send without a key
	Disguises *Disguises // who did
	Snapshots *Snapshots // places to go back to
	States    *States    // the accounts after each block
	View      *View      // calls, fast
	Archive   *Archive   // the whole chain, out and in
	Server    *Server    // JSON-RPC

	gate       *gate
	engine     *engine
	home       *home
	background background
}

// New starts a devnet. It refuses an environment named production, and an endpoint
// that other machines can reach.
func New(cfg Config) (*Node, error) {
	cfg, err := cfg.complete()
	if err != nil {
		return nil, err
	}
	engine, err := newEngine(cfg.DataDir)
	if err != nil {
		return nil, fmt.Errorf("devnet: %w", inUse(err))
	}
	n := &Node{gate: &gate{}, engine: engine, home: &home{dir: cfg.DataDir}}
	if err := n.start(cfg); err != nil {
		return nil, errors.Join(fmt.Errorf("start devnet: %w", err), n.Close())
	}
	return n, nil
}

func (n *Node) start(cfg Config) error {
	if err := n.home.prepare(cfg); err != nil {
		return err
	}
	if err := n.engine.begin(cfg); err != nil {
		return err
	}
	if err := n.assemble(cfg); err != nil {
		return err
	}
	if cfg.State != nil {
		if err := n.Archive.install(cfg.State); err != nil {
			return err
		}
	}
	if err := n.home.recall(n.Snapshots); err != nil {
		return err
	}
	return n.serve(cfg)
}

// assemble puts the parts on the chain.
func (n *Node) assemble(cfg Config) error {
	g, kept := n.gate, cfg.DataDir != ""
	chain, err := newChain(g, n.engine.eth, cfg)
	if err != nil {
		return err
	}
	states := newStates(chain, cfg.KeepStates)
	if err := n.engine.watch(); err != nil {
		return err
	}
	w, err := openWaiting(g, ethConfig(cfg).TxPool, states)
	if err != nil {
		return err
	}
	notes := &notes{db: chain.db, kept: kept}
	n.Chain, n.States, n.Disguises, n.View = chain, states, chain.disguises, &View{states: states}
	n.Pace = newPace(g, chain, notes, cfg)
	n.Senders = &Senders{gate: g, notes: notes, impersonated: map[common.Address]struct{}{}}
	n.Miner = &Miner{gate: g, chain: chain, pace: n.Pace, states: states, waiting: w, notes: notes, bare: cfg.NoSystemCalls, automine: true}
	if cfg.Rollup != nil {
		n.Miner.tolls = &tolls{chain: chain}
	}
	n.Pool = &Pool{gate: g, waiting: w, miner: n.Miner, senders: n.Senders}
	n.Snapshots = &Snapshots{gate: g, chain: chain, pace: n.Pace, states: states, waiting: w, senders: n.Senders, notes: notes, nextID: 1}
	n.Archive = &Archive{gate: g, chain: chain, waiting: w, snapshots: n.Snapshots, kept: kept}
	notes.now = n.Snapshots.now
	return nil
}

// Close stops the chain and waits for what it started. It is safe to call twice.
func (n *Node) Close() error {
	n.gate.Lock()
	if n.gate.closed {
		n.gate.Unlock()
		return nil
	}
	n.gate.closed = true
	interval := n.Miner.retire()
	n.gate.Unlock()
	err := interval.stop()
	n.background.stop()
	n.Server.stop()
	return errors.Join(err, n.home.close(n.Chain, n.halt))
}

func (n *Node) halt() error {
	var pool *legacypool.LegacyPool
	if n.Pool != nil {
		pool = n.Pool.waiting.pool
	}
	return n.engine.halt(pool)
}

// CloseTo stops serving, writes the whole chain to a file and closes the node. The file
// is replaced as a whole or not at all.
func (n *Node) CloseTo(name string) error {
	n.Server.stop()
	s, err := n.Archive.Dump()
	if err == nil {
		var text []byte
		if text, err = s.Encode(); err == nil {
			err = atomicfile.Write(name, 0o600, text)
		}
	}
	return errors.Join(err, n.Close())
}

// Go runs f in a goroutine whose context ends with the node. Close waits for it.
func (n *Node) Go(f func(context.Context)) error { return n.background.run(f) }

// CloseCheats ends cheating for good: from now on nothing but transactions changes
// the state, and nothing goes back. History calls it once its contracts stand
// (DESIGN §5). Mine, Submit, automine and interval mining go on.
func (n *Node) CloseCheats() {
	n.gate.Lock()
	defer n.gate.Unlock()
	n.gate.noCheats = true
	n.Snapshots.release()
	n.Pool.waiting.forget()
	n.Senders.set(nil)
	n.Senders.anyone = false
	next := &n.Pace.next
	*next = pace{last: next.last, coinbase: next.coinbase, gasLimit: next.gasLimit}
}

// CheatsClosed reports whether CloseCheats was called.
func (n *Node) CheatsClosed() bool {
	n.gate.Lock()
	defer n.gate.Unlock()
	return n.gate.noCheats
}
