package pace

import (
	"container/heap"
	"maps"
	"slices"
	"time"
)

// Alarms rings for many tables. Setting one costs the logarithm of how many are
// set; those that are far off cost nothing until their time comes. The zero
// value has none. It is not safe for use by several goroutines.
type Alarms[K comparable] struct {
	order queue[K]
	byKey map[K]*alarm[K]
}

type alarm[K comparable] struct {
	at  time.Time
	key K
	pos int
}

// Len is how many are set.
func (a *Alarms[K]) Len() int { return len(a.order) }

// Set lets the key ring at a time; an earlier setting is forgotten. The zero
// time takes its alarm away.
func (a *Alarms[K]) Set(key K, at time.Time) {
	old := a.byKey[key]
	switch {
	case at.IsZero():
		if old != nil {
			heap.Remove(&a.order, old.pos)
			delete(a.byKey, key)
		}
	case old != nil:
		if !old.at.Equal(at) {
			old.at = at
			heap.Fix(&a.order, old.pos)
		}
	default:
		if a.byKey == nil {
			a.byKey = map[K]*alarm[K]{}
		}
		set := &alarm[K]{at: at, key: key}
		a.byKey[key] = set
		heap.Push(&a.order, set)
	}
}

// At is when a key rings, the zero time if it does not.
func (a *Alarms[K]) At(key K) time.Time {
	if set := a.byKey[key]; set != nil {
		return set.at
	}
	return time.Time{}
}

// Keys lists the keys that are set, in no fixed order.
func (a *Alarms[K]) Keys() []K { return slices.Collect(maps.Keys(a.byKey)) }

// Next is when the first alarm rings, false if none is set.
func (a *Alarms[K]) Next() (time.Time, bool) {
	if len(a.order) == 0 {
		return time.Time{}, false
	}
	return a.order[0].at, true
}

// Ring takes away an alarm whose time has come, the earliest first; false if
// there is none.
func (a *Alarms[K]) Ring(now time.Time) (key K, ok bool) {
	if len(a.order) == 0 || a.order[0].at.After(now) {
		return key, false
	}
	set := heap.Pop(&a.order).(*alarm[K])
	delete(a.byKey, set.key)
	return set.key, true
}

// queue implements heap.Interface.
type queue[K comparable] []*alarm[K]

func (q queue[K]) Len() int           { return len(q) }
func (q queue[K]) Less(i, j int) bool { return q[i].at.Before(q[j].at) }
func (q queue[K]) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].pos, q[j].pos = i, j
}

func (q *queue[K]) Push(x any) {
	set := x.(*alarm[K])
	set.pos = len(*q)
	*q = append(*q, set)
}

func (q *queue[K]) Pop() any {
	old := *q
	set := old[len(old)-1]
	old[len(old)-1] = nil
	*q = old[:len(old)-1]
	return set
}
