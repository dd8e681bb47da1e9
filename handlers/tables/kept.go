package tables

import "sync"

// kept is what was made for one reader and is the same for others. When it holds
// as many as most it begins afresh. It may be used by several at once.
type kept[K comparable, V any] struct {
	most int

	mu  sync.Mutex
	all map[K]V
}

func (k *kept[K, V]) find(key K) (V, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	v, ok := k.all[key]
	return v, ok
}

func (k *kept[K, V]) keep(key K, v V) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.all == nil || len(k.all) >= k.most {
		k.all = make(map[K]V, k.most)
	}
	k.all[key] = v
}
