package identity_test

import (
	"encoding/hex"
	"fmt"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
)

// ask calls a view of a registry.
func ask[T any](s *stage, at common.Address, data []byte, unpack func([]byte) (T, error)) T {
	s.t.Helper()
	out, err := unpack(s.Ask(at, data))
	if err != nil {
		s.t.Fatalf("%x: %v", data[:4], err)
	}
	return out
}

// The selector was read from the bytecode of the deployed registry by others.
func TestFeedbackHasTheDeployedRegistrysSelector(t *testing.T) {
	got := bind.NewReputationRegistry().PackGiveFeedback(big.NewInt(1), big.NewInt(1), 0, "", "", "", "", [32]byte{})
	if hex.EncodeToString(got[:4]) != "3c036a7e" {
		t.Errorf("selector %x", got[:4])
	}
}

// spec: provisioning §12.2 (ERC-8004 reputation)
func TestClientsSayWhatTheyThinkAndOwnersDoNot(t *testing.T) {
	s := raise(t)
	id, b := s.register("", s.record()), bind.NewReputationRegistry()
	at := s.create("ReputationRegistry", common.LeftPadBytes(s.registry.Address[:], 32))
	says := func(value int64, decimals uint8, tag string) []byte {
		return b.PackGiveFeedback(id, big.NewInt(value), decimals, tag, "week", "https://golem.example", "", [32]byte{})
	}
	s.tells(s.owner, at, says(100, 0, "yield"), false)
	s.tells(s.stranger, at, b.PackGiveFeedback(big.NewInt(99), big.NewInt(1), 0, "", "", "", "", [32]byte{}), false)
	s.tells(s.stranger, at, says(1, 19, "yield"), false)
	r := s.tells(s.stranger, at, says(80, 0, "yield"), true)
	if e, err := b.UnpackNewFeedbackEvent(r.Logs[0]); err != nil || e.FeedbackIndex != 1 || e.Value.Int64() != 80 || e.Tag1 != "yield" || e.Endpoint != "https://golem.example" {
		t.Errorf("%+v, %v", e, err)
	}
	s.tells(s.stranger, at, says(-1_050, 2, "uptime"), true)
	s.tells(s.golem, at, says(9_100, 2, "yield"), true)

	who := []common.Address{address(s.stranger), address(s.golem)}
	for name, c := range map[string]struct {
		from []common.Address
		tag  string
		want string
	}{
		"both":       {who, "", "3 5350 2"}, // 80, -10.5 and 91 make 53.50
		"one tag":    {who, "yield", "2 85 0"},
		"one client": {who[1:], "", "1 9100 2"},
		"no such":    {who, "speed", "0 0 0"},
	} {
		got := ask(s, at, b.PackGetSummary(id, c.from, c.tag, ""), b.UnpackGetSummary)
		if text := fmt.Sprint(got.Count, got.SummaryValue, got.SummaryValueDecimals); text != c.want {
			t.Errorf("%s: %s, want %s", name, text, c.want)
		}
	}
	s.tells(s.stranger, at, b.PackGetSummary(id, nil, "", ""), false) // whom does one believe?

	s.tells(s.golem, at, b.PackRevokeFeedback(id, 2), false)
	s.tells(s.stranger, at, b.PackRevokeFeedback(id, 2), true)
	s.tells(s.stranger, at, b.PackRevokeFeedback(id, 2), false)
	if f := ask(s, at, b.PackReadFeedback(id, who[0], 2), b.UnpackReadFeedback); !f.IsRevoked || f.Value.Int64() != -1_050 || f.ValueDecimals != 2 || f.Tag1 != "uptime" || f.Tag2 != "week" {
		t.Errorf("%+v", f)
	}
	for revoked, want := range map[bool]string{false: "[80 9100] [1 1] [false false]", true: "[80 -1050 9100] [1 2 1] [false true false]"} {
		all := ask(s, at, b.PackReadAllFeedback(id, nil, "", "", revoked), b.UnpackReadAllFeedback)
		if got := fmt.Sprint(all.Values, all.FeedbackIndexes, all.RevokedStatuses); got != want || len(all.Clients) != len(all.Tag1s) {
			t.Errorf("with revoked ones %v: %s, want %s", revoked, got, want)
		}
	}
	if n := ask(s, at, b.PackGetLastIndex(id, who[0]), b.UnpackGetLastIndex); n != 2 {
		t.Errorf("last index %d", n)
	}
}

