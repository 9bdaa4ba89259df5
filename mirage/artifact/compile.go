package artifact

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path"
	"path/filepath"
	"strings"

	"bardo.run/bardo/contracts"
)

// ErrNoNode means that a source cannot be compiled.
var ErrNoNode = errors.New("node is not installed: a contract of the kit is compiled with it")

// runCompiler hands standard input to the compiler module and prints its answer.
const runCompiler = `const solc = require(process.argv[1]);
const compile = solc.cwrap("solidity_compile", "string", ["string", "number", "number"]);
process.stdout.write(compile(require("fs").readFileSync(0, "utf8"), 0, 0));`

// compileSettings are those with which the protocols we compile were built.
var compileSettings = map[string]any{
	"viaIR":           true,
	"optimizer":       map[string]any{"enabled": true, "runs": 999999},
	"evmVersion":      "paris",
	"metadata":        map[string]any{"appendCBOR": false, "bytecodeHash": "none"},
	"outputSelection": map[string]any{"*": map[string]any{"*": []string{"abi", "evm.bytecode"}}},
}

// compile turns a contract's sources into what fromCompiler reads: Morpho Blue's package
// ships no build. What is ours of them is in this binary. The contract has the name of its file. The compiler is a file of dir
// whose hash the same fetch has checked, since its package stands earlier in the lock; its
// answer is checked by the hash of the kept file.
func compile(k Keep, sources map[string][]byte, dir string) ([]byte, error) {
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, ErrNoNode
	}
	in := map[string]any{"language": "Solidity", "settings": compileSettings}
	files := map[string]any{}
	for _, name := range k.reads() {
		files[name] = map[string]string{"content": string(sources[name])}
	}
	if k.Ours != "" {
		text, err := contracts.Derived.ReadFile("src/derived/" + k.Ours)
		if err != nil {
			return nil, err
		}
		files[k.Ours] = map[string]string{"content": string(text)}
	}
	in["sources"] = files
	text, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	compiler, err := filepath.Abs(filepath.Join(dir, k.Compiler))
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(node, "-e", runCompiler, compiler)
	cmd.Stdin = bytes.NewReader(text)
	var out, diagnosis bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &diagnosis
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("compile: %w: %s", err, strings.TrimSpace(diagnosis.String()))
	}
	return compiled(k, out.Bytes())
}

// compiled picks the contract out of the compiler's answer.
func compiled(k Keep, answer []byte) ([]byte, error) {
	var out struct {
		Errors []struct {
			Severity string `json:"severity"`
			Message  string `json:"formattedMessage"`
		} `json:"errors"`
		Contracts map[string]map[string]struct {
			ABI json.RawMessage `json:"abi"`
			EVM struct {
				Bytecode bytecode `json:"bytecode"`
			} `json:"evm"`
		} `json:"contracts"`
	}
	if err := json.Unmarshal(answer, &out); err != nil {
		return nil, fmt.Errorf("compile: answer: %w", err)
	}
	for _, e := range out.Errors {
		if e.Severity == "error" {
			return nil, fmt.Errorf("compile: %s", e.Message)
		}
	}
	from := cmp.Or(k.Ours, k.Path)
	c, ok := out.Contracts[from][strings.TrimSuffix(path.Base(from), ".sol")]
	if !ok {
		return nil, fmt.Errorf("compile: %s has no contract of its name", from)
	}
	return json.Marshal(compilerJSON{ABI: c.ABI, Bytecode: c.EVM.Bytecode})
}
