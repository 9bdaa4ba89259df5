package devnet

import (
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/mirage/cheat"
)

// clz returns what CLZ says of zero, an instruction of osaka.
var clz = map[string]any{"data": "0x5f1e5f5260205ff3"}

func TestADevnetRunsUnderTheRulesThatAreNamed(t *testing.T) {
	for _, fork := range []string{"shanghai", "cancun", "prague", "osaka"} {
		p := begin(t, "--hardfork", fork)
		var info struct{ HardFork string }
		if p.ask(t, &info, "anvil_nodeInfo"); info.HardFork != fork {
			t.Errorf("--hardfork %s runs %s", fork, info.HardFork)
		}
		var out string
		if err := p.client.Call(&out, "eth_call", clz, "latest"); (err == nil) != (fork == "osaka") {
			t.Errorf("under %s, CLZ answers %s (%v)", fork, out, err)
		}
		p.ask(t, nil, "evm_mine")
		if p.ask(t, &out, "eth_blockNumber"); out != "0x1" {
			t.Errorf("under %s, the first block is %s", fork, out)
		}
	}
	if code, said := fails(t, "--hardfork", "london"); code == 0 || !strings.Contains(said, "shanghai, cancun, prague, osaka") {
		t.Errorf("--hardfork london: code %d, %s", code, said)
	}
}

func TestADevnetHasTheGasLimitThatIsNamed(t *testing.T) {
	p := begin(t, "--gas-limit", "50000000")
	p.ask(t, nil, "evm_mine")
	for _, number := range []string{"0x0", "0x1"} {
		var block struct{ GasLimit string }
		if p.ask(t, &block, "eth_getBlockByNumber", number, false); block.GasLimit != "0x2faf080" {
			t.Errorf("block %s has room for %s", number, block.GasLimit)
		}
	}
	if code, said := fails(t, "--gas-limit", "20000"); code == 0 || !strings.Contains(said, "21000") {
		t.Errorf("no room for a transfer: code %d, %s", code, said)
	}
}

// EIP-7825 caps a transaction at 2^24 gas; on anvil the cap is a switch that is off, too.
func TestTheCapOfATransactionsGasIsASwitch(t *testing.T) {
	for _, capped := range []bool{false, true} {
		var args []string
		if capped {
			args = append(args, "--tx-gas-cap")
		}
		p := begin(t, args...)
		tx := map[string]any{"from": funded(t), "to": common.Address{1}, "gas": "0x1c9c380"}
		var hash string
		if err := p.client.Call(&hash, "eth_sendTransaction", tx); (err != nil) != capped {
			t.Errorf("with a cap %v, 30,000,000 gas: %q, %v", capped, hash, err)
		}
	}
}

// A fork funds accounts only where it is told to: also one that the chain below has put code into.
func TestAForkFundsTheAccountsThatAreNamed(t *testing.T) {
	below := begin(t)
	from := funded(t)
	below.ask(t, nil, "anvil_setCode", from, "0x00")
	below.ask(t, nil, "anvil_setBalance", from, "0x1")
	for _, many := range []int{0, 2} {
		args := []string{"--fork", below.url, "--auto-impersonate=false"}
		if many > 0 {
			args = append(args, "--accounts", strconv.Itoa(many))
		}
		p := begin(t, args...)
		var accounts []common.Address
		if p.ask(t, &accounts, "eth_accounts"); len(accounts) != many {
			t.Errorf("--accounts %d: %d accounts", many, len(accounts))
		}
		var hash string
		tx := map[string]any{"from": from, "to": common.Address{1}, "value": "0x2"}
		if err := p.client.Call(&hash, "eth_sendTransaction", tx); (err == nil) != (many > 0) {
			t.Errorf("--accounts %d: %q, %v", many, hash, err)
		}
		p.ask(t, nil, "anvil_reset", map[string]any{"forking": map[string]any{"blockNumber": "0x2"}})
		var balance string
		if p.ask(t, &balance, "eth_getBalance", from, "latest"); (balance == "0x1") != (many == 0) {
			t.Errorf("--accounts %d: %s after a reset", many, balance)
		}
		for _, other := range []map[string]any{{"blockNumber": "0x1"}, {"jsonRpcUrl": below.url}} {
			if err := p.client.Call(nil, "anvil_reset", map[string]any{"forking": other}); err == nil || !strings.Contains(err.Error(), "--fork") {
				t.Errorf("reset to %v: %v", other, err)
			}
		}
	}
}

func TestADevnetThatIsNotToMineWaits(t *testing.T) {
	p := begin(t, "--no-mining")
	var hash, block string
	p.ask(t, &hash, "eth_sendTransaction", map[string]any{"from": funded(t), "to": common.Address{1}})
	if p.ask(t, &block, "eth_blockNumber"); block != "0x0" {
		t.Errorf("a transaction made block %s", block)
	}
	p.ask(t, nil, "evm_mine")
	var receipt struct{ BlockNumber string }
	if p.ask(t, &receipt, "eth_getTransactionReceipt", hash); receipt.BlockNumber != "0x1" {
		t.Errorf("it is in block %q", receipt.BlockNumber)
	}
}

func funded(t *testing.T) common.Address {
	t.Helper()
	all, err := cheat.Accounts(cheat.Mnemonic, 1)
	if err != nil {
		t.Fatal(err)
	}
	return all[0].Address
}

// spec: mirage-testing §6: pages and names of elsewhere are refused unless they are named.
func TestOtherHostsAndPagesAskOnlyWhereTheyAreNamed(t *testing.T) {
	const host, page = "devnet.example:8545", "https://remix.example"
	for _, c := range []struct {
		args      []string
		host, web bool
	}{
		{nil, false, false},
		{[]string{"--allow-host", "devnet.example"}, true, false},
		{[]string{"--allow-host", "*"}, true, false},
		{[]string{"--allow-origin", page}, false, true},
		{[]string{"--allow-host", "devnet.example,other.example", "--allow-origin", "*"}, true, true},
	} {
		p := begin(t, c.args...)
		if answered, _ := p.asked(t, host, ""); answered != c.host {
			t.Errorf("%v: a request for %s is answered: %v, want %v", c.args, host, answered, c.host)
		}
		if _, may := p.asked(t, "", page); may != c.web {
			t.Errorf("%v: %s may read: %v, want %v", c.args, page, may, c.web)
		}
		if answered, _ := p.asked(t, "", ""); !answered {
			t.Errorf("%v: this machine is not answered", c.args)
		}
	}
}

// asked posts a request and reports whether it was answered, and whether a page may read that.
func (p *process) asked(t *testing.T, host, origin string) (answered, may bool) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.url, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if host != "" {
		r.Host = host
	}
	if origin != "" {
		r.Header.Set("Origin", origin)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	var answer struct{ Result string }
	answered = json.Unmarshal(text, &answer) == nil && answer.Result == "0x7a69"
	allowed := response.Header.Get("Access-Control-Allow-Origin")
	return answered, origin != "" && (allowed == "*" || allowed == origin)
}
