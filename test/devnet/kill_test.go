package devnet

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"sync"
	"testing"

	"bardo.run/bardo/internal/seed"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
)

const kills = 30

// What was acknowledged is there after SIGKILL, whenever it comes: thirty times on one
// folder, under four clients.
func TestADevnetComesBackAtTheLastAcknowledgedBlock(t *testing.T) {
	dir := t.TempDir()
	p := begin(t, "--data", dir, "--accounts", "5")
	l := prepare(t, p)
	random := seed.Seed(3).Stream("kills")
	ahead := 0
	for range kills {
		before := len(l.acked)
		l.until(t, p, random)
		if len(l.acked) == before {
			t.Fatal("nothing was acknowledged before the kill")
		}
		p = begin(t, "--data", dir)
		ahead += l.check(t, p, l.acked[before:])
	}
	l.check(t, p, l.acked)
	l.logs(t, p)
	t.Logf("%d kills, %d transactions acknowledged, %d blocks came back that nobody had been told of", kills, len(l.acked), ahead)
}

// until drives load at the devnet and kills it after a few acknowledgements, somewhere
// within the next ones.
func (l *load) until(t *testing.T, p *process, random *rand.Rand) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	told := make(chan struct{}, 64)
	var clients sync.WaitGroup
	for who := range len(l.accounts) + 1 {
		clients.Go(func() { _ = l.drive(ctx, p.url, who, told) }) // ends with the devnet
	}
	for range 4 + random.IntN(12) {
		<-told
	}
	burn(random.IntN(4000))
	p.kill(t)
	cancel()
	clients.Wait()
}

// burn passes a moment without a clock: up to a few milliseconds of hashing.
func burn(rounds int) {
	var h common.Hash
	for range rounds {
		h = crypto.Keccak256Hash(h[:])
	}
}

// check compares the chain with what clients were told, and returns how many blocks stand
// above the last that anybody was told of.
func (l *load) check(t *testing.T, p *process, told []acknowledged) int {
	t.Helper()
	var head hexutil.Uint64
	p.ask(t, &head, "eth_blockNumber")
	last := uint64(0)
	for _, a := range l.acked {
		last = max(last, a.block)
	}
	clients := len(l.accounts) + 1
	if uint64(head) < last || uint64(head) > last+uint64(clients) {
		t.Fatalf("it came back at block %d; %d was acknowledged to %d clients", head, last, clients)
	}
	for _, a := range told {
		again, err := acknowledge(p.client, a.tx, a.account)
		if err != nil {
			t.Fatal(err)
		}
		if again != a {
			t.Fatalf("acknowledged %+v\nafter the kill %+v", a, again)
		}
	}
	l.blocks(t, p, last)
	var accounts []common.Address
	p.ask(t, &accounts, "eth_accounts")
	if len(accounts) != 5 || accounts[2] != l.accounts[2].Address {
		t.Fatalf("developer accounts %v", accounts)
	}
	return int(uint64(head) - last)
}

// blocks checks the last blocks by number and hash: each leads to its parent, and one that
// nobody was told of holds only what was sent.
func (l *load) blocks(t *testing.T, p *process, last uint64) {
	t.Helper()
	type header struct {
		Number           hexutil.Uint64
		Hash, ParentHash common.Hash
		Transactions     []struct {
			Hash common.Hash
			From common.Address
		}
	}
	var latest header
	p.ask(t, &latest, "eth_getBlockByNumber", "latest", true)
	for b := latest; uint64(b.Number)+20 > last && b.Number > 1; {
		if uint64(b.Number) > last {
			for _, tx := range b.Transactions {
				if !l.sent[tx.Hash] && tx.From != unkeyed {
					t.Fatalf("block %d holds %s, which nobody sent", b.Number, tx.Hash)
				}
			}
		}
		var parent, byHash header
		p.ask(t, &parent, "eth_getBlockByNumber", b.Number-1, true)
		p.ask(t, &byHash, "eth_getBlockByHash", b.ParentHash, true)
		if parent.Hash != b.ParentHash || byHash.Hash != b.ParentHash {
			t.Fatalf("block %d: parent %s, block before it %s", b.Number, b.ParentHash, parent.Hash)
		}
		b = parent
	}
}

// logs checks that the counter's logs are one unbroken count, as its slot is.
func (l *load) logs(t *testing.T, p *process) {
	t.Helper()
	var logs []types.Log
	p.ask(t, &logs, "eth_getLogs", map[string]any{"fromBlock": "0x0", "toBlock": "latest", "address": l.counter})
	for i, log := range logs {
		if got := common.BytesToHash(log.Data).Big().Uint64(); got != uint64(i)+1 {
			t.Fatalf("log %d counts %d", i, got)
		}
	}
	var slot common.Hash
	p.ask(t, &slot, "eth_getStorageAt", l.counter, "0x0", "latest")
	if got := slot.Big().Uint64(); got != uint64(len(logs)) || got == 0 {
		t.Fatalf("the counter stands at %d after %d logs", got, len(logs))
	}
	var block json.RawMessage
	p.ask(t, &block, "eth_getBlockByHash", common.Hash{1}, false)
	if string(block) != "null" {
		t.Errorf("an unknown block is %s", block)
	}
}
