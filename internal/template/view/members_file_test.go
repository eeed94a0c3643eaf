package view

import (
	"reflect"

	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view/projectfile"
	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// fileMembers are the members of files and resources, with their questions: see memberQuestions.
func fileMembers() []memberQuestion {
	return []memberQuestion{
		{reflect.TypeFor[resource.MediaType](), "/posts/one", `(.OutputFormats.Get "html").MediaType`, [][2]string{
			{`HasSuffix "html"`, ""},
			{`IsHTML`, ""},
			{`IsMarkdown`, ""},
			{`Delimiter`, ""},
			{`FullSuffix`, ""},
			{`Suffix`, ""},
			{`FirstSuffix`, ""},
			{`IsText`, ""},
			{`MainType`, ""},
			{`String`, ""},
			{`SubType`, ""},
			{`Suffixes`, ""},
			{`Type`, ""},
		}},
		{reflect.TypeFor[resource.SuffixInfo](), "/posts/one", `(.OutputFormats.Get "html").MediaType.FirstSuffix`, [][2]string{
			{`FullSuffix`, ""},
			{`Suffix`, ""},
		}},
		{reflect.TypeFor[*File](), "/posts/one", `.File`, [][2]string{
			{`FileInfo`, "File stat|content/posts/one.md; Config folder"},
			{`BaseFileName`, ""},
			{`ContentBaseName`, ""},
			{`Dir`, ""},
			{`Ext`, ""},
			{`Extension`, ""},
			{`Filename`, "Config folder"},
			{`IsContentAdapter`, ""},
			{`Lang`, ""},
			{`LogicalName`, ""},
			{`Path`, ""},
			{`Position "title"`, "Source content/posts/one.md"},
			{`Section`, ""},
			{`String`, ""},
			{`TranslationBaseName`, ""},
			{`UniqueID`, ""},
		}},
		{reflect.TypeFor[*projectfile.FileInfo](), "/posts/one", `os.Stat "content/about.md"`, [][2]string{
			{`IsDir`, ""},
			{`Meta`, ""},
			{`ModTime`, "File time|content/about.md"},
			{`Mode`, "File mode|content/about.md"},
			{`Name`, ""},
			{`Size`, "File size|content/about.md"},
			{`String`, ""},
		}},
		{reflect.TypeFor[*projectfile.FileMeta](), "/posts/one", `.File.FileInfo.Meta`, [][2]string{
			{`BaseDir`, ""},
			{`Filename`, ""},
			{`Name`, ""},
			{`SourceRoot`, ""},
		}},
		{reflect.TypeFor[*GitInfo](), "/posts/one", `.GitInfo`, [][2]string{
			{`AbbreviatedHash`, ""},
			{`AuthorDate`, ""},
			{`AuthorEmail`, ""},
			{`AuthorName`, ""},
			{`Body`, ""},
			{`CommitDate`, ""},
			{`Hash`, ""},
			{`Subject`, ""},
		}},
		{reflect.TypeFor[*resource.Resource](), "/posts/one", `resources.Get "pic.png"`, [][2]string{
			{`PrintableValue`, ""},
			{`Colors`, "File resource|assets/pic.png"},
			{`Content`, "File resource|assets/pic.png"},
			{`Crop "4x4"`, "File resource|assets/pic.png"},
			{`Data`, ""},
			{`Err`, ""},
			{`Exif`, "File resource|assets/pic.png"},
			{`Fill "4x4"`, "File resource|assets/pic.png"},
			{`Filter images.Grayscale`, "File resource|assets/pic.png"},
			{`Fit "4x4"`, "File resource|assets/pic.png"},
			{`FrameCount`, "File resource|assets/pic.png"},
			{`Height`, "File resource|assets/pic.png"},
			{`Key`, ""},
			{`MediaType`, ""},
			{`Meta`, "File resource|assets/pic.png"},
			{`Name`, ""},
			{`Params`, ""},
			{`Permalink`, "File resource|assets/pic.png"},
			{`Process "resize 4x"`, "File resource|assets/pic.png"},
			{`Publish`, "File resource|assets/pic.png"},
			{`RelPermalink`, "File resource|assets/pic.png"},
			{`Resize "4x"`, "File resource|assets/pic.png"},
			{`ResourceType`, ""},
			{`String`, ""},
			{`Title`, ""},
			{`Width`, "File resource|assets/pic.png"},
		}},
		{reflect.TypeFor[resource.Resources](), "/posts/one", `resources.Match "**"`, [][2]string{
			{`ByName "/pic.png"`, ""},
			{`ByType "image"`, ""},
			{`Get "/pic.png"`, ""},
			{`GetMatch "*.png"`, ""},
			{`Match "*.png"`, ""},
			{`Mount "/" "/x"`, ""},
		}},
		{reflect.TypeFor[*resource.Mounted](), "/posts/one", `((resources.Match "**").Mount "/" "/x")`, [][2]string{
			{`String`, ""},
			{`Get "/x/pic.png"`, ""},
		}},
		{reflect.TypeFor[*tmpl.Store](), "/posts/one", `newScratch`, [][2]string{
			{`String`, ""},
			{`Add "k" 1`, ""},
			{`Delete "k"`, ""},
			{`DeleteInMap "m" "k"`, ""},
			{`Get "k"`, ""},
			{`GetSortedMapValues "m"`, ""},
			{`Set "k" 1`, ""},
			{`SetInMap "m" "k" 1`, ""},
			{`Values`, ""},
		}},
	}
}
