package timecontrol

import (
	"container/heap"
	"maps"
	"slices"
	"time"
)

// Alarms rings for many tables. Those of the hour that comes first lie in order;
// all later ones lie unsorted by hours, so that setting one
// costs the same whatever else is set. The zero value has none. It is not safe
// for use by several goroutines.
type Alarms[K comparable] struct {
	near  queue[K]              // before the hour until, in order
	until int64                 // never falls
	far   map[int64][]*alarm[K] // by hour
	hours hours                 // of far, in order; there may be nothing left in one
	byKey map[K]*alarm[K]
}

type alarm[K comparable] struct {
	at   time.Time
	hour int64
	key  K
	pos  int // in near, or in its hour
}

// Len is how many are set.
func (a *Alarms[K]) Len() int { return len(a.byKey) }

// Set lets the key ring at a time; an earlier setting is forgotten. The zero
// time takes its alarm away.
func (a *Alarms[K]) Set(key K, at time.Time) {
	set := a.byKey[key]
	switch {
	case set == nil && at.IsZero(), set != nil && set.at.Equal(at):
		return
	case set == nil:
		if a.byKey == nil {
			a.byKey, a.far = map[K]*alarm[K]{}, map[int64][]*alarm[K]{}
		}
		set = &alarm[K]{key: key}
		a.byKey[key] = set
	default:
		a.remove(set)
	}
	if at.IsZero() {
		delete(a.byKey, key)
		return
	}
	set.at, set.hour = at, hourOf(at)
	a.insert(set)
}

func hourOf(at time.Time) int64 { return at.Unix() / 3600 }

func (a *Alarms[K]) insert(set *alarm[K]) {
	if set.hour < a.until {
		heap.Push(&a.near, set)
		return
	}
	list, known := a.far[set.hour]
	if !known {
		heap.Push(&a.hours, set.hour)
	}
	set.pos = len(list)
	a.far[set.hour] = append(list, set)
}

func (a *Alarms[K]) remove(set *alarm[K]) {
	if set.hour < a.until {
		heap.Remove(&a.near, set.pos)
		return
	}
	list := a.far[set.hour]
	last := len(list) - 1
	list[set.pos] = list[last]
	list[set.pos].pos = set.pos
	list[last] = nil
	a.far[set.hour] = list[:last]
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
	for len(a.near) == 0 && len(a.hours) > 0 { // the next hour comes
		hour := heap.Pop(&a.hours).(int64)
		a.near, a.until = a.far[hour], hour+1
		delete(a.far, hour)
		heap.Init(&a.near)
	}
	if len(a.near) == 0 {
		return time.Time{}, false
	}
	return a.near[0].at, true
}

// Ring takes away an alarm whose time has come, the earliest first; false if
// there is none.
func (a *Alarms[K]) Ring(now time.Time) (key K, ok bool) {
	if next, ok := a.Next(); !ok || next.After(now) {
		return key, false
	}
	set := heap.Pop(&a.near).(*alarm[K])
	delete(a.byKey, set.key)
	return set.key, true
}

// hours implements heap.Interface.
type hours []int64

func (h hours) Len() int           { return len(h) }
func (h hours) Less(i, j int) bool { return h[i] < h[j] }
func (h hours) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *hours) Push(x any)        { *h = append(*h, x.(int64)) }

func (h *hours) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
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

// maxLead is how long before its end the warning of a decision comes at the earliest.
const maxLead = 12 * hour

// Lead is how much open time is left when a player is warned: half of what a
// single decision may take, and never more than half a day.
func (p *Control) Lead() Seconds {
	if !p.Timed() {
		return 0
	}
	return min(p.Each/2, maxLead)
}

// Warning is when a player is warned that their time runs out, false if it does
// not. It comes in open time, so that it wakes no one, and not before their
// time has begun to run.
func (p *Control) Warning(cal *Calendar, c *Clock, up time.Time) (time.Time, bool) {
	end, ok := p.Deadline(cal, c, up)
	if !ok {
		return time.Time{}, false
	}
	begin, _ := p.Begins(cal, c)
	if begin.Before(up) && up.Before(end) {
		begin = up // what the server did not see it cannot warn of
	}
	each, _ := p.allowed(c)
	left := cal.Between(begin, end) - min(p.Lead().Duration(), each/2)
	at, ok := cal.After(begin, left)
	if ok && !cal.Counts(at) { // at the end of a day that counts: rather on the next one
		if at, ok = cal.After(at, time.Second); ok {
			at = at.Add(-time.Second)
		}
	}
	return at, ok
}
