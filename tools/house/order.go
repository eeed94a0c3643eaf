package main

import (
	"maps"
	"slices"
)

// backwards is the number of arrows against the order of the nodes, in an order with few of them. The order is that of
// Eades, Lin, and Smyth (A fast and effective heuristic for the feedback arc set problem, 1993): nodes that nothing
// leaves go to the end, nodes that nothing enters to the beginning, and else the node with the most arrows out in
// relation to those in comes next.
func backwards(arrows map[[2]string]bool) (n int) {
	out, in := map[string]map[string]bool{}, map[string]map[string]bool{}
	for a := range arrows {
		for _, node := range a {
			if out[node] == nil {
				out[node], in[node] = map[string]bool{}, map[string]bool{}
			}
		}
		out[a[0]][a[1]] = true
		in[a[1]][a[0]] = true
	}
	remove := func(node string) {
		for to := range out[node] {
			delete(in[to], node)
		}
		for from := range in[node] {
			delete(out[from], node)
		}
		delete(out, node)
		delete(in, node)
	}
	var first, last []string
	for len(out) > 0 {
		nodes := slices.Sorted(maps.Keys(out))
		if i := slices.IndexFunc(nodes, func(node string) bool { return len(out[node]) == 0 }); i >= 0 {
			last = append(last, nodes[i])
			remove(nodes[i])
			continue
		}
		next := slices.MaxFunc(nodes, func(a, b string) int {
			return gain(out, in, a) - gain(out, in, b)
		})
		first = append(first, next)
		remove(next)
	}
	slices.Reverse(last)
	place := map[string]int{}
	for i, node := range append(first, last...) {
		place[node] = i
	}
	for a := range arrows {
		if place[a[0]] > place[a[1]] {
			n++
		}
	}
	return n
}

// gain is how many more arrows leave a node than enter it; a node that none enters comes before all others.
func gain(out, in map[string]map[string]bool, node string) int {
	if len(in[node]) == 0 {
		return len(out) + len(out[node])
	}
	return len(out[node]) - len(in[node])
}
