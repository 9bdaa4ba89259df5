package node_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// persistent is a configuration with a data folder.
func persistent(dir string) func(*node.Config) {
	return func(c *node.Config) { c.DataDir = dir }
}

// lived makes a folder with five blocks and closes it.
func lived(t *testing.T) (string, *types.Header) {
	t.Helper()
	dir := t.TempDir()
	n, err := node.New(node.Config{DataDir: dir, GenesisTime: start, Alloc: map[common.Address]*big.Int{alice: ether}})
	check(t, err)
	for i := range uint64(5) {
		mine(t, n, node.BlockSpec{Txs: []*types.Transaction{transfer(t, n, i, 7)}})
	}
	head := n.Chain.Head()
	check(t, n.Close())
	return dir, head
}

// folderState is a hash over names and contents below a folder.
func folderState(t testing.TB, dir string) string {
	t.Helper()
	h := sha256.New()
	if err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			fmt.Fprintln(h, path)
			return err
		}
		body, err := os.ReadFile(path)
		fmt.Fprintln(h, path, len(body))
		h.Write(body)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// refused checks that the folder is refused with these words and is as it was.
func refused(t *testing.T, cfg node.Config, want error, words string) {
	t.Helper()
	before := folderState(t, cfg.DataDir)
	n, err := node.New(cfg)
	if err == nil {
		t.Fatalf("it was opened, at block %d", errors.Join(n.Close()))
	}
	if !errors.Is(err, want) || !strings.Contains(err.Error(), words) {
		t.Errorf("error %q, want %q in it", err, words)
	}
	if folderState(t, cfg.DataDir) != before {
		t.Error("the folder was changed")
	}
}

func TestAFolderOfAnotherChainIsRefused(t *testing.T) {
	dir, _ := lived(t)
	refused(t, node.Config{DataDir: dir, ChainID: 1337}, node.ErrFolder, "holds chain 31337, not chain 1337")
}

func TestAFolderWithOtherThingsInItIsRefused(t *testing.T) {
	dir := t.TempDir()
	check(t, os.WriteFile(filepath.Join(dir, "letters.txt"), []byte("dear"), 0o600))
	refused(t, node.Config{DataDir: dir}, node.ErrFolder, `holds "letters.txt" and no devnet`)
}

func TestASecondNodeOnAFolderIsRefused(t *testing.T) {
	n, _ := open(t, persistent(t.TempDir()))
	if _, err := node.New(node.Config{DataDir: n.DataDir()}); !errors.Is(err, node.ErrInUse) {
		t.Fatalf("error %v", err)
	}
	mine(t, n, node.BlockSpec{})
}

// Every way to damage a folder that was closed is found before anything writes to it.
func TestADamagedFolderIsRefusedAndStaysAsItIs(t *testing.T) {
	damage := map[string]func(t *testing.T, dir string){
		"devnet.json is no JSON":     overwrite("devnet.json", "{"),
		"devnet.json is of tomorrow": overwrite("devnet.json", `{"format":2}`),
		"devnet.json is gone":        remove("devnet.json"),
		"the database is gone":       remove("mirage/chaindata"),
		"the log is cut":             func(t *testing.T, dir string) { change(t, dir, "*.log", cutThird) },
		"the log has another byte":   func(t *testing.T, dir string) { change(t, dir, "*.log", flipMiddle) },
		"the manifest is cut":        func(t *testing.T, dir string) { change(t, dir, "MANIFEST-*", cutThird) },
		"the log is gone":            func(t *testing.T, dir string) { change(t, dir, "*.log", nil) },
	}
	for name, f := range damage {
		t.Run(name, func(t *testing.T) {
			dir, _ := lived(t)
			f(t, dir)
			refused(t, node.Config{DataDir: dir}, node.ErrFolder, dir)
		})
	}
}

// Tables of the database have checksums, and all are read.
func TestADamagedTableIsFound(t *testing.T) {
	dir, _ := lived(t)
	// Opening it again moves what the log holds into tables.
	n, _ := open(t, persistent(dir))
	check(t, n.Close())
	change(t, dir, "*.sst", flipMiddle)
	refused(t, node.Config{DataDir: dir}, node.ErrFolder, "damaged")
}

func overwrite(name, text string) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		check(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
}

func remove(name string) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		check(t, os.RemoveAll(filepath.Join(dir, name)))
	}
}

func cutThird(b []byte) []byte { return b[:len(b)-len(b)/3] }

func flipMiddle(b []byte) []byte {
	b[len(b)/2] ^= 0x40
	return b
}

