package markdown

import (
	"fmt"
	"html"
	"html/template"
	"maps"
	"slices"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"
)

// tableRows collects a table for its hook.
type tableRows struct{ head, body [][]TableCell }

// table renders a table like Hugo's embedded template, including white space, unless a hook renders it.
func (n *nodes) table(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	s := w.(*session)
	if s.in.Hooks.Table == nil {
		if entering {
			openTable(s, node)
			if node.FirstChild() == nil || node.FirstChild().Kind() != east.KindTableHeader {
				s.WriteString("\n\t</thead>\n\t<tbody>")
			}
		} else {
			s.WriteString("\n\t</tbody>\n</table>\n")
		}
		return ast.WalkContinue, nil
	}
	if entering {
		s.tables = append(s.tables, &tableRows{})
		return ast.WalkContinue, nil
	}
	rows := s.tables[len(s.tables)-1]
	s.tables = s.tables[:len(s.tables)-1]
	attrs, _ := readAttributes(node.Attributes(), false)
	hook := TableHook{
		THead: rows.head, TBody: rows.body, Ordinal: s.tableCount,
		Attributes: attributeMap(attrs), Nested: s.page(), Position: s.position(node.Pos()),
	}
	s.tableCount++
	done, err := s.hooked(s.in.Hooks.Table(hook))
	if err == nil && !done {
		openTable(s, node)
		writeRows(s, "th", rows.head)
		s.WriteString("\n\t</thead>\n\t<tbody>")
		writeRows(s, "td", rows.body)
		s.WriteString("\n\t</tbody>\n</table>\n")
	}
	return ast.WalkContinue, err
}

func openTable(s *session, node ast.Node) {
	s.WriteString("<table")
	s.writeTableAttributes(node.Attributes())
	s.WriteString(">\n\t<thead>")
}

func writeRows(s *session, tag string, rows [][]TableCell) {
	for _, row := range rows {
		s.WriteString("\n\t\t\t<tr>")
		for _, cell := range row {
			openCell(s, tag, cell.Alignment, cell.Attributes)
			s.WriteString(string(cell.Text))
			s.WriteString("</" + tag + ">")
		}
		s.WriteString("\n\t\t\t</tr>")
	}
}

func openCell(s *session, tag, alignment string, attributes map[string]any) {
	s.WriteString("\n\t\t\t\t\t<")
	s.WriteString(tag)
	if alignment != "" {
		s.WriteString(` style="text-align: `)
		s.WriteString(alignment)
		s.WriteByte('"')
	}
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		fmt.Fprintf(s, ` %s="%s"`, name, html.EscapeString(attributeString(attributes[name])))
	}
	s.WriteByte('>')
}

func (n *nodes) tableRow(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	s := w.(*session)
	head := node.Kind() == east.KindTableHeader
	switch {
	case len(s.tables) > 0 && entering:
		rows := s.tables[len(s.tables)-1]
		if head {
			rows.head = append(rows.head, nil)
		} else {
			rows.body = append(rows.body, nil)
		}
	case len(s.tables) > 0:
	case entering:
		s.WriteString("\n\t\t\t<tr>")
	default:
		s.WriteString("\n\t\t\t</tr>")
		if head {
			s.WriteString("\n\t</thead>\n\t<tbody>")
		}
	}
	return ast.WalkContinue, nil
}

func (n *nodes) tableCell(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	s, cell := w.(*session), node.(*east.TableCell)
	alignment := ""
	if cell.Alignment != east.AlignNone {
		alignment = cell.Alignment.String()
	}
	var attributes map[string]any
	if node.Attributes() != nil {
		list, _ := readAttributes(node.Attributes(), false)
		attributes = attributeMap(list)
	}
	head := node.Parent().Kind() == east.KindTableHeader
	switch {
	case len(s.tables) > 0 && entering:
		s.capture()
	case len(s.tables) > 0:
		rows := s.tables[len(s.tables)-1]
		at := rows.body
		if head {
			at = rows.head
		}
		last := len(at) - 1
		at[last] = append(at[last], TableCell{template.HTML(s.captured()), alignment, attributes})
	case entering:
		openCell(s, cellTag(head), alignment, attributes)
	default:
		s.WriteString("</" + cellTag(head) + ">")
	}
	return ast.WalkContinue, nil
}

func cellTag(head bool) string {
	if head {
		return "th"
	}
	return "td"
}
