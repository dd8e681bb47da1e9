package fair

// Reader gives the links of one chain to a caller that takes them in order,
// at a fraction of what [Chain.Link] costs. It is for one goroutine.
type Reader struct {
	*Chain
	segment int              // of the chain's kept links; the first of near is its first
	near    []Hash           // every readerStep-th link from there on
	step    int              // of near; the first of links is its link
	links   [readerStep]Hash // all from there on
}

// readerStep is how far apart the links are that a reader keeps of a segment.
// Of the step at hand it keeps all, so that in order each is made twice again:
// once when its segment is entered, once when its step is.
const readerStep = 10

// NewReader reads the chain.
func NewReader(c *Chain) *Reader { return &Reader{Chain: c, segment: -1} }

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
	if step := offset / readerStep; step != r.step {
		r.step, r.links[0] = step, r.near[step]
		for i := range r.links[1:] {
			r.links[i+1] = r.links[i].Before()
		}
	}
	return r.links[offset%readerStep]
}

// enter makes the links of a segment that are kept while it is read.
func (r *Reader) enter(segment int) {
	if r.near == nil {
		r.near = make([]Hash, 0, (r.every+readerStep-1)/readerStep)
	}
	r.segment, r.step, r.near = segment, -1, r.near[:0]
	link := r.kept[segment]
	for i := range r.every {
		if i%readerStep == 0 {
			r.near = append(r.near, link)
		}
		link = link.Before()
	}
}
