package emitting

import (
	"fmt"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/site"
)

// ItemElements implements emission.ElementText by the project's template feeditem.xml.
func (m *emitting) ItemElements(p *site.Page) ([]feeds.Element, error) {
	return m.elements(p, "feeditem")
}

// FeedElements implements emission.ElementText by the project's template feedchannel.xml.
func (m *emitting) FeedElements(p *site.Page) ([]feeds.Element, error) {
	return m.elements(p, "feedchannel")
}

// elements parses the XML elements that a template of the project writes for a page.
func (m *emitting) elements(p *site.Page, name string) ([]feeds.Element, error) {
	if err := m.ctx.Err(); err != nil {
		return nil, err
	}
	r, err := m.w.FeedPart(m.ctx, p, name, name)
	text, err := m.template(r, err, name)
	if err != nil || text == nil {
		return nil, err
	}
	list, err := feeds.ParseElements(string(text))
	if err != nil {
		return nil, &diag.Diagnostic{
			Rule: "E1", Severity: diag.Error, File: task.ContentFile(p),
			Message: fmt.Sprintf("what the template %s.xml writes for %s is not made of XML elements: %v", name,
				site.NameOf(p), err),
		}
	}
	return list, nil
}
