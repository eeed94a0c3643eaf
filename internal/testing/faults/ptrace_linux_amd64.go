package faults

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// Run runs a program to its end and makes the call of a fault fail; a nil fault only traces. Child processes
// are not traced.
func Run(c Command, f *Fault) (Report, error) {
	runtime.LockOSThread() // ptrace must be called from the thread that traces the program
	defer runtime.UnlockOSThread()
	p, err := os.StartProcess(c.Program, c.Args, &os.ProcAttr{
		Dir: c.Root, Env: c.Env, Files: []*os.File{nil, c.Output, c.Output},
		Sys: &syscall.SysProcAttr{Ptrace: true, Setpgid: true},
	})
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSYS) {
		return Report{}, ErrUnsupported
	}
	if err != nil {
		return Report{}, err
	}
	t := &tracer{cmd: c, fault: f, main: p.Pid, threads: map[int]*thread{}, seen: map[Call]int{}}
	if err := t.run(); err != nil {
		p.Kill()
		return Report{}, fmt.Errorf("trace %s: %w", c.Program, err)
	}
	return t.report, nil
}

// tracer traces one program.
type tracer struct {
	cmd     Command
	fault   *Fault
	main    int
	memory  *os.File // of the program
	threads map[int]*thread
	seen    map[Call]int // how often a call came, without its number
	report  Report
}

// thread is one thread of the program.
type thread struct {
	inside  bool // between the beginning and the end of a call
	failing bool // the call that it is in is to fail
}

// Constants of ptrace(2) and waitpid(2) that package syscall lacks.
const (
	traceExitKill = 0x100000
	waitNoThread  = 0x20000000
	callStop      = syscall.SIGTRAP | 0x80
)

func (t *tracer) run() error {
	var ws syscall.WaitStatus
	if _, err := syscall.Wait4(t.main, &ws, 0, nil); err != nil {
		return err
	}
	if err := syscall.PtraceSetOptions(t.main,
		syscall.PTRACE_O_TRACESYSGOOD|syscall.PTRACE_O_TRACECLONE|traceExitKill); err != nil {
		return err
	}
	var err error
	if t.memory, err = os.Open(fmt.Sprintf("/proc/%d/mem", t.main)); err != nil {
		return err
	}
	defer t.memory.Close()
	t.threads[t.main] = &thread{}
	if err := syscall.PtraceSyscall(t.main, 0); err != nil {
		return err
	}
	for { // of its process group, because this thread may have started other programs
		pid, err := syscall.Wait4(-t.main, &ws, syscall.WALL|waitNoThread, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case err != nil:
			return err
		case ws.Exited() || ws.Signaled():
			delete(t.threads, pid)
			if pid != t.main {
				continue
			}
			if t.report.Status = ws.ExitStatus(); ws.Signaled() {
				t.report.Status = 128 + int(ws.Signal())
			}
			return nil
		case ws.Stopped():
			sig, err := t.stopped(pid, ws)
			if err == nil {
				err = syscall.PtraceSyscall(pid, sig)
			}
			if err != nil && !errors.Is(err, syscall.ESRCH) { // killed meanwhile
				return err
			}
		}
	}
}

// stopped handles a thread that stopped, and returns the signal to continue with.
func (t *tracer) stopped(pid int, ws syscall.WaitStatus) (signal int, err error) {
	th := t.threads[pid]
	if th == nil { // a new one, which begins with SIGSTOP
		th = &thread{}
		t.threads[pid] = th
		if ws.StopSignal() == syscall.SIGSTOP {
			return 0, nil
		}
	}
	switch ws.StopSignal() {
	case callStop:
		th.inside = !th.inside
		if th.inside {
			return 0, t.enter(pid, th)
		}
		return 0, t.leave(pid, th)
	case syscall.SIGTRAP:
		return 0, nil // a thread was made
	}
	return int(ws.StopSignal()), nil
}

