//go:build linux

package script_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
)

// served starts a devnet, which is stopped in order at the end, and puts its URL into a variable.
func served(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 1, true)
	path, err := exec.LookPath("bardo")
	ts.Check(err)
	cmd := exec.Command(path, append([]string{"devnet", "--json", "--listen", "127.0.0.1:0"}, args[1:]...)...)
	cmd.Dir = ts.MkAbs(".")
	out, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	ts.Defer(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil {
			ts.Logf("the devnet ended badly: %v", err)
		}
	})
	var said struct{ Endpoint string }
	line, err := bufio.NewReader(out).ReadBytes('\n')
	ts.Check(err)
	ts.Check(json.Unmarshal(line, &said))
	ts.Setenv(args[0], said.Endpoint)
}

// answer is a response of a devnet.
type answer struct {
	ID     int             `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

func (a answer) String() string {
	if a.Error != nil {
		return "error " + string(a.Error)
	}
	return string(a.Result)
}

// request sends one request and prints its result, or its error.
func request(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 2, true)
	params := "[]"
	if len(args) > 2 {
		params = args[2]
	}
	var a answer
	post(ts, args[0], fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, args[1], params), &a)
	fmt.Fprintln(ts.Stdout(), a)
}

// batch sends as many requests at once, and prints how many were answered with what.
func batch(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 3, false)
	count := number(ts, args[1])
	all := make([]string, count)
	for i := range all {
		all[i] = fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":[]}`, i+1, args[2])
	}
	var answers []answer
	post(ts, args[0], "["+strings.Join(all, ",")+"]", &answers)
	ids, texts := map[int]bool{}, map[string]int{}
	for _, a := range answers {
		ids[a.ID] = true
		texts[a.String()]++
	}
	for text, n := range texts {
		fmt.Fprintf(ts.Stdout(), "%d of %d with ids of their own: %s\n", n, len(ids), text)
	}
}

func post(ts *testscript.TestScript, url, body string, out any) {
	r, err := http.Post(url, "application/json", strings.NewReader(body)) //nolint:gosec // the devnet of this script
	ts.Check(err)
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	ts.Check(err)
	if err := json.Unmarshal(text, out); err != nil {
		ts.Fatalf("%.300s: %v", text, err)
	}
}
