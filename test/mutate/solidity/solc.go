// Package solidity changes the source of contracts in many small ways, compiles each, and
// has Go tests that deploy them read what was compiled.
package solidity

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

//go:embed solc.mjs
var script []byte

// Compiler is a process that compiles. It belongs to one goroutine at a time.
type Compiler struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// Start starts the compiler that a folder's node_modules have.
func Start(folder, tmp string) (*Compiler, error) {
	path := filepath.Join(tmp, "solc.mjs")
	if err := os.WriteFile(path, script, 0o644); err != nil {
		return nil, err
	}
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	c := &Compiler{cmd: exec.Command("node", path, folder)}
	c.cmd.Stderr = os.Stderr
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.out = bufio.NewReader(out)
	return c, c.cmd.Start()
}

// Stop ends the process.
func (c *Compiler) Stop() {
	c.in.Close()
	_ = c.cmd.Process.Kill()
	_ = c.cmd.Wait()
}

type (
	input struct {
		Language string             `json:"language"`
		Sources  map[string]content `json:"sources"`
		Settings map[string]any     `json:"settings"`
	}
	content struct {
		Content string `json:"content"`
	}
	output struct {
		Errors    []struct{ Severity, FormattedMessage string }
		Sources   map[string]struct{ AST json.RawMessage }
		Contracts map[string]map[string]struct {
			EVM struct{ Bytecode struct{ Object string } }
		}
	}
)

// ask compiles. What does not compile is no error: see refused.
func (c *Compiler) ask(sources map[string]string, settings map[string]any) (out output, _ error) {
	in := input{Language: "Solidity", Sources: map[string]content{}, Settings: settings}
	for name, text := range sources {
		in.Sources[name] = content{text}
	}
	if err := json.NewEncoder(c.in).Encode(in); err != nil {
		return out, fmt.Errorf("the compiler: %w", err)
	}
	line, err := c.out.ReadBytes('\n')
	if err != nil {
		return out, fmt.Errorf("the compiler: %w", err)
	}
	return out, json.Unmarshal(line, &out)
}

// refused is why something does not compile.
func (o output) refused() string {
	for _, e := range o.Errors {
		if e.Severity == "error" {
			return e.FormattedMessage
		}
	}
	return ""
}