// change rewrites the largest file of the database that fits the pattern; nil removes it.
func change(t *testing.T, dir, pattern string, f func([]byte) []byte) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "mirage", "chaindata", pattern))
	if err != nil || len(found) == 0 {
		t.Fatalf("no %s in the database (%v)", pattern, err)
	}
	largest, body := "", []byte{}
	for _, path := range found {
		b, err := os.ReadFile(path)
		check(t, err)
		if len(b) > len(body) {
			largest, body = path, b
		}
	}
	if f == nil {
		check(t, os.Remove(largest))
		return
	}
	check(t, os.WriteFile(largest, f(body), 0o600))
}

// A restart keeps what stands in no block: snapshots, who is impersonated and who sent
// what nobody signed, the shift of time, and what was set for the next block.
func TestARestartKeepsWhatStandsInNoBlock(t *testing.T) {
	dir := t.TempDir()
	carol := common.HexToAddress("0xca401")
	n, c := open(t, persistent(dir), func(c *node.Config) { c.Alloc[carol] = ether })
	mine(t, n, node.BlockSpec{})
	check(t, n.Senders.Impersonate(carol))
	first := take(t, n)
	at := n.Chain.Head().Hash()
	sent, err := n.Pool.SubmitFrom(context.Background(), carol, &types.LegacyTx{To: &bob, Value: big.NewInt(5), Gas: 21_000, GasPrice: big.NewInt(1000)})
	check(t, err)
	second := take(t, n)
	if _, err := n.Pace.AddTime(time.Hour); err != nil {
		t.Fatal(err)
	}
	check(t, n.Pace.SetNextBaseFee(big.NewInt(4242)))
	check(t, n.Close())

	n, err = node.New(node.Config{DataDir: dir, Clock: c})
	check(t, err)
	t.Cleanup(func() { _ = n.Close() })
	if from, ok := n.Disguises.Of(sent); !ok || from != carol || !n.Senders.Impersonated(carol) {
		t.Errorf("sender %s (%v), impersonated %v", from, ok, n.Senders.Impersonated(carol))
	}
	block, _ := mine(t, n, node.BlockSpec{})
	if block.BaseFee().Int64() != 4242 || block.Time() != uint64(start.Add(time.Hour).Unix()) {
		t.Errorf("the next block has base fee %s and time +%d", block.BaseFee(), int64(block.Time())-start.Unix())
	}
	if third, err := n.Snapshots.Take(); err != nil || third != second+1 {
		t.Errorf("the next snapshot is %d (%v)", third, err)
	}
	if err := n.Snapshots.Revert(first); err != nil || n.Chain.Head().Hash() != at {
		t.Fatalf("revert to %d: %v, at %d", first, err, n.Chain.Head().Number)
	}
	if err := n.Snapshots.Revert(second); !errors.Is(err, node.ErrSnapshot) {
		t.Errorf("a used snapshot: %v", err)
	}
	if _, ok := n.Disguises.Of(sent); ok {
		t.Error("the sender of a dropped transaction is remembered")
	}
	check(t, n.Close())
	n, err = node.New(node.Config{DataDir: dir, Clock: c})
	check(t, err)
	if n.Chain.Head().Hash() != at || n.Chain.Block(2) != nil {
		t.Errorf("after a revert and a restart the head is %d", n.Chain.Head().Number)
	}
	if err := n.Snapshots.Revert(first); !errors.Is(err, node.ErrSnapshot) {
		t.Errorf("a used snapshot after a restart: %v", err)
	}
}

// Old blocks move to files of their own behind 90,000 newer ones. A revert below them
// leaves none of them behind.
func TestARevertBelowFrozenBlocksLeavesNone(t *testing.T) {
	dir := t.TempDir()
	n, _ := open(t, persistent(dir))
	id := take(t, n)
	for range 6 {
		mine(t, n, node.BlockSpec{})
	}
	old := n.Chain.Block(3).Hash()
	if frozen := n.FreezeTo(t, 4); frozen < 4 {
		t.Fatalf("%d blocks are frozen", frozen)
	}
	check(t, n.Snapshots.Revert(id))
	for i := range uint64(3) {
		if n.Chain.Block(i+1) != nil && i == 0 {
			t.Fatal("block 1 is there after the revert")
		}
		mine(t, n, node.BlockSpec{Txs: []*types.Transaction{transfer(t, n, i, 1)}})
	}
	if n.Chain.Block(3).Hash() == old {
		t.Fatal("block 3 is the old one")
	}
	var block any
	if err := n.Server.Client().Call(&block, "eth_getBlockByHash", old, false); err != nil || block != nil {
		t.Errorf("the old block 3: %v, %v", block, err)
	}
}