// enter handles the beginning of a call.
func (t *tracer) enter(pid int, th *thread) error {
	var regs syscall.PtraceRegs
	if err := syscall.PtraceGetRegs(pid, &regs); err != nil {
		return err
	}
	op := ops[regs.Orig_rax]
	if op.name == "" {
		return nil
	}
	path := t.path(pid, op, &regs)
	if path == "" {
		return nil
	}
	call := Call{Op: op.name, Path: path}
	t.seen[call]++
	call.N = t.seen[call]
	t.report.Calls = append(t.report.Calls, call)
	if t.fault == nil || t.fault.Call != call && !(t.fault.Last && t.report.Hit && t.fault.Op == call.Op) {
		return nil
	}
	t.report.Hit, th.failing = true, true
	if op.name == "close" {
		return nil // made all the same
	}
	regs.Orig_rax = ^uint64(0)
	return syscall.PtraceSetRegs(pid, &regs)
}

// leave sets the result of a call that must fail.
func (t *tracer) leave(pid int, th *thread) error {
	if !th.failing {
		return nil
	}
	th.failing = false
	var regs syscall.PtraceRegs
	if err := syscall.PtraceGetRegs(pid, &regs); err != nil {
		return err
	}
	regs.Rax = -uint64(t.fault.Err)
	return syscall.PtraceSetRegs(pid, &regs)
}

// op describes a system call and which of its arguments give the file.
type op struct {
	name string
	dir  int // argument with the folder of a name, from 1; 0 if the call is about an open file
	at   int // argument that is the name, or the open file
}

// ops are the file calls of the Go runtime on Linux, by number.
var ops = map[uint64]op{
	syscall.SYS_READ:       {"read", 0, 1},
	syscall.SYS_PREAD64:    {"read", 0, 1},
	syscall.SYS_WRITE:      {"write", 0, 1},
	syscall.SYS_PWRITE64:   {"write", 0, 1},
	syscall.SYS_FTRUNCATE:  {"truncate", 0, 1},
	syscall.SYS_CLOSE:      {"close", 0, 1},
	syscall.SYS_FSTAT:      {"stat", 0, 1},
	syscall.SYS_GETDENTS64: {"readdir", 0, 1},
	syscall.SYS_FSYNC:      {"sync", 0, 1},
	syscall.SYS_FDATASYNC:  {"sync", 0, 1},
	syscall.SYS_FLOCK:      {"lock", 0, 1},
	syscall.SYS_FCHMOD:     {"chmod", 0, 1},
	syscall.SYS_OPENAT:     {"open", 1, 2},
	syscall.SYS_NEWFSTATAT: {"stat", 1, 2},
	syscall.SYS_MKDIRAT:    {"mkdir", 1, 2},
	syscall.SYS_UNLINKAT:   {"unlink", 1, 2},
	syscall.SYS_READLINKAT: {"readlink", 1, 2},
	syscall.SYS_FCHMODAT:   {"chmod", 1, 2},
	syscall.SYS_RENAMEAT:   {"rename", 3, 4},
	316:                    {"rename", 3, 4}, // renameat2
	326:                    {"write", 0, 3},  // copy_file_range
	332:                    {"stat", 1, 2},   // statx
}

// path returns the path of a call in the form of Call.Path, or "" if it is not below the root.
func (t *tracer) path(pid int, o op, regs *syscall.PtraceRegs) string {
	args := [...]uint64{0, regs.Rdi, regs.Rsi, regs.Rdx, regs.R10}
	var full string
	if o.dir == 0 {
		full = opened(pid, int32(args[o.at]))
	} else {
		full = t.text(args[o.at])
		if !filepath.IsAbs(full) {
			dir := t.cmd.Root
			if fd := int32(args[o.dir]); fd >= 0 {
				dir = opened(pid, fd)
			}
			full = filepath.Join(dir, full)
		}
	}
	full = strings.TrimSuffix(filepath.Clean(full), " (deleted)")
	rel, ok := strings.CutPrefix(full, t.cmd.Root)
	if !ok || rel != "" && rel[0] != filepath.Separator {
		return ""
	}
	return stable("." + rel)
}

// opened returns the path of an open file.
func opened(pid int, fd int32) string {
	full, _ := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", pid, fd)) // "" if it is not open
	return full
}

// text reads a zero-terminated string from the memory of the program.
func (t *tracer) text(at uint64) string {
	buf := make([]byte, 4096)
	n, _ := t.memory.ReadAt(buf, int64(at)) // less where the memory ends
	s, _, _ := bytes.Cut(buf[:n], []byte{0})
	return string(s)
}
