// Package seglog is an append-only log of frames in segment files.
//
// A log is a folder: 000001.seg, 000002.seg, … and a small file named head. A
// segment starts with a header (the number of its first frame and the chain's
// hash before it); each frame is its length, a CRC-32C and the payload, and in
// a chained log also the SHA-256 over the previous hash and the payload.
//
// It promises: what Sync acknowledged is there after a crash; a frame is read
// whole and intact or not at all; Append either appended the frame or nothing,
// so a full disk loses nothing and the call may be repeated. The head file
// notes how much was synced. Behind that mark a broken end is the torn tail of
// a crash and is cut at Open; a fault before it is a *Damage that names file,
// frame and offset, and is never repaired.
//
// One handle writes at a time; the system keeps others out, in this process and in
// others (not on Windows). What a caller counts in memory, such as a cap on what is spent,
// must not depend on who opened the folder how. Any number may read meanwhile.
//
// A segment that no longer grows is packed with Zstandard under its name: chain, checksums and
// the offsets in messages stay those of what it holds, and a CRC-32C guards the packed bytes.
//
// It never interprets a payload and never decides when to sync or to begin a
// new segment. A Log belongs to one goroutine.
package seglog
