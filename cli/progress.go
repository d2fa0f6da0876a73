package cli

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"sitewalk/crawler"
	"sitewalk/crawler/audit"
)

const (
	redraw   = 200 * time.Millisecond
	barCells = 20
)

// show keeps a line on the terminal up to date until stop is called, which
// takes it away. News is left standing above the line. It does nothing where
// nobody would see it.
func (s *session) show(look func() (line, news string)) (stop func()) {
	if s.width == 0 || s.quiet {
		return func() {}
	}
	ended := make(chan struct{})
	var drawing sync.WaitGroup
	drawing.Go(func() {
		ticker := time.NewTicker(redraw)
		defer ticker.Stop()
		for {
			s.draw(look())
			select {
			case <-ticker.C:
			case <-ended:
				_, news := look()
				s.draw("", news)
				fmt.Fprint(s.err, "\r")
				return
			}
		}
	})
	return func() {
		close(ended)
		drawing.Wait()
	}
}

func (s *session) draw(line, news string) {
	if news != "" {
		fmt.Fprintln(s.err, "\r"+fit("", s.width-1)+"\r"+news)
	}
	fmt.Fprint(s.err, "\r"+fit(line, s.width-1))
}

// stage shows how far a piece of work is that reports its share between 0 and 1.
// What turns out to need no work reports nothing, and shows nothing.
func (s *session) stage(name string, work func(progress func(float64)) error) error {
	var percent atomic.Int64
	var begun sync.Once
	stop := func() {}
	defer func() { stop() }()
	return work(func(share float64) {
		percent.Store(int64(share * 100))
		begun.Do(func() {
			stop = s.show(func() (line, news string) {
				return fmt.Sprintf("%s %s %d%%", bar(float64(percent.Load())/100), name, percent.Load()), ""
			})
		})
	})
}

// progress looks at the crawl for show. What the pilot does is news once for
// each cause, and what the first pages let expect is news once.
func (s *session) progress() func() (line, news string) {
	told, foretold := map[string]bool{"": true}, false
	return func() (line, news string) {
		p := s.crawler.Progress()
		if cause := p.Manners.Cause; !told[cause] {
			told[cause] = true
			return progressLine(p), audit.MannersSentence(p.Manners)
		}
		if o := s.crawler.Outlook(); o.Ready && !foretold {
			foretold = true
			news = audit.OutlookSentences(o)
		}
		return progressLine(p), news
	}
}

// progressLine says in one line where a crawl stands.
func progressLine(p crawler.Progress) string {
	if p.State == crawler.Stopping {
		return "Stopping. Press Ctrl-C again to end at once."
	}
	facts := []string{
		audit.Number(p.Known()) + " checked",
		audit.Number(p.Waiting) + " waiting",
		audit.Number(p.Broken) + " broken",
	}
	if p.Unchecked > 0 {
		facts = append(facts, audit.Number(p.Unchecked)+" could not be checked")
	}
	if p.Rate > 0 {
		facts = append(facts, speed(p.Rate)+"/s")
	}
	if p.Left > 0 {
		facts = append(facts, "about "+audit.Duration(p.Left)+" left")
	}
	if p.Manners.Slowed {
		facts = append(facts, "slowed down")
	}
	return bar(p.Share()) + " " + strings.Join(facts, ", ")
}

// speed writes a number with the three digits that tell anything, or with all before
// the point where these are more.
func speed(v float64) string {
	if v >= 99.95 {
		return audit.Number(int(math.Round(v)))
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

// bar draws a share between 0 and 1 in signs that every terminal has.
func bar(share float64) string {
	full := int(min(max(share, 0), 1) * barCells)
	return "[" + strings.Repeat("#", full) + strings.Repeat(".", barCells-full) + "]"
}

// fit cuts or fills a line so that it takes up exactly width columns.
func fit(line string, width int) string {
	letters := []rune(line)
	if missing := width - len(letters); missing >= 0 {
		return line + strings.Repeat(" ", missing)
	}
	if width < 3 {
		return string(letters[:max(width, 0)])
	}
	return string(letters[:width-3]) + "..."
}
