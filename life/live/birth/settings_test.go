package birth

import (
	"os"
	"strings"
	"testing"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/internal/money"
)

func TestTheConfigurationIsNamedByItsValues(t *testing.T) {
	a, b := Terms{Config: config.Default()}, Terms{Config: config.Default()}
	a.Config.Safety.SpendingLimits.PerDay = config.USD(200 * money.One)
	b.Config.Safety.SpendingLimits.PerDay = config.USD(900_000 * money.One)
	if a.ConfigHash() == b.ConfigHash() {
		t.Error("200 and 900,000 USDC a day are the same configuration")
	}
}

// spec: runtime §11.1
func TestASecretDoesNotStayInTheEnvironment(t *testing.T) {
	t.Setenv("GOLEM_PRIVATE_KEY", strings.Repeat("1", 64))
	c, err := Settings("")
	if err != nil || !c.Custody.LocalKey.PrivateKey.Present() {
		t.Fatalf("the key was not read: %v", err)
	}
	c.Custody.LocalKey.PrivateKey.Release()
	if _, still := os.LookupEnv("GOLEM_PRIVATE_KEY"); still {
		t.Error("the key is still in the environment")
	}
}
