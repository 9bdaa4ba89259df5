package adversarial

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// portfolios is the test that the holes of portfolios have to fail.
const portfolios = "TestNothingOfAPortfolioMovesOutsideTheLimits"

// overTwo is the scheme of orders over two markets.
const overTwo = "an order over two markets"

// portfolioHoles are those that only a life with several assets and markets can find.
var portfolioHoles = []hole{
	of("limit of an asset doubled", "value bled from asset to asset", atCage+"cap.go", "append(caps.Assets, Cap{l.Name, t.Address, l.Share})", "append(caps.Assets, Cap{l.Name, t.Address, 2 * l.Share})", "the asset"),
	of("limit of a market forgotten", "value bled from asset to asset", atCage+"cap.go", "{p.Caps.Markets, func(c Cap, at part) bool { return at.place == c.Name }},", "{nil, func(c Cap, at part) bool { return at.place == c.Name }},", "the market"),
	of("doubtful price accepted", "a thin pool that prices a deep one", atCage+"cage.go", "if why := k.unsure(); why != \"\" && !secures(k) {", "if why := k.unsure(); why != \"\" && !secures(k) && k.Now < 0 {", "on a doubtful price"),
	of("market that nobody approved accepted", "a hop that nobody allowed", atCage+"cage.go", "if !ok || !slices.Contains(p.Markets, Listed(m)) {", "if !ok {", "in a market that nobody approved"),
	of("hop in a market that nobody approved", overTwo, atCage+"cage.go", "if !ok || !slices.Contains(p.Markets, Listed(m)) {", "if !ok || k.Route == nil && !slices.Contains(p.Markets, Listed(m)) {", "in a market that nobody approved"),
	of("second move of more than came", overTwo, atCage+"route.go", " && !a.AmountIn.Gt(&h.units)", "", "opened in a"),
	of("second move made twice", overTwo, atCage+"cage.go", "h.at = 0", "h.at += 0", "opened in a"),
	of("second move of another order", overTwo, atCage+"route.go", "k.Route != nil && *k.Route == h.Route && ", "k.Route != nil && ", "opened in a"),
	of("sale there and back", overTwo, atCage+"route.go", " || k.Seen.Traded(a.TokenIn, cash)", "", "opened in a"),
	of("a reader that returns a smaller amount", "a reader that disagrees with its adapter", "evm/policycage/deploy.go", "if len(c.Bytecode) == 0 {", "if name == \"readers/UniswapV3\" {\n\t\tc.Bytecode = hexutil.MustDecode(%q)\n\t}\n\tif len(c.Bytecode) == 0 {", "the reader on the chain says of a").
		read(&contract{
			"UniswapV3", "readers/UniswapV3.sol", "_words(target, data, 8);\n            IRouter.Single memory p = abi.decode(args, (IRouter.Single));\n            a.deed = CageDeed.Swap;\n            (a.tokenA, a.tokenB, a.amountA, a.to) = (p.tokenIn, p.tokenOut, p.amountIn, p.recipient);",
			"_words(target, data, 8);\n            IRouter.Single memory p = abi.decode(args, (IRouter.Single));\n            a.deed = CageDeed.Swap;\n            (a.tokenA, a.tokenB, a.amountA, a.to) = (p.tokenIn, p.tokenOut, p.amountIn / 2, p.recipient);",
		}),
	of("a vault's shares valued at face", "a vault whose shares are worth less than their face", atVaults+"reader.go", "Data: l.abi.PackRedeem(shares, l.account, l.account)}", "Data: bind.NewVault().PackConvertToAssets(shares)}", "the asset link is").
		beside(without("adapter: what can be taken out of a vault", atVaults+"position.go", "if most.Lt(&units) {", "if most.Lt(&units) && most.IsZero() {", nil)),
}

// atVaults is where the adapter of vaults lies.
const atVaults = "golem/world/protocol/erc4626/"

// of plants a hole that lives of portfolios find.
func of(name, scheme, file, old, new, saw string) hole {
	h := on(name, scheme, file, old, new, saw)
	h.test = portfolios
	return h
}

// read has it lie in a reader of the cage on the chain, which only a delegation has.
func (h hole) read(c *contract) hole {
	h.contract, h.custody = c, "delegation"
	return h
}

// contract is one of contracts/src in which old, which stands once, becomes new.
type contract struct{ name, file, old, new string }

// sources is where the contracts' sources lie.
var sources = filepath.Join("..", "..", "contracts")

func (c *contract) text(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(sources, "src", c.file))
	check(t, err)
	return string(text)
}

// compile is the creation code of the changed contract. The sources stay as they are.
func (c *contract) compile(t *testing.T) string {
	t.Helper()
	over, into := t.TempDir(), t.TempDir()
	path := filepath.Join(over, c.file)
	check(t, os.MkdirAll(filepath.Dir(path), 0o750))
	check(t, os.MkdirAll(filepath.Join(into, filepath.Dir(c.file)), 0o750))
	check(t, os.WriteFile(path, []byte(strings.Replace(c.text(t), c.old, c.new, 1)), 0o600))
	var said bytes.Buffer
	cmd := exec.CommandContext(t.Context(), "node", filepath.Join(sources, "compile.mjs"), "--over", over, "--into", into, "--only", c.name)
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, &said)
	}
	code := func(folder string) string {
		text, err := os.ReadFile(filepath.Join(folder, strings.TrimSuffix(c.file, ".sol")+".json"))
		check(t, err)
		var out struct{ Bytecode string }
		check(t, json.Unmarshal(text, &out))
		return out.Bytecode
	}
	changed := code(into)
	if changed == code(filepath.Join(sources, "out")) {
		t.Fatalf("nothing of %s was changed", c.name)
	}
	return changed
}
