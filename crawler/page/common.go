package page

import (
	"slices"

	"golang.org/x/net/html/atom"
)

// maxIDs is how many ids of a document are kept.
const maxIDs = 50_000

// idUse is a use of an id: by a label, by ARIA, or a field that waits for its
// label.
type idUse struct {
	mark Mark
	id   uint32
	text span
}

// readAttributes reads the attributes that any element may have.
func (r *reader) readAttributes() {
	r.facts.Elements++
	for i := range r.attrs {
		a := &r.attrs[i]
		switch len(a.name) {
		case 2:
			if equalFold(a.name, "id") {
				r.addID(a.value)
			}
		case 8:
			if equalFold(a.name, "tabindex") && positive(a.value) {
				r.mark(TabOrder)
			}
		case 9:
			switch {
			case equalFold(a.name, "accesskey"):
				r.addAccessKey(a.value)
			case equalFold(a.name, "itemscope"):
				r.mark(Data)
			}
		case 10:
			if equalFold(a.name, "aria-label") && !blank(trim(a.value)) {
				r.nameAround()
			}
		case 15:
			if equalFold(a.name, "aria-labelledby") {
				r.nameAround()
				r.useIDs(AriaNowhere, a.value)
			}
		case 16:
			if equalFold(a.name, "aria-describedby") {
				r.useIDs(AriaNowhere, a.value)
			}
		}
	}
}

// positive tells whether the value of a tabindex is above zero.
func positive(value []byte) bool {
	value = trim(value)
	return len(value) > 0 && value[0] >= '1' && value[0] <= '9'
}

// nameAround notes that what is around the reader has something to read.
func (r *reader) nameAround() {
	r.anchor.named, r.headingNamed, r.buttonNamed = true, true, true
}

func (r *reader) addID(id []byte) {
	if len(id) > 0 && len(r.ids) < maxIDs {
		r.ids = append(r.ids, uint32(hashBytes(r.decodedValue(id))))
	}
}

// addAccessKey marks a key that two elements want.
func (r *reader) addAccessKey(value []byte) {
	value = trim(value)
	if len(value) != 1 || value[0] >= 128 {
		return
	}
	bit := uint64(1) << (value[0] & 63)
	keys := &r.keys[value[0]>>6]
	if *keys&bit != 0 {
		r.note(AccessKeys, value)
	}
	*keys |= bit
}

// useIDs notes the ids that an attribute names.
func (r *reader) useIDs(m Mark, value []byte) {
	for word := firstWord(value); len(word) > 0; word = firstWord(value) {
		value = value[skipSpace(value, 0)+len(word):]
		r.useID(m, word)
	}
}

func (r *reader) useID(m Mark, id []byte) {
	if !r.noscript && len(r.uses) < maxIDs {
		id = r.decodedValue(id)
		hash := uint32(hashBytes(id))
		r.uses = append(r.uses, idUse{m, hash, r.keepText(id)})
	}
}

// settleIDs tells which uses of ids lead nowhere, or to two elements. It comes
// last, since an id may stand anywhere.
func (r *reader) settleIDs() {
	if len(r.ids) == 0 && len(r.uses) == 0 {
		return
	}
	slices.Sort(r.ids)
	labelled := r.labelled()
	for _, use := range r.uses {
		text := r.arena[use.text.start:use.text.end]
		if use.mark == InputBare || use.mark == InputHinted {
			if !hasAnchor(labelled, use.id) {
				r.note(use.mark, text)
			}
			continue
		}
		switch i, ok := slices.BinarySearch(r.ids, use.id); {
		case !ok:
			r.note(use.mark, text)
		case i+1 < len(r.ids) && r.ids[i+1] == use.id:
			r.note(IDTwice, text)
		}
	}
	r.facts.Anchors = slices.Clone(slices.Compact(r.ids))
}

// labelled gives the ids that labels are for, sorted.
func (r *reader) labelled() (ids []uint32) {
	for _, use := range r.uses {
		if use.mark == LabelNowhere {
			ids = append(ids, use.id)
		}
	}
	slices.Sort(ids)
	return ids
}

func hasAnchor(anchors []uint32, id uint32) bool {
	_, ok := slices.BinarySearch(anchors, id)
	return ok
}

// obsolete tells whether an element is for looks alone and has been left out of
// HTML (WHATWG HTML, 16.2).
func obsolete(tag atom.Atom) bool {
	switch tag {
	case atom.Acronym, atom.Basefont, atom.Big, atom.Center, atom.Dir, atom.Font, atom.Frameset, atom.Frame,
		atom.Noframes, atom.Strike, atom.Tt, atom.Xmp, atom.Nobr, atom.Plaintext:
		return true
	}
	return false
}
