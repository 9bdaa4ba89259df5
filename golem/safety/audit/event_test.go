package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/holiman/uint256"
)

// digits is a hash that begins with a byte, as a record writes it.
func digits(first string) string { return first + strings.Repeat("0", 62) }

// spec: safety §12.1, §12.2 — what each record tells an owner, to the byte, and which of them
// are on the disk before anything goes on. A field that is missing, or another's, is a chain
// that nobody can hold anybody to.
func TestEveryEventTellsItsFields(t *testing.T) {
	tx, params, result, from, to := Hash{0xab}, Hash{1}, Hash{2}, Hash{3}, Hash{4}
	for _, c := range []struct {
		e       Event
		lasting bool
		want    string
	}{
		{ToolCall("preview_action", params, result, "", ""), false, `{"params_hash":"` + digits("01") + `","result_hash":"` + digits("02") + `","tool":"preview_action","type":"ToolCall"}`},
		{ToolCall("commit_action", params, result, "permit:4.1", "PERMIT_EXPIRED"), false, `{"params_hash":"` + digits("01") + `","permit_id":"permit:4.1","refused":"PERMIT_EXPIRED","result_hash":"` + digits("02") + `","tool":"commit_action","type":"ToolCall"}`},
		{Transaction("permit:4.1", tx, 5_000_001, "executed"), true, `{"permit_id":"permit:4.1","status":"executed","tx_hash":"0x` + digits("ab") + `","type":"Transaction","value":5000001}`},
		{Transaction("", tx, -3, "reorged"), true, `{"status":"reorged","tx_hash":"0x` + digits("ab") + `","type":"Transaction","value":-3}`},
		{PermitCreated("permit:4.1", "swap", 7), false, `{"action":"swap","permit_id":"permit:4.1","type":"PermitCreated","value_limit":7}`},
		{PermitTransition("permit:4.1", "cancelled", "steer"), false, `{"from":"created","permit_id":"permit:4.1","reason":"steer","to":"cancelled","type":"PermitTransition"}`},
		{PermitTransition("permit:4.1", "committed", ""), false, `{"from":"created","permit_id":"permit:4.1","to":"committed","type":"PermitTransition"}`},
		{CapabilityMinted("permit:4.1", "swap", 8, 1<<63, to), false, `{"action":"swap","expires_at":9223372036854775808,"permit_id":"permit:4.1","policy_hash":"` + digits("04") + `","type":"CapabilityMinted","value_limit":8}`},
		{PermitConsumed("permit:4.1", "CAPABILITY_SPENT"), false, `{"permit_id":"permit:4.1","refused":"CAPABILITY_SPENT","type":"PermitConsumed"}`},
		{PolicyCageCheck(""), false, `{"constraint":"","passed":true,"type":"PolicyCageCheck"}`},
		{PolicyCageCheck("SAFETY_RATE_LIMIT"), false, `{"constraint":"SAFETY_RATE_LIMIT","passed":false,"type":"PolicyCageCheck"}`},
		{PolicyChanged(from, to), false, `{"from":"` + digits("03") + `","to":"` + digits("04") + `","type":"PolicyChanged"}`},
		{Intervention("order", "critical"), false, `{"severity":"critical","source":"order","type":"InterventionReceived"}`},
		{PhaseTransition("active", "terminal"), false, `{"from":"active","to":"terminal","type":"PhaseTransition"}`},
		{DeathInitiated("owner_kill"), true, `{"cause":"owner_kill","type":"DeathInitiated"}`},
		{TaintViolationBlocked("secret", "model prompt"), false, `{"label":"secret","sink":"model_prompt","type":"TaintViolationBlocked"}`},
		{SessionKey("granted", "age", "0x01", "0x02"), true, `{"key":"0x01","next":"0x02","reason":"age","step":"granted","type":"SessionKey"}`},
		{SessionKey("triggered", "age", "0x01", ""), true, `{"key":"0x01","reason":"age","step":"triggered","type":"SessionKey"}`},
		{Difference("theft", "native", new(uint256.Int).SetAllOne(), 1<<63), true, `{"asset":"native","block_number":9223372036854775808,"kind":"theft","type":"BalanceDifference","units":"115792089237316195423570985008687907853269984665640564039457584007913129639935"}`},
	} {
		var l list
		var lasting []bool
		trail := NewTrail(keeper(func(r Record, last bool) error {
			lasting = append(lasting, last)
			return l.Append(r, last)
		}))
		if err := trail.Note(1, 1, c.e); err != nil || string(l[0].Event) != c.want || lasting[0] != c.lasting {
			t.Errorf("%v, lasting %v:\n got %s\nwant %s", err, lasting[0], l[0].Event, c.want)
		}
	}
}

// keeper is a function that takes records.
type keeper func(r Record, lasting bool) error

func (k keeper) Append(r Record, lasting bool) error { return k(r, lasting) }

// spec: safety §1.4 S-3 — what is longer than a name of ours, or has another letter, may be a
// secret: it stands there as its hash.
func TestOnlyAPlainWordStandsInARecord(t *testing.T) {
	long := strings.Repeat("a", 48)
	for text, plain := range map[string]bool{
		"": true, "permit:1.2": true, "0xAb/c_d#e-f": true, long: true, long + "a": false,
		"two words": false, "é": false, "a\n": false, "<b>": false, `"`: false, "sk=1": false,
	} {
		sum := sha256.Sum256([]byte(text))
		want := "sha256:" + hex.EncodeToString(sum[:])
		if plain {
			want = text
		}
		if got := word(text); got != want {
			t.Errorf("%q stands there as %q, want %q", text, got, want)
		}
	}
}
