package law

import "testing"

// BenchmarkStep measures a random step, with all of its checks, on each site:
//
//	go test ./internal/testing/law -run '^$' -bench Step -benchtime 50x -cpuprofile cpu.out
func BenchmarkStep(b *testing.B) {
	for _, site := range Sites() {
		b.Run(site, func(b *testing.B) {
			done := Soak{Seed: 1, Steps: b.N, Sites: []string{site}, Jobs: 1}
			if _, failures, err := (Bench{Repo: repo, Temp: temp(b)}).Soak(b.Context(), done); err != nil || len(failures) > 0 {
				b.Fatal(err, failures)
			}
		})
	}
}
