package artifact

import (
	"os"
	"path/filepath"
	"slices"
)

// Places lists the folders where artifacts are looked for, in order: only
// $BARDO_ARTIFACTS when it is set; else artifacts beside the executable,
// share/bardo/artifacts beside the executable's folder, the user's cache, and
// contracts/artifacts of the checkout that the working directory or the executable lies in.
func Places() []string {
	if dir := os.Getenv(Env); dir != "" {
		return []string{dir}
	}
	var dirs []string
	if bin, ok := executable(); ok {
		dirs = append(dirs, filepath.Join(bin, "artifacts"), filepath.Join(bin, "..", "share", "bardo", "artifacts"))
	}
	if dir, ok := cache(); ok {
		dirs = append(dirs, dir)
	}
	return slices.Concat(dirs, checkouts())
}

// Home is the folder that a fetch fills when the owner names none:
// $BARDO_ARTIFACTS, else the checkout's contracts/artifacts, else the user's
// cache. It is empty where none of these exists.
func Home() string {
	if dir := os.Getenv(Env); dir != "" {
		return dir
	}
	if dirs := checkouts(); len(dirs) > 0 {
		return dirs[0]
	}
	dir, _ := cache()
	return dir
}

func cache() (string, bool) {
	dir, err := os.UserCacheDir()
	return filepath.Join(dir, "bardo", "artifacts"), err == nil
}

// executable is the folder of this program, links to it followed.
func executable() (string, bool) {
	path, err := os.Executable()
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	return filepath.Dir(path), err == nil
}

// checkouts finds contracts/artifacts of the source trees around the working directory and
// the executable: the folders that have our lock beside them.
func checkouts() (found []string) {
	var from []string
	if dir, err := os.Getwd(); err == nil {
		from = append(from, dir)
	}
	if dir, ok := executable(); ok {
		from = append(from, dir)
	}
	for _, dir := range from {
		for {
			tree := filepath.Join(dir, "contracts", "artifacts")
			if _, err := os.Stat(filepath.Join(dir, "contracts", "artifacts.lock")); err == nil && !slices.Contains(found, tree) {
				found = append(found, tree)
				break
			}
			up := filepath.Dir(dir)
			if up == dir {
				break
			}
			dir = up
		}
	}
	return found
}
