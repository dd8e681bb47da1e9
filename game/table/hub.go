package table

import "sync"

// hub wakes those who wait for news. A wake-up says only "look again": it
// carries nothing, a second one before the first is heard adds nothing, and
// a slow reader holds no one up.
type hub struct {
	mu     sync.Mutex
	topics map[string]map[chan struct{}]struct{}
	count  int
}

func newHub() *hub {
	return &hub{topics: map[string]map[chan struct{}]struct{}{}}
}

// subscribe returns a channel that becomes ready after each change, and the
// function that ends it. The channel is never closed.
func (h *hub) subscribe(topic string) (<-chan struct{}, func()) {
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

func (h *hub) end(topic string, ch chan struct{}) {
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

func (h *hub) wake(topic string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for ch := range h.topics[topic] {
		select {
		case ch <- struct{}{}:
		default:
		}
	}
}

func (h *hub) size() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.count
}
