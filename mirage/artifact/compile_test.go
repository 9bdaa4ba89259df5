package artifact

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os/exec"
	"strings"
	"testing"
)

const answerOfTwo = `{"errors":[{"severity":"warning","formattedMessage":"unused"}],"contracts":{
 "src/A.sol":{"A":{"abi":[],"evm":{"bytecode":{"object":"6001"}}}},"src/B.sol":{"B":{"abi":[],"evm":{"bytecode":{"object":"6002"}}}}}}`

func TestCompiledPicksTheContractOfItsFile(t *testing.T) {
	out, err := compiled(Keep{Path: "src/B.sol"}, []byte(answerOfTwo))
	check(t, err)
	var c Contract
	if err := c.fromCompiler(out); err != nil || c.Creation.String() != "0x6002" {
		t.Fatalf("%s, %v", c.Creation, err)
	}
	if _, err := compiled(Keep{Path: "src/C.sol"}, []byte(answerOfTwo)); err == nil {
		t.Error("a contract that is not there was found")
	}
	bad := strings.Replace(answerOfTwo, "warning", "error", 1)
	if _, err := compiled(Keep{Path: "src/B.sol"}, []byte(bad)); err == nil || !strings.Contains(err.Error(), "unused") {
		t.Errorf("an error of the compiler: %v", err)
	}
}

func TestCompileAsksTheKeptCompilerForTheSources(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	// A double that answers with the content it was given, as code.
	put(t, dir, "solc.cjs", `exports.cwrap = () => (text) => {
	const { sources, settings } = JSON.parse(text);
	return JSON.stringify({ contracts: { "src/A.sol": { A: { abi: [settings.evmVersion], evm: { bytecode: {
		object: Object.values(sources).map((s) => s.content).join("") } } } } } });
};`)
	k := Keep{Path: "src/A.sol", Sources: []string{"src/B.sol"}, Compiler: "solc.cjs"}
	out, err := compile(k, map[string][]byte{"src/A.sol": []byte("60"), "src/B.sol": []byte("01")}, dir)
	check(t, err)
	var in compilerJSON
	if err := json.Unmarshal(out, &in); err != nil || in.Bytecode.Object != "6001" || string(in.ABI) != `["paris"]` {
		t.Fatalf("%s, %v", out, err)
	}
}

// A contract of ours that derives from a package is compiled beside the package's files, in the
// place of the one that it derives from.
func TestASourceOfOursIsCompiledWithThePackages(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	put(t, dir, "solc.cjs", `exports.cwrap = () => (text) => JSON.stringify({ contracts: Object.fromEntries(Object.entries(JSON.parse(text).sources).map(
	([name, s]) => [name, { [name]: { abi: [s.content.includes("artifacts.lock")], evm: { bytecode: { object: "60" } } } }])) });`)
	k := Keep{Path: "src/A.sol", Ours: "README.md", Compiler: "solc.cjs"}
	out, err := compile(k, map[string][]byte{"src/A.sol": nil}, dir)
	check(t, err)
	var in compilerJSON
	if err := json.Unmarshal(out, &in); err != nil || string(in.ABI) != "[true]" {
		t.Fatalf("%s, %v", out, err)
	}
	if k.Ours = "None.sol"; err == nil {
		_, err = compile(k, map[string][]byte{"src/A.sol": nil}, dir)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a source that there is not: %v", err)
	}
}

func TestALifeNeedsNothingOfTheKit(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "A.json", `{"name":"A","creation":"0x00"}`)
	put(t, dir, "L", "free")
	lock := lockOfTwo()
	lock.Packages = append(lock.Packages, Package{Keep: []Keep{{File: "K", Kind: KindCopy, Group: Kit, SHA256: fileSum(nil)}}})
	if _, err := find(lock.only(Life), []string{dir}); err != nil {
		t.Error(err)
	}
	var bad *UnusableError
	if _, err := find(lock.only(Life, Kit), []string{dir}); !errors.As(err, &bad) || bad.Missing[0] != "K" {
		t.Errorf("the kit without its files: %v", err)
	}
}

func TestFoundrysCodeObjectIsRead(t *testing.T) {
	var c Contract
	src := `{"abi":[],"bytecode":{"object":"0x6000000000000000000000000000000000000000005b","linkReferences":{"x.sol":{"Lib":[{"start":1,"length":20}]}}}}`
	if err := c.fromCompiler([]byte(src)); err != nil || len(c.Links) != 1 || c.Links[0].Library != "Lib" || len(c.Creation) != 22 {
		t.Fatalf("%+v, %v", c, err)
	}
}
