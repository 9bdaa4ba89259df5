package golem

import (
	"net"
	"strings"
	"testing"
)

func TestTheDoctorNoticesThatItsPortIsTaken(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	d := &doctor{life: &life{}}
	d.port()
	if len(d.found) != 0 {
		t.Errorf("without a port: %+v", d.found)
	}
	d.life.config.Surfaces.Bind, d.life.config.Surfaces.Port = "127.0.0.1", uint16(taken.Addr().(*net.TCPAddr).Port)
	d.port()
	if err := taken.Close(); err != nil {
		t.Fatal(err)
	}
	d.port()
	if len(d.found) != 2 || d.found[0].State != "warn" || !strings.Contains(d.found[0].Next, "surfaces.port") || d.found[1].State != "ok" {
		t.Errorf("taken, then free: %+v", d.found)
	}
}
