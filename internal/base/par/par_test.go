package par

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
)

func TestMapKeepsOrder(t *testing.T) {
	items := make([]int, 1000)
	for i := range items {
		items[i] = i
	}
	for _, jobs := range []int{0, 1, 3, 2000} {
		got, err := Map(context.Background(), jobs, items, func(_ context.Context, i int) (string, error) { return fmt.Sprint(i), nil })
		if err != nil || len(got) != len(items) {
			t.Fatalf("jobs %d: %d results, %v", jobs, len(got), err)
		}
		for i, s := range got {
			if s != fmt.Sprint(i) {
				t.Fatalf("jobs %d: result %d is %q", jobs, i, s)
			}
		}
	}
}

func TestMapReturnsFirstErrorByOrder(t *testing.T) {
	started := make(chan struct{})
	_, err := Map(context.Background(), 2, []int{0, 1}, func(_ context.Context, i int) (int, error) {
		if i == 0 {
			<-started // the second fails first in time
			return 0, errors.New("first")
		}
		close(started)
		return 0, errors.New("second")
	})
	if err == nil || err.Error() != "first" {
		t.Errorf("got %v", err)
	}
}

func TestMapObeysContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var calls atomic.Int32
	_, err := Map(ctx, 1, make([]int, 100), func(context.Context, int) (int, error) {
		if calls.Add(1) == 3 {
			cancel()
		}
		return 0, nil
	})
	if !errors.Is(err, context.Canceled) || calls.Load() != 3 {
		t.Errorf("%v after %d calls", err, calls.Load())
	}
}

func TestMapWithGivesEachWorkerItsOwnState(t *testing.T) {
	var workers atomic.Int32
	type state struct{ busy atomic.Bool }
	_, err := MapWith(context.Background(), 4, make([]int, 500), func() *state { workers.Add(1); return &state{} },
		func(_ context.Context, w *state, _ int) (int, error) {
			if !w.busy.CompareAndSwap(false, true) {
				return 0, errors.New("two calls share a state")
			}
			w.busy.Store(false)
			return 0, nil
		})
	if err != nil || workers.Load() > 4 {
		t.Errorf("%v, %d workers", err, workers.Load())
	}
}

func TestMapOfNothing(t *testing.T) {
	got, err := Map(context.Background(), 4, nil, func(context.Context, int) (int, error) { return 0, errors.New("called") })
	if err != nil || len(got) != 0 {
		t.Errorf("%v, %v", got, err)
	}
}

func TestTickerReportsHundredthsAndTheEnd(t *testing.T) {
	var got []int
	tick := Ticker(250, func(done int) { got = append(got, done) })
	for range 250 {
		tick()
	}
	if len(got) != 125 || got[0] != 2 || got[124] != 250 {
		t.Errorf("reported %v", got)
	}
}
