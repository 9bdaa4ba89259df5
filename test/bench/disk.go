package main

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
)

// diskOf measures what a folder of the life takes on disk for each day that was lived.
func diskOf(folder string) func(context.Context, *lab) (figure, error) {
	return func(ctx context.Context, l *lab) (figure, error) {
		life := l.lived(ctx)
		if life.err != nil {
			return figure{}, life.err
		}
		bytes, files, err := measured(filepath.Join(life.dir, folder))
		return figure{float64(bytes) / 1e6 / life.days, fmt.Sprintf("%d files after %g days, the last segment plain", files, life.days)}, err
	}
}

// measured is how much lies in a folder.
func measured(dir string) (bytes int64, files int, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		bytes, files = bytes+info.Size(), files+1
		return nil
	})
	return bytes, files, err
}
