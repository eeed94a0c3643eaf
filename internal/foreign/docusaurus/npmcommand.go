package docusaurus

import (
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

// npmCommand matches a command of npm up to the end of the line or the next command.
var npmCommand = pattern.New(`npm(?: +([^&\n\r]*))?`)

// executors are the beginnings of a text that starts packages that are not installed.
var executors = []string{"npx", "yarn dlx", "pnpm dlx", "bun x", "nubx"}

// npmTo converts commands of npm to those of another package manager, by the rules of the package npm-to-yarn, which
// Docusaurus uses. A comment follows each command that they do not convert. ok is false for other package managers than
// yarn, pnpm, and bun.
func npmTo(manager, text string) (converted string, ok bool) {
	run := map[string]string{"yarn": "yarn dlx", "pnpm": "pnpm dlx", "bun": "bun x"}[manager]
	convert := map[string]func(args []string) (string, []string){"yarn": npmToYarn, "pnpm": npmToPnpm, "bun": npmToBun}[manager]
	if convert == nil {
		return "", false
	}
	start := strings.TrimLeft(text, " \t\n")
	for _, name := range executors {
		if rest, found := strings.CutPrefix(start, name); found && (rest == "" || rest[0] == ' ') {
			return text[:len(text)-len(start)] + run + rest, true
		}
	}
	return npmCommand.ReplaceAllStringFunc(text, func(command string) string {
		said := strings.TrimSpace(strings.TrimPrefix(command, "npm"))
		if said == "" {
			return command
		}
		args := npmWords(said)
		if i := slices.Index(args, "--"); i >= 0 {
			args = slices.Delete(args, i, i+1)
		}
		program, out := convert(args)
		if program == "" {
			return "npm " + said + "\n# couldn't auto-convert command"
		}
		end := command[len(strings.TrimRight(command, " ")):]
		out = slices.DeleteFunc(append([]string{program}, out...), func(s string) bool { return s == "" })
		return strings.Join(out, " ") + end
	}), true
}

// npmWords splits a command at the spaces that are not in quotes.
func npmWords(command string) (out []string) {
	var quote byte
	start := 0
	for i := 0; i < len(command); i++ {
		switch c := command[i]; {
		case c == '\\':
			i++
		case c == ' ' && quote == 0:
			out = append(out, command[start:i])
			start = i + 1
		case c == quote:
			quote = 0
		case (c == '"' || c == '\'') && quote == 0:
			quote = c
		}
	}
	return append(out, command[start:])
}

// npmNames are the names of commands of npm by their short and other names.
var npmNames = map[string]string{
	"i": "install", "un": "uninstall", "remove": "uninstall", "r": "uninstall", "rm": "uninstall", "rb": "rebuild",
	"ls": "list", "create": "init", "ln": "link", "t": "test", "tst": "test",
}

// npmName returns the name of a command of npm for which there are several.
func npmName(args []string) string {
	if name := npmNames[args[0]]; name != "" {
		return name
	}
	return args[0]
}

// replaced returns arguments with some of them replaced; those replaced by "" are left out at the end.
func replaced(args []string, by map[string]string) []string {
	out := slices.Clone(args)
	for i, arg := range args {
		if to, ok := by[arg]; ok {
			out[i] = to
		}
	}
	return out
}

// isOption reports whether an argument is an option.
func isOption(arg string) bool { return strings.HasPrefix(arg, "-") }

// starter returns the arguments of a command that starts a project from a package, such as "init vite@latest".
func starter(args []string) []string {
	if len(args) > 1 && args[1] != "" && !isOption(args[1]) {
		args[0] = "create"
		if i := strings.LastIndex(args[1], "@latest"); i > 0 {
			args[1] = args[1][:i]
		}
	}
	return replaced(args, map[string]string{"--scope": ""})
}

// packed returns the arguments of "pack" with another name for the option of the destination.
func packed(args []string, option string) []string {
	for i, arg := range args {
		if to, ok := strings.CutPrefix(arg, "--pack-destination="); ok {
			args[i] = option + " " + to
		}
	}
	return args
}

var (
	yarnOptions = map[string]string{
		"--save-dev": "--dev", "-D": "--dev", "--save-prod": "--production", "-P": "--production",
		"--no-package-lock": "--no-lockfile", "--save-optional": "--optional", "-O": "--optional", "--save-exact": "--exact",
		"-E": "--exact", "--save": "", "-S": "", "--global": "", "-g": "",
	}
	yarnVersions = map[string]string{"major": "--major", "minor": "--minor", "patch": "--patch"}
	// yarnSame are the commands that yarn has, too.
	yarnSame = []string{"test", "login", "logout", "link", "unlink", "publish", "cache", "start", "stop"}
	// yarnOwn are the commands of yarn, whose names no script can have.
	yarnOwn = []string{
		"init", "run", "add", "audit", "autoclean", "bin", "check", "config", "create", "dedupe", "generate-lock-entry",
		"global", "help", "import", "info", "install", "licenses", "list", "lockfile", "outdated", "owner", "pack", "policies",
		"prune", "remove", "self-update", "tag", "team", "upgrade", "upgrade-interactive", "version", "versions", "why",
		"workspace", "workspaces",
	}
	pnpmOptions     = map[string]string{"--save": "", "-S": "", "--no-package-lock": "--frozen-lockfile"}
	pnpmListOptions = map[string]string{"--production": "--prod", "--development": "--dev"}
	bunOptions      = map[string]string{
		"--save-dev": "--dev", "--development": "--dev", "-D": "--dev", "--save-prod": "--production", "-P": "--production",
		"--no-package-lock": "--no-save", "--save-optional": "--optional", "-O": "--optional", "--save-exact": "--exact",
		"-E": "--exact", "--save": "", "-S": "", "-g": "--global",
	}
)

// npmToYarn converts the arguments of npm to a program and its arguments; "" if it cannot.
func npmToYarn(args []string) (program string, out []string) {
	options := func(command string) []string {
		args[0] = command
		if slices.Contains(args, "--global") || slices.Contains(args, "-g") {
			args = append([]string{"global"}, args...)
		}
		return replaced(args, yarnOptions)
	}
	switch name := npmName(args); name {
	case "install":
		if len(args) == 1 {
			return "yarn", []string{"install"}
		}
		return "yarn", options("add")
	case "uninstall":
		return "yarn", options("remove")
	case "version":
		return "yarn", replaced(args, yarnVersions)
	case "rebuild":
		args[0] = "add"
		return "yarn", append(args, "--force")
	case "run", "exec":
		args[0] = "run"
		if len(args) > 1 && args[1] != "" && !slices.Contains(yarnSame, args[1]) && !slices.Contains(yarnOwn, args[1]) {
			args = args[1:]
		}
		return "yarn", args
	case "list":
		args[0] = "list"
		end := 1
		for end < len(args) && !isOption(args[end]) {
			end++
		}
		if end > 1 {
			names := `"` + strings.Join(args[1:end], "|") + `"`
			args = slices.Concat(args[:1], []string{"--pattern", names}, args[end:])
		}
		return "yarn", args
	case "init":
		return "yarn", starter(args)
	case "pack":
		return "yarn", packed(args, "--filename")
	default:
		if name == "outdated" || slices.Contains(yarnSame, name) {
			args[0] = name
			return "yarn", args
		}
	}
	return "", nil
}

// npmToPnpm is as npmToYarn, for pnpm.
func npmToPnpm(args []string) (program string, out []string) {
	// filtered writes the packages at the end, as the value of an option.
	filtered := func() []string {
		var names []string
		kept := args[:1:1]
		for _, arg := range args[1:] {
			if isOption(arg) {
				kept = append(kept, arg)
			} else {
				names = append(names, arg)
			}
		}
		if len(names) > 0 {
			kept = append(kept, "--filter", strings.Join(names, " "))
		}
		return kept
	}
	switch name := npmName(args); name {
	case "install":
		if slices.ContainsFunc(args[1:], func(arg string) bool { return !isOption(arg) }) {
			args[0] = "add"
		}
		return "pnpm", replaced(args, pnpmOptions)
	case "uninstall":
		args[0] = "remove"
		return "pnpm", replaced(args, pnpmOptions)
	case "rebuild", "unlink":
		args[0] = name
		return "pnpm", filtered()
	case "list":
		for i, arg := range args {
			if depth, ok := strings.CutPrefix(arg, "--depth="); ok {
				args[i] = "--depth " + depth
			}
		}
		return "pnpm", replaced(args, pnpmListOptions)
	case "init":
		return "pnpm", starter(args)
	case "pack":
		return "pnpm", packed(args, "--pack-destination")
	case "run", "exec", "link", "test", "start", "outdated":
		args[0] = name
		return "pnpm", args
	}
	return "", nil
}

// npmToBun is as npmToYarn, for bun.
func npmToBun(args []string) (program string, out []string) {
	program = "bun"
	switch name := npmName(args); name {
	case "install":
		if args[0] = "add"; len(args) == 1 {
			args[0] = "install"
		}
		args = replaced(args, bunOptions)
	case "uninstall":
		args[0] = "remove"
		args = replaced(args, bunOptions)
	case "cache":
		if len(args) < 2 || args[1] != "clean" {
			return "", nil
		}
		args = append([]string{"pm", "cache", "rm"}, args[2:]...)
	case "rebuild":
		args[0] = "add"
		args = append(args, "--force")
	case "list":
		args[0] = "ls"
		args = append([]string{"pm"}, replaced(args, bunOptions)...)
	case "init":
		if len(args) > 1 && isOption(args[1]) {
			args[0] = "init"
		} else if len(args) > 1 && args[1] != "" {
			program, args = "bunx", args[1:]
			if strings.HasPrefix(args[0], "@") {
				args[0] = strings.Replace(args[0], "/", "/create-", 1)
			} else {
				args[0] = "create-" + strings.Replace(args[0], "@latest", "", 1)
			}
		}
	case "link":
		args[0] = name
		args = replaced(args, bunOptions)
	case "test":
		args[0] = name
		args = append([]string{"run"}, args...)
	case "exec":
		program, args = "bunx", args[1:]
	case "run", "start", "stop", "unlink":
	default:
		return "", nil
	}
	for i, arg := range args { // only the first =
		if strings.Contains(arg, "=") {
			args[i] = strings.Replace(arg, "=", " ", 1)
			break
		}
	}
	return program, slices.DeleteFunc(args, func(arg string) bool { return arg == "--" })
}
