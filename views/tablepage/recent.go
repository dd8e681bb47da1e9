package tablepage

import "sync"

// recent keeps what was made and may be wanted again: at least the latest
// values that were added or found, as many as most, and at most twice as many.
// It may be used by several at once.
type recent[K comparable, V any] struct {
	most int

	mu         sync.Mutex
	young, old map[K]V
}

func (r *recent[K, V]) find(key K) (V, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if v, ok := r.young[key]; ok {
		return v, true
	}
	v, ok := r.old[key]
	if ok {
		r.keep(key, v)
	}
	return v, ok
}

func (r *recent[K, V]) add(key K, v V) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.keep(key, v)
}

func (r *recent[K, V]) keep(key K, v V) {
	if len(r.young) >= r.most {
		r.old, r.young = r.young, nil
	}
	if r.young == nil {
		r.young = map[K]V{}
	}
	r.young[key] = v
}

// len is the number of values that are kept, those counted twice that are in both halves.
func (r *recent[K, V]) len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.young) + len(r.old)
}
