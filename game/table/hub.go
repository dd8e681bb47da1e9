package table

import "sync"

// hub wakes those who wait for news. A wake-up says only "look again": it
// carries nothing, a second one before the first is heard adds nothing, and
// a slow reader holds no one up.
type hub[K comparable] struct {
	mu     sync.Mutex
	topics map[K]map[chan struct{}]struct{}
	count  int
}

func newHub[K comparable]() *hub[K] {
	return &hub[K]{topics: map[K]map[chan struct{}]struct{}{}}
}

// subscribe returns a channel that becomes ready after each change, and the
// function that ends it. The channel is never closed.
func (h *hub[K]) subscribe(topic K) (<-chan struct{}, func()) {
	ch := make(chan struct{}, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	subs := h.topics[topic]
	if subs == nil {
		subs = map[chan struct{}]struct{}{}
		h.topics[topic] = subs
	}
	subs[ch] = struct{}{}
	h.count++
	return ch, func() { h.end(topic, ch) }
}

func (h *hub[K]) end(topic K, ch chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	subs := h.topics[topic]
	if _, ok := subs[ch]; !ok {
		return
	}
	delete(subs, ch)
	h.count--
	if len(subs) == 0 {
		delete(h.topics, topic)
	}
}

func (h *hub[K]) wake(topic K) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for ch := range h.topics[topic] {
		select {
		case ch <- struct{}{}:
		default:
		}
	}
}

func (h *hub[K]) size() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.count
}