func TestAResponseIsCountedByWhoGivesIt(t *testing.T) {
	s := raise(t)
	id, b := s.register("", s.record()), bind.NewReputationRegistry()
	at := s.create("ReputationRegistry", common.LeftPadBytes(s.registry.Address[:], 32))
	client, owner := address(s.stranger), address(s.owner)
	answer := func(index uint64) []byte {
		return b.PackAppendResponse(id, client, index, "https://answer.example", [32]byte{})
	}
	s.tells(s.owner, at, answer(1), false)
	for range 2 {
		s.tells(s.stranger, at, b.PackGiveFeedback(id, big.NewInt(1), 0, "", "", "", "", [32]byte{}), true)
	}
	s.tells(s.owner, at, answer(1), true)
	s.tells(s.owner, at, answer(2), true)
	s.tells(s.golem, at, answer(2), true)
	for _, c := range []struct {
		client common.Address
		index  uint64
		by     []common.Address
		want   uint64
	}{
		{common.Address{}, 0, nil, 3},
		{client, 0, nil, 3},
		{client, 2, nil, 2},
		{client, 0, []common.Address{owner}, 2},
		{client, 1, []common.Address{address(s.golem)}, 0},
		{owner, 0, nil, 0},
	} {
		if got := ask(s, at, b.PackGetResponseCount(id, c.client, c.index, c.by), b.UnpackGetResponseCount); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// spec: provisioning §12.2 (ERC-8004 validation)
func TestOnlyTheValidatorWhoWasAskedAnswers(t *testing.T) {
	s := raise(t)
	id, b := s.register("", s.record()), bind.NewValidationRegistry()
	at := s.create("ValidationRegistry", common.LeftPadBytes(s.registry.Address[:], 32))
	first, second, validator := [32]byte{1}, [32]byte{2}, address(s.golem)
	s.tells(s.stranger, at, b.PackValidationRequest(validator, id, "", first), false)
	s.tells(s.owner, at, b.PackValidationRequest(common.Address{}, id, "", first), false)
	s.tells(s.owner, at, b.PackValidationRequest(validator, id, "https://job.example", first), true)
	s.tells(s.owner, at, b.PackValidationRequest(address(s.stranger), id, "", first), false)
	s.tells(s.owner, at, b.PackValidationRequest(validator, id, "", second), true)
	reply := func(hash [32]byte, score uint8) []byte {
		return b.PackValidationResponse(hash, score, "", [32]byte{9}, "replay")
	}
	s.tells(s.stranger, at, reply(first, 100), false)
	s.tells(s.golem, at, reply([32]byte{3}, 100), false)
	s.tells(s.golem, at, reply(first, 101), false)

	summary := func(by []common.Address, tag string) string {
		got := ask(s, at, b.PackGetSummary(id, by, tag), b.UnpackGetSummary)
		return fmt.Sprint(got.Count, got.AverageResponse)
	}
	if got := summary(nil, ""); got != "0 0" {
		t.Errorf("before any answer: %s", got)
	}
	s.tells(s.golem, at, reply(first, 40), true)
	s.tells(s.golem, at, reply(first, 100), true) // a later answer takes the place of an earlier one
	s.tells(s.golem, at, reply(second, 0), true)
	for want, got := range map[string]string{
		"2 50": summary(nil, "replay"), "0 0": summary([]common.Address{address(s.stranger)}, ""),
	} {
		if got != want {
			t.Errorf("summary %s, want %s", got, want)
		}
	}
	if got := summary([]common.Address{validator}, ""); got != "2 50" {
		t.Errorf("of the validator: %s", got)
	}
	status := ask(s, at, b.PackGetValidationStatus(first), b.UnpackGetValidationStatus)
	if status.ValidatorAddress != validator || status.AgentId.Cmp(id) != 0 || status.Response != 100 || status.Tag != "replay" || status.ResponseHash != [32]byte{9} {
		t.Errorf("%+v", status)
	}
	for _, got := range [][][32]byte{
		ask(s, at, b.PackGetAgentValidations(id), b.UnpackGetAgentValidations), ask(s, at, b.PackGetValidatorRequests(validator), b.UnpackGetValidatorRequests),
	} {
		if len(got) != 2 || got[0] != first || got[1] != second {
			t.Errorf("requests %x", got)
		}
	}
}
