package grant

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"
)

// Beside says what another grant of the account, of the same kind, lets its key do beside the
// wish, whose contracts stand at the given places. more says that it comes on top of what the
// wish alone lets be lost: contracts that keep the sums of the account keep them for both. Of
// which tokens and pools the other is, its file does not say.
//
// spec: provisioning §8.6, DESIGN §12.29
func (w Wish) Beside(at Standing, other Grant) (said string, more bool) {
	own := ""
	if other.Key() != w.Key {
		own = " but what its key itself holds"
	}
	limit, enforcer, counted := other.daily()
	same := counted && enforcer == at.Daily
	switch {
	case other.Cage != common.Address{} && other.Cage == at.Cage:
		return "it shares the limits and sums of the account's cage, and nothing more is lost through it" + own +
			", unless it is for other tokens or pools: what it sells of those beyond the day's limit comes on top", own != ""
	case other.Cage != common.Address{}:
		return fmt.Sprintf("what its cage %s lets be lost comes on top", other.Cage), true
	case same && limit <= w.Daily:
		return "it counts on the same sum of a day, and nothing more is spent through it" + own, own != ""
	case same:
		return fmt.Sprintf("it lets the same sum of a day come to %s USD, and not to %s", Dollars(limit), Dollars(w.Daily)), true
	case counted:
		return fmt.Sprintf("the %s USD a day that it lets be spent, at any price, come on top", Dollars(limit)), true
	}
	return "what it allows comes on top", true
}
