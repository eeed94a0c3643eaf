package content

import "time"

// Commit is the last change of a file as git knows it: https://gohugo.io/methods/page/gitinfo/
type Commit struct {
	Hash, AbbreviatedHash, Subject, Body, AuthorName, AuthorEmail string
	AuthorDate, CommitDate                                        time.Time
}

// Git is what one `git log` tells about a work tree.
type Git struct {
	Shallow bool               // the clone has no full history: boundary commits are not trusted (rule M4)
	Files   map[string]*Commit // by slash path relative to the project; absent: not known
}
