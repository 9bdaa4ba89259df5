// Package faultfs is a disk for tests that fails at the n-th operation: once, as
// a full disk does, or for good, as a killed process sees it.
package faultfs

import (
	"errors"
	"io/fs"

	"bardo.run/bardo/internal/atomicfile"
)

// ErrFault is the error of an operation that was made to fail.
var ErrFault = errors.New("faultfs: injected fault")

// FS counts the operations on the disk below and makes one of them fail. It
// belongs to one goroutine.
type FS struct {
	// Below is the disk that operations go to.
	Below atomicfile.FS
	// FailAt is the number of the operation that fails, from 1; 0 for none.
	FailAt int
	// Crash makes every later operation fail too, clean-up included.
	Crash bool

	count int
}

var _ atomicfile.FS = (*FS)(nil)

// Operations returns how many operations were attempted.
func (f *FS) Operations() int { return f.count }

// step counts an operation and says whether it fails.
func (f *FS) step() error {
	f.count++
	if f.FailAt > 0 && (f.count == f.FailAt || f.Crash && f.count > f.FailAt) {
		return ErrFault
	}
	return nil
}

// CreateTemp implements atomicfile.FS.
func (f *FS) CreateTemp(dir, pattern string) (atomicfile.File, error) {
	if err := f.step(); err != nil {
		return nil, err
	}
	below, err := f.Below.CreateTemp(dir, pattern)
	if err != nil {
		return nil, err
	}
	return &file{below, f}, nil
}

// Rename implements atomicfile.FS.
func (f *FS) Rename(from, to string) error {
	if err := f.step(); err != nil {
		return err
	}
	return f.Below.Rename(from, to)
}

// SyncDir implements atomicfile.FS.
func (f *FS) SyncDir(dir string) error {
	if err := f.step(); err != nil {
		return err
	}
	return f.Below.SyncDir(dir)
}

// Remove implements atomicfile.FS.
func (f *FS) Remove(path string) error {
	if err := f.step(); err != nil {
		return err
	}
	return f.Below.Remove(path)
}

type file struct {
	atomicfile.File
	fs *FS
}

func (f *file) Chmod(perm fs.FileMode) error {
	if err := f.fs.step(); err != nil {
		return err
	}
	return f.File.Chmod(perm)
}

// Write fails half-way, as a full disk does.
func (f *file) Write(data []byte) (int, error) {
	if fault := f.fs.step(); fault != nil {
		n, err := f.File.Write(data[:len(data)/2])
		return n, errors.Join(fault, err)
	}
	return f.File.Write(data)
}

func (f *file) Sync() error {
	if err := f.fs.step(); err != nil {
		return err
	}
	return f.File.Sync()
}

// Close closes the file below in any case, so that a test leaks no descriptor.
func (f *file) Close() error { return errors.Join(f.fs.step(), f.File.Close()) }
