package main

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sitegen/sitegen/internal/config"
)

// deployCommand returns `sitegen deploy`, a command of Hugo, which here explains what to do instead.
func deployCommand(a *app) *cobra.Command {
	target := ""
	cmd := &cobra.Command{
		Use: "deploy", Short: "Explain how to upload the site", Args: noSuchCommand, Hidden: true,
		RunE: func(*cobra.Command, []string) error {
			cfg, err := a.readConfig()
			if err != nil {
				return err
			}
			return refuseToDeploy(cfg, target)
		},
	}
	a.flags.site(cmd.Flags())
	cmd.Flags().StringVar(&target, "target", "", "`name` of a target below [deployment]")
	return cmd
}

// deployTarget is a target in [deployment] of a Hugo project: https://gohugo.io/configuration/deployment/
type deployTarget struct{ name, url string }

func deployTargets(cfg *config.Config) (out []deployTarget) {
	deployment, _ := cfg.Root["deployment"].(map[string]any)
	list, _ := deployment["targets"].([]any)
	for _, v := range list {
		t, _ := v.(map[string]any)
		name, _ := t["name"].(string)
		address, _ := t["url"].(string)
		out = append(out, deployTarget{name, address})
	}
	return out
}

// refuseToDeploy returns an error that names the target (by default the first one) and a tool that uploads to
// it.
func refuseToDeploy(cfg *config.Config, name string) error {
	targets := deployTargets(cfg)
	if len(targets) == 0 {
		return fmt.Errorf("sitegen deploy uploads nothing\n  hint: build the site, then copy %s to your host", cfg.PublishDir)
	}
	var names []string
	for _, t := range targets {
		if name == "" || strings.EqualFold(t.name, name) {
			return fmt.Errorf("sitegen deploy uploads nothing: the deployment target %q is %s\n  hint: build the site, then run %s", t.name, t.url, t.tool(cfg.PublishDir))
		}
		names = append(names, t.name)
	}
	return fmt.Errorf("unknown deployment target %q\n  hint: the targets are %s", name, strings.Join(names, ", "))
}

// tool returns a command that copies a folder to the target.
func (t deployTarget) tool(folder string) string {
	u, err := url.Parse(t.url)
	if err != nil {
		return "the tool of your host on " + folder
	}
	place := u.Scheme + "://" + u.Host + u.Path
	switch u.Scheme {
	case "s3":
		return "sitegen publish " + place
	case "gs":
		return fmt.Sprintf("gcloud storage rsync %s %s --recursive --delete-unmatched-destination-objects", folder, place)
	case "azblob":
		return fmt.Sprintf("az storage blob sync --source %s --container %s", folder, u.Host)
	}
	return "the tool of your host on " + folder
}
