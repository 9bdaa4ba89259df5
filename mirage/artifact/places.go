package artifact

import (
	"os"
	"path/filepath"
)

// Places lists the folders where artifacts are looked for, in order: only
// $BARDO_ARTIFACTS when it is set; else the folder beside the executable, the
// user's cache, and the checkout that the working directory lies in.
func Places() []string {
	if dir := os.Getenv(Env); dir != "" {
		return []string{dir}
	}
	var dirs []string
	if exe, err := os.Executable(); err == nil {
		dirs = append(dirs, filepath.Join(filepath.Dir(exe), "artifacts"))
	}
	if dir, ok := cache(); ok {
		dirs = append(dirs, dir)
	}
	if dir, ok := checkout(); ok {
		dirs = append(dirs, dir)
	}
	return dirs
}

// Home is the folder that a fetch fills when the owner names none:
// $BARDO_ARTIFACTS, else the checkout's contracts/artifacts, else the user's
// cache. It is empty where none of these exists.
func Home() string {
	if dir := os.Getenv(Env); dir != "" {
		return dir
	}
	if dir, ok := checkout(); ok {
		return dir
	}
	dir, _ := cache()
	return dir
}

func cache() (string, bool) {
	dir, err := os.UserCacheDir()
	return filepath.Join(dir, "bardo", "artifacts"), err == nil
}

// checkout finds contracts/artifacts of the source tree around the working
// directory: the folder that has our lock beside it.
func checkout() (string, bool) {
	dir, err := os.Getwd()
	if err != nil {
		return "", false
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "contracts", "artifacts.lock")); err == nil {
			return filepath.Join(dir, "contracts", "artifacts"), true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", false
		}
		dir = up
	}
}
