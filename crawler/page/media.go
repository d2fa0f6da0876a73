package page

import "golang.org/x/net/html/atom"

// startAudio reads an audio element.
func (r *reader) startAudio() {
	r.picture = false
	r.markAutoplay()
}

// startVideo reads a video element.
func (r *reader) startVideo() {
	r.picture = false
	r.addImage("poster", span{})
	r.endVideo()
	r.markAutoplay()
	_, muted := r.attr("muted") // without sound there is nothing to caption
	r.video, r.captions = true, muted
}

func (r *reader) endVideo() {
	if r.video && !r.captions {
		r.mark(NoCaptions)
	}
	r.video = false
}

// readTrack reads a track element: captions or subtitles of a video. The kind
// is subtitles where none is given.
func (r *reader) readTrack() {
	kind, _ := r.attr("kind")
	if len(kind) == 0 || equalFold(kind, "captions") || equalFold(kind, "subtitles") {
		r.captions = true
	}
}

func (r *reader) markAutoplay() {
	_, plays := r.attr("autoplay")
	if _, muted := r.attr("muted"); plays && !muted {
		r.noteAddress(Autoplay, "src")
	}
}

// readPlugin reads an element that needs a program beside the browser. Images,
// pages and PDFs are shown by browsers themselves.
func (r *reader) readPlugin() {
	kind := trim(r.value("type"))
	switch {
	case r.tag == atom.Applet:
		r.note(Plugins, []byte("applet"))
	case len(kind) > 14 && equalFold(kind[:14], "application/x-"), equalFold(kind, "application/java"), equalFold(kind, "application/vnd.adobe.flash.movie"):
		r.note(Plugins, kind)
	}
}
