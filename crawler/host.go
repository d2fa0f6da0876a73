package crawler

import (
	"container/heap"
	"time"

	"sitewalk/crawler/robots"
)

// externalLimit is how many requests at once another site gets from us.
const externalLimit = 2

// host is everything the frontier knows about one origin: what waits for it,
// how much is under way, what its robots.txt says, and its pilot. The
// frontier's lock guards it.
type host struct {
	origin   string
	internal bool
	queues   [2]queue // by lane
	control  []job    // robots.txt and sitemaps, before anything else
	pilot    pilot
	inFlight int
	rules    *robots.Rules
	closed   bool      // robots.txt could not be read: nothing may be fetched
	asking   bool      // robots.txt is being read: everything else waits
	reached  time.Time // when the last request that was answered started; zero: none was
	lost     time.Time // since when it cannot be reached any more; zero when it can

	place int // index in the heap it stands in, -1 for none
	in    *hostHeap
}

// job is one thing to do in a slot.
type job struct {
	host    *host
	address Address
	attempt int       // requests made for it before
	losses  int       // times that the host could not be reached
	lost    time.Time // the last of them
	robots  bool      // read the host's robots.txt
	sitemap string    // read this sitemap
}

// queue is a first-in-first-out of jobs that forgets what it has given.
type queue struct {
	jobs []job
	head int
}

func (q *queue) len() int   { return len(q.jobs) - q.head }
func (q *queue) first() job { return q.jobs[q.head] }
func (q *queue) push(j job) { q.jobs = append(q.jobs, j) }

func (q *queue) pop() job {
	j := q.jobs[q.head]
	q.jobs[q.head] = job{}
	q.head++
	if q.head == len(q.jobs) {
		q.jobs, q.head = q.jobs[:0], 0
	} else if q.head > 1024 && q.head > len(q.jobs)/2 {
		n := copy(q.jobs, q.jobs[q.head:])
		clear(q.jobs[n:])
		q.jobs, q.head = q.jobs[:n], 0
	}
	return j
}

// pushFront puts a job back where it was taken from, to be tried again.
func (q *queue) pushFront(j job) {
	if q.head > 0 {
		q.head--
		q.jobs[q.head] = j
		return
	}
	q.jobs = append(q.jobs, job{})
	copy(q.jobs[1:], q.jobs)
	q.jobs[0] = j
}

// hostHeap is a heap of hosts; less decides by what.
type hostHeap struct {
	hosts []*host
	less  func(a, b *host) bool
}

func (h *hostHeap) Len() int           { return len(h.hosts) }
func (h *hostHeap) Less(i, j int) bool { return h.less(h.hosts[i], h.hosts[j]) }
func (h *hostHeap) Swap(i, j int) {
	h.hosts[i], h.hosts[j] = h.hosts[j], h.hosts[i]
	h.hosts[i].place, h.hosts[j].place = i, j
}
func (h *hostHeap) Push(x any) {
	t := x.(*host)
	t.place, t.in = len(h.hosts), h
	h.hosts = append(h.hosts, t)
}
func (h *hostHeap) Pop() any {
	last := len(h.hosts) - 1
	t := h.hosts[last]
	h.hosts[last] = nil
	h.hosts = h.hosts[:last]
	t.place, t.in = -1, nil
	return t
}

// put moves a host into this heap, or only corrects its place.
func (h *hostHeap) put(t *host) {
	if t.in == h {
		heap.Fix(h, t.place)
		return
	}
	t.leave()
	heap.Push(h, t)
}

// leave takes a host out of the heap it is in.
func (h *host) leave() {
	if h.in != nil {
		heap.Remove(h.in, h.place)
	}
}

// due is when the host may be asked next.
func (h *host) due() time.Time { return h.pilot.next }
