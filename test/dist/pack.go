package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"io"
	"path"
	"time"
)

// file is one of an archive.
type file struct {
	name string // below the archive's folder, with slashes
	body []byte
	mode int64
}

// tarball writes files in their order below a folder. Nothing of the machine is in it: no
// owner, no time but the commit's.
func tarball(out io.Writer, top string, files []file, at time.Time) error {
	z, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return err
	}
	w := tar.NewWriter(z)
	for _, f := range files {
		err := w.WriteHeader(&tar.Header{Name: path.Join(top, f.name), Mode: f.mode, Size: int64(len(f.body)), ModTime: at, Typeflag: tar.TypeReg, Format: tar.FormatPAX})
		if err != nil {
			return err
		}
		if _, err := w.Write(f.body); err != nil {
			return err
		}
	}
	return errors.Join(w.Close(), z.Close())
}

// zipped is tarball for systems without tar.
func zipped(out io.Writer, top string, files []file, at time.Time) error {
	w := zip.NewWriter(out)
	for _, f := range files {
		h := &zip.FileHeader{Name: path.Join(top, f.name), Method: zip.Deflate, Modified: at}
		h.SetMode(0o644)
		body, err := w.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := body.Write(f.body); err != nil {
			return err
		}
	}
	return w.Close()
}
