package contracts_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bardo.run/bardo/contracts"
)

// compiled is what compile.mjs writes.
type compiled struct {
	Contract, Compiler, SourceHash, Bytecode string
	ABI                                      json.RawMessage
}

func TestCompiledContractsAreOfTheseSources(t *testing.T) {
	sources := map[string][]string{
		"Market":             {"Market.sol", "IMarketPool.sol"},
		"IMorphoEvents":      {"IMorphoEvents.sol"},
		"Specimen":           {"Specimen.sol"},
		"IPermit2":           {"IPermit2.sol"},
		"IMulticall3":        {"IMulticall3.sol"},
		"PriceFeed":          {"PriceFeed.sol"},
		"FeedOracle":         {"FeedOracle.sol"},
		"FixedRate":          {"FixedRate.sol"},
		"SwapCounter":        {"SwapCounter.sol"},
		"SanctionsList":      {"SanctionsList.sol"},
		"IDelegationManager": {"IDelegationManager.sol"},
		"IDelegator":         {"IDelegator.sol"},
		"CageOracle":         {"CageOracle.sol"},
		"PolicyCage":         {"PolicyCage.sol", "CageChanges.sol", "CageCaps.sol", "CageTypes.sol", "CageOracle.sol", "Rolling.sol"},
		"CageEnforcer": {
			"CageEnforcer.sol", "CageActions.sol", "ICageReader.sol", "ICaveatEnforcer.sol",
			"PolicyCage.sol", "CageChanges.sol", "CageCaps.sol", "CageTypes.sol", "CageOracle.sol", "Rolling.sol",
		},

		"ActionBook":          {"caveats/ActionBook.sol"},
		"GolemPhase":          {"caveats/GolemPhase.sol", "caveats/Caveat.sol", "caveats/ActionBook.sol"},
		"MortalityTimeWindow": {"caveats/MortalityTimeWindow.sol", "caveats/Caveat.sol"},
		"DreamMode":           {"caveats/DreamMode.sol", "caveats/Caveat.sol"},
		"VaultNAV":            {"caveats/VaultNAV.sol", "caveats/Caveat.sol", "caveats/ActionBook.sol"},
		"ReplicantBudget":     {"caveats/ReplicantBudget.sol", "caveats/Caveat.sol", "caveats/ActionBook.sol"},
		"MaxSlippage":         {"caveats/MaxSlippage.sol", "caveats/Caveat.sol", "caveats/ActionBook.sol"},
		"DailySpendLimit":     {"caveats/DailySpendLimit.sol", "caveats/Caveat.sol", "caveats/ActionBook.sol", "Rolling.sol"},
		"VitalityOracle":      {"caveats/VitalityOracle.sol"},
		"DreamOracle":         {"caveats/DreamOracle.sol"},

		"IdentityRegistry":   {"identity/IdentityRegistry.sol", "identity/AgentToken.sol"},
		"ReputationRegistry": {"identity/ReputationRegistry.sol"},
		"ValidationRegistry": {"identity/ValidationRegistry.sol"},

		"ICageReader": {"ICageReader.sol"},
	}
	readers, err := filepath.Glob(filepath.Join("src", "readers", "*.sol"))
	if err != nil || len(readers) == 0 {
		t.Fatal(readers, err)
	}
	for _, file := range readers {
		name := "readers/" + strings.TrimSuffix(filepath.Base(file), ".sol")
		sources[name] = []string{name + ".sol", "ICageReader.sol"}
	}
	for contract, files := range sources {
		text, err := os.ReadFile(filepath.Join("out", contract+".json"))
		if err != nil {
			t.Fatal(err)
		}
		var c compiled
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatal(err)
		}
		h := sha256.New()
		for _, f := range files {
			src, err := os.ReadFile(filepath.Join("src", f))
			if err != nil {
				t.Fatal(err)
			}
			h.Write([]byte(f + "\x00" + string(src) + "\x00"))
		}
		if got := hex.EncodeToString(h.Sum(nil)); got != c.SourceHash {
			t.Errorf("out/%s.json is of other sources: run contracts/generate.sh", contract)
		}
		if !strings.HasPrefix(c.Compiler, "0.8.37+") || c.Contract != filepath.Base(contract) || len(c.ABI) < 100 {
			t.Errorf("%s: compiler %q, contract %q, abi of %d bytes", contract, c.Compiler, c.Contract, len(c.ABI))
		}
	}
}

func TestEmbeddedMarketCarriesCode(t *testing.T) {
	var c compiled
	if err := json.Unmarshal(contracts.MarketJSON, &c); err != nil {
		t.Fatal(err)
	}
	if code, err := hex.DecodeString(strings.TrimPrefix(c.Bytecode, "0x")); err != nil || len(code) < 1000 {
		t.Fatalf("%d bytes of code, %v", len(code), err)
	}
}

func TestLockFilesCarryNoDownloadAddress(t *testing.T) {
	for _, name := range []string{"package-lock.json", "package.json", ".npmrc", "artifacts.lock"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if found := regexp.MustCompile(`"resolved"|\.tgz|registry\s*=|git\+`).Find(text); found != nil {
			t.Errorf("%s holds %q", name, found)
		}
	}
}
