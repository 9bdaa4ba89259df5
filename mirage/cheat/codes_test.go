package cheat_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"bardo.run/bardo/mirage/cheat"
	"bardo.run/bardo/mirage/node"
)

// spec: mirage-testing §6.4: the codes of JSON-RPC itself, over the wire. The others are
// produced where their methods are tested: −32000 to −32015 in eth_test and state_test,
// −32020 in mint_test, −32050 to −32055 in mirage/scenario.
func TestTheCodesOfTheProtocol(t *testing.T) {
	n, err := node.New(node.Config{HTTP: "127.0.0.1:0", Services: []node.Services{cheat.Services(cheat.Options{})}})
	check(t, err)
	t.Cleanup(func() { _ = n.Close() })
	for body, want := range map[string]int{
		`{`:                        -32700,
		`{"jsonrpc":"2.0","id":1}`: -32600,
		`{"jsonrpc":"2.0","id":1,"method":"mirage_fly","params":[]}`:       cheat.CodeUnknownMethod,
		`{"jsonrpc":"2.0","id":1,"method":"evm_revert","params":["soon"]}`: cheat.CodeInvalidParams,
	} {
		r, err := http.Post(n.Server.Endpoint(), "application/json", strings.NewReader(body))
		check(t, err)
		text, err := io.ReadAll(r.Body)
		_ = r.Body.Close()
		var answer struct{ Error struct{ Code int } }
		if err != nil || json.Unmarshal(text, &answer) != nil || answer.Error.Code != want {
			t.Errorf("%s: %s (%v), want code %d", body, text, err, want)
		}
	}
}
