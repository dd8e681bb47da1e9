package fair

import "math"

// Reader gives the links of one chain to somebody who asks for them in order,
// at a fraction of what [Chain.Link] costs. It is for one goroutine.
type Reader struct {
	*Chain
	step    int
	segment int    // of the chain's kept links; the first of near is its first
	near    []Hash // every step-th link from there on
}

// NewReader reads the chain.
func NewReader(c *Chain) *Reader {
	return &Reader{Chain: c, step: max(1, int(math.Sqrt(float64(c.every)))), segment: -1}
}

// Link is the k-th link, k from 0 to the chain's length.
func (r *Reader) Link(k int) Hash {
	if k == 0 {
		return r.first
	}
	back := r.n - k
	if segment := back / r.every; segment != r.segment {
		r.enter(segment)
	}
	offset := back % r.every
	link := r.near[offset/r.step]
	for range offset % r.step {
		link = link.Before()
	}
	return link
}

// enter makes the links of a segment that are kept while it is read.
func (r *Reader) enter(segment int) {
	r.segment, r.near = segment, r.near[:0]
	link := r.kept[segment]
	for i := range r.every {
		if i%r.step == 0 {
			r.near = append(r.near, link)
		}
		link = link.Before()
	}
}
