package artifact

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func lockOfTwo() Lock {
	return Lock{Packages: []Package{{Keep: []Keep{
		{File: "A.json", Kind: KindJSON, SHA256: fileSum([]byte(`{"name":"A","creation":"0x00"}`))},
		{File: "L", Kind: KindCopy, SHA256: fileSum([]byte("free"))},
	}}}}
}

func put(t *testing.T, dir, name, body string) {
	t.Helper()
	check(t, os.WriteFile(filepath.Join(dir, name), []byte(body), 0o644))
}

func TestOpenTellsMissingFromAltered(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "A.json", `{"name":"A","creation":"0x01"}`)
	_, err := open(lockOfTwo(), dir)
	var bad *UnusableError
	if !errors.As(err, &bad) || !slices.Equal(bad.Altered, []string{"A.json"}) || !slices.Equal(bad.Missing, []string{"L"}) {
		t.Fatalf("got %+v", err)
	}
	put(t, dir, "A.json", `{"name":"A","creation":"0x00"}`)
	put(t, dir, "L", "free")
	s, err := open(lockOfTwo(), dir)
	check(t, err)
	if c, err := s.Contract("A"); err != nil || c.Name != "A" {
		t.Fatalf("%+v, %v", c, err)
	}
	if _, err := s.Contract("B"); err == nil {
		t.Fatal("a contract that is not there was found")
	}
}

func TestFindTakesTheFirstWholeFolder(t *testing.T) {
	empty, altered, whole := t.TempDir(), t.TempDir(), t.TempDir()
	put(t, altered, "A.json", "{}")
	put(t, whole, "A.json", `{"name":"A","creation":"0x00"}`)
	put(t, whole, "L", "free")
	s, err := find(lockOfTwo(), []string{empty, altered, whole})
	if err != nil || s.Dir() != whole {
		t.Fatalf("%v", err)
	}
}

func TestFindSaysWhatIsMissingWhereAndWhatToDo(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(Env, dir)
	_, err := Find()
	var bad *UnusableError
	if !errors.As(err, &bad) {
		t.Fatalf("got %v", err)
	}
	for _, want := range []string{
		"contract artifacts are missing: UniswapV3Factory.json, UniswapV3Pool.json",
		"and 18 more", "looked in " + dir, "`bardo artifacts fetch`", "`make setup`", Env,
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q lacks %q", err, want)
		}
	}
	put(t, dir, "WETH9.json", "{}")
	if _, err = Find(); !strings.Contains(err.Error(), "altered (WETH9.json) and missing (") {
		t.Errorf("got %v", err)
	}
}

func TestFindTakesAFileInPlaceOfTheFolderForAnEmptyOne(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "file", "")
	t.Setenv(Env, filepath.Join(dir, "file"))
	_, err := Find()
	var bad *UnusableError
	if !errors.As(err, &bad) || len(bad.Missing) == 0 {
		t.Fatal(err)
	}
}

func TestHomeAndPlacesFollowTheEnvironment(t *testing.T) {
	t.Setenv(Env, "/somewhere")
	if got := Places(); !slices.Equal(got, []string{"/somewhere"}) || Home() != "/somewhere" {
		t.Fatalf("%v, %s", got, Home())
	}
	t.Setenv(Env, "")
	if home := Home(); !strings.HasSuffix(home, filepath.Join("contracts", "artifacts")) {
		t.Fatalf("in a checkout: %s", home)
	}
	if !slices.Contains(Places(), Home()) {
		t.Fatal("what is fetched is not looked for")
	}
}

func TestAssetsAreHandedOutAsTheyAre(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "A.json", `{"name":"A","creation":"0x00"}`)
	put(t, dir, "L", "free")
	s, err := open(lockOfTwo(), dir)
	check(t, err)
	text, err := s.Asset("L")
	if err != nil || string(text) != "free" {
		t.Fatalf("%q, %v", text, err)
	}
	text[0] = 'F'
	if again, _ := s.Asset("L"); string(again) != "free" {
		t.Fatal("a caller changed the set")
	}
	if _, err := s.Asset("A.json"); err == nil {
		t.Fatal("a contract was handed out as an asset")
	}
}

// A program that is installed anywhere finds what lies beside it; that of a checkout finds
// the checkout's from every working directory.
func TestPlacesAreBesideTheProgramWhereverItRuns(t *testing.T) {
	t.Setenv(Env, "")
	t.Chdir(t.TempDir())
	bin, ok := executable()
	if !ok {
		t.Fatal("this program has no folder")
	}
	got := Places()
	if want := []string{filepath.Join(bin, "artifacts"), filepath.Join(filepath.Dir(bin), "share", "bardo", "artifacts")}; !slices.Equal(got[:2], want) {
		t.Errorf("%q, want %q first", got, want)
	}
	tree := t.TempDir()
	check(t, os.MkdirAll(filepath.Join(tree, "contracts", "gen"), 0o755))
	put(t, filepath.Join(tree, "contracts"), "artifacts.lock", "")
	t.Chdir(filepath.Join(tree, "contracts", "gen"))
	if home := Home(); home != filepath.Join(tree, "contracts", "artifacts") || Places()[len(got)] != home {
		t.Errorf("home %s, places %q", home, Places())
	}
}

// check ends the test at an error.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
