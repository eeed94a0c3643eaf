package hosting

import (
	"fmt"
	"path"
	"strings"
)

// Dropped returns the reason why a host doesn't serve a file, given by its path in the output folder, or "" if
// it does. Hosts that aren't listed serve every name: GitLab Pages, Vercel (whose list of ignored files is
// about sources), nginx, S3. GitHub Pages serves all names if the file .nojekyll exists, or if a workflow
// deploys the site.
//
// Sources: Netlify drops names with a dot except .well-known, and refuses "#" and "?" (github.com/netlify/cli,
// src/utils/deploy/hash-files.ts and util.ts). Cloudflare Pages has a list of names
// (github.com/cloudflare/workers-sdk, packages/wrangler/src/pages/validate.ts). The workflow of GitHub Pages
// drops two folders (github.com/actions/upload-pages-artifact, action.yml). The default configuration of Apache
// denies .ht*.
func (h Host) Dropped(file string) string { return Dropped(h.name, file) }

// Dropped is Host.Dropped for a host by name, including hosts that ParseHost does not know.
func Dropped(host, file string) string {
	switch host {
	case "netlify", "cloudflare", "github-pages", "apache":
	default:
		return ""
	}
	if host == "netlify" && strings.ContainsAny(file, "#?") {
		return "Netlify refuses deploys with # or ? in a name"
	}
	for rest, top := file, true; rest != ""; top = false {
		var name string
		name, rest, _ = strings.Cut(rest, "/")
		switch {
		case host == "netlify" && strings.HasPrefix(name, ".") && name != ".well-known":
			return "Netlify leaves out files and folders whose names begin with a dot"
		case host == "cloudflare" && (name == "node_modules" || name == ".git" || name == ".DS_Store" ||
			top && (name == "functions" || name == ".wrangler" || name == "_worker.js" || name == "_routes.json")):
			return fmt.Sprintf("Cloudflare Pages doesn't serve %s", name)
		case host == "github-pages" && (name == ".git" || name == ".github"):
			return fmt.Sprintf("the workflow of GitHub Pages leaves out %s", name)
		case host == "apache" && strings.HasPrefix(name, ".ht"):
			return "Apache denies names that begin with .ht"
		}
	}
	return ""
}

// IsSetting reports whether a file that hosts don't serve is probably meant for a host or tool instead of
// readers, such as .htaccess, .gitignore, and _routes.json.
func IsSetting(file string) bool {
	name := path.Base(file)
	return strings.HasPrefix(name, ".") && !strings.Contains(name[1:], ".") ||
		file == "_worker.js" || file == "_routes.json" || strings.HasPrefix(file, "functions/") && path.Ext(file) == ".js"
}
