package loopback

import "testing"

func TestOnlyThisMachineIsNamed(t *testing.T) {
	for host, want := range map[string]bool{
		"127.0.0.1": true, "127.0.0.1:80": true, "127.9.9.9:1": true, "localhost": true, "LOCALHOST:8080": true, "[::1]:80": true, "::1": true,
		"": false, "golem.example": false, "127.0.0.1.golem.example:80": false, "localhost.example": false, "10.0.0.1:80": false, "0.0.0.0": false, "[::]:80": false, "2130706433": false,
	} {
		if Names(host) != want {
			t.Errorf("%q: %v", host, !want)
		}
	}
}
