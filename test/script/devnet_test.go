//go:build linux

package script_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"os/exec"
	"syscall"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/rpc"
)

// DESIGN §4: every command has --json. A devnet says in one line where it is.
func TestADevnetSaysWhereItIsAsJSON(t *testing.T) {
	path, err := exec.LookPath("bardo")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), path, "devnet", "--json", "--listen", "127.0.0.1:0", "--accounts", "2")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	var said struct {
		ChainID  uint64           `json:"chain_id"`
		Endpoint string           `json:"endpoint"`
		Accounts []common.Address `json:"accounts"`
	}
	if !lines.Scan() || json.Unmarshal(lines.Bytes(), &said) != nil || said.ChainID != 31337 || len(said.Accounts) != 2 {
		t.Errorf("it said %q", lines.Text())
	}
	client, err := rpc.DialContext(t.Context(), said.Endpoint)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	var balance string
	if err := client.CallContext(t.Context(), &balance, "eth_getBalance", said.Accounts[1], "latest"); err != nil || balance != "0x21e19e0c9bab2400000" {
		t.Errorf("balance %s (%v)", balance, err)
	}
	// spec: mirage-testing §6.1, −32010 unless --auto-impersonate
	stranger := map[string]any{"from": common.Address{1}, "to": common.Address{2}}
	var refused rpc.Error
	if err := client.CallContext(t.Context(), nil, "eth_sendTransaction", stranger); !errors.As(err, &refused) || refused.ErrorCode() != -32010 {
		t.Errorf("a stranger's transaction: %v", err)
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if lines.Scan() {
		t.Errorf("it said more: %q", lines.Text())
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}
