package watch

import (
	"path/filepath"
	"syscall"
)

// remoteTypes are the file systems (statfs(2), f_type) whose files other machines may change. The kernel
// reports only local changes, so a probe would not notice. FUSE may be local or remote.
var remoteTypes = map[uint32]string{
	0x01021997: "9p",
	0x00006969: "nfs",
	0x0000517b: "smb",
	0xff534d42: "cifs",
	0xfe534d42: "smb2",
	0x65735546: "fuse",
	0x786f4256: "vboxsf",
	0xbacbacbc: "vmhgfs",
	0x7c7c6673: "prl_fs",
	0x5346414f: "afs",
	0x73757245: "coda",
	0x00c36400: "ceph",
	0x0bd00bd0: "lustre",
	0x47504653: "gpfs",
	0x01161970: "gfs2",
	0x7461636f: "ocfs2",
}

// remoteType returns the type of the remote file system of a path, or of the nearest existing folder above.
func remoteType(path string) string {
	for {
		var st syscall.Statfs_t
		if syscall.Statfs(path, &st) == nil {
			return remoteTypes[uint32(st.Type)] // its width differs by machine
		}
		if parent := filepath.Dir(path); parent != path {
			path = parent
			continue
		}
		return ""
	}
}
