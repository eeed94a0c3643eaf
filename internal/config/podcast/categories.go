package podcast

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// appleCategories are those of Apple Podcasts, as of 2026:
// https://podcasters.apple.com/support/1691-apple-podcasts-categories. Other directories use the same.
var appleCategories = []struct {
	name string
	subs []string
}{
	{"Arts", []string{"Books", "Design", "Fashion & Beauty", "Food", "Performing Arts", "Visual Arts"}},
	{"Business", []string{"Careers", "Entrepreneurship", "Investing", "Management", "Marketing", "Non-Profit"}},
	{"Comedy", []string{"Comedy Interviews", "Improv", "Stand-Up"}},
	{"Education", []string{"Courses", "How To", "Language Learning", "Self-Improvement"}},
	{"Fiction", []string{"Comedy Fiction", "Drama", "Science Fiction"}},
	{"Government", nil},
	{"History", nil},
	{"Health & Fitness", []string{
		"Alternative Health", "Fitness", "Medicine", "Mental Health", "Nutrition", "Sexuality",
	}},
	{"Kids & Family", []string{"Education for Kids", "Parenting", "Pets & Animals", "Stories for Kids"}},
	{"Leisure", []string{
		"Animation & Manga", "Automotive", "Aviation", "Crafts", "Games", "Hobbies", "Home & Garden", "Video Games",
	}},
	{"Music", []string{"Music Commentary", "Music History", "Music Interviews"}},
	{"News", []string{
		"Business News", "Daily News", "Entertainment News", "News Commentary", "Politics", "Sports News", "Tech News",
	}},
	{"Religion & Spirituality", []string{
		"Buddhism", "Christianity", "Hinduism", "Islam", "Judaism", "Religion", "Spirituality",
	}},
	{"Science", []string{
		"Astronomy", "Chemistry", "Earth Sciences", "Life Sciences", "Mathematics", "Natural Sciences", "Nature", "Physics",
		"Social Sciences",
	}},
	{"Society & Culture", []string{
		"Documentary", "Personal Journals", "Philosophy", "Places & Travel", "Relationships",
	}},
	{"Sports", []string{
		"Baseball", "Basketball", "Cricket", "Fantasy Sports", "Football", "Golf", "Hockey", "Rugby", "Running", "Soccer",
		"Swimming", "Tennis", "Volleyball", "Wilderness", "Wrestling",
	}},
	{"Technology", nil},
	{"True Crime", nil},
	{"TV & Film", []string{"After Shows", "Film History", "Film Interviews", "Film Reviews", "TV Reviews"}},
}

// category finds a category and its subcategory as Apple writes them. problem says what is wrong: of an unknown
// subcategory, its category stays; of an unknown category, nothing does.
func category(name, sub string) (c Category, problem, hint string) {
	var names []string
	for _, a := range appleCategories {
		names = append(names, a.name)
		if !strings.EqualFold(a.name, name) {
			continue
		}
		if sub == "" {
			return Category{a.name, ""}, "", ""
		}
		if i := slices.IndexFunc(a.subs, func(s string) bool { return strings.EqualFold(s, sub) }); i >= 0 {
			return Category{a.name, a.subs[i]}, "", ""
		}
		return Category{a.name, ""}, fmt.Sprintf("%q is not a subcategory of %q at Apple Podcasts", sub, a.name),
			meant(sub, a.subs)
	}
	for _, a := range appleCategories {
		if i := slices.IndexFunc(a.subs, func(s string) bool { return strings.EqualFold(s, name) }); i >= 0 && sub == "" {
			return Category{}, fmt.Sprintf("%q is a subcategory at Apple Podcasts", name),
				fmt.Sprintf("write %q", a.name+" > "+a.subs[i])
		}
	}
	return Category{}, fmt.Sprintf("%q is not a category of Apple Podcasts", name), meant(name, names)
}

func meant(word string, known []string) string {
	if len(known) == 0 {
		return "this category has no subcategories"
	}
	return diag.DidYouMean(word, known, "choose one of "+strings.Join(known, ", "))
}
