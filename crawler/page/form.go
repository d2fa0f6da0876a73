package page

// readForm reads where a form sends what is typed.
func (r *reader) readForm() {
	r.mark(Forms)
	if action := r.value("action"); isInsecure(action) {
		r.note(FormHTTP, action)
	}
}

// isInsecure tells whether an address as written begins with "http:".
func isInsecure(address []byte) bool {
	address = trimLeft(address)
	return len(address) > 5 && equalFold(address[:5], "http:")
}

// startLabel reads a label: what is inside it needs no other.
func (r *reader) startLabel() {
	r.labels++
	if id, ok := r.attr("for"); ok && len(trim(id)) > 0 {
		r.useID(LabelNowhere, trim(id))
	}
}

func (r *reader) endLabel() { r.labels = max(r.labels-1, 0) }

// readInput reads an input element.
func (r *reader) readInput() {
	kind, _ := r.attr("type")
	switch {
	case equalFold(kind, "image"):
		alt := r.keepText(r.value("alt"))
		r.addImage("src", alt)
		if alt.empty() && !r.hasName() {
			r.noteAddress(ImageButton, "src")
		}
	case equalFold(kind, "hidden"), equalFold(kind, "submit"), equalFold(kind, "reset"):
	case equalFold(kind, "button"):
		if blank(trim(r.value("value"))) && !r.hasName() {
			r.mark(ButtonBare)
		}
	case equalFold(kind, "password"):
		r.mark(Passwords)
		r.readField()
	default:
		r.readField()
	}
}

// readField looks for the label of something to fill in.
func (r *reader) readField() {
	if r.labels > 0 || r.noscript || r.hasName() || len(r.uses) >= maxIDs {
		return
	}
	mark, name := InputHinted, r.value("placeholder")
	if blank(trim(name)) {
		mark, name = InputBare, r.value("name")
	}
	id, ok := r.attr("id")
	if !ok || len(id) == 0 {
		if len(trim(name)) == 0 {
			r.mark(mark)
			return
		}
		r.note(mark, name)
		return
	}
	if len(trim(name)) == 0 {
		name = id
	}
	text := r.keepText(name)
	r.uses = append(r.uses, idUse{mark, uint32(hashBytes(r.decodedValue(id))), text})
}

// hasName tells whether an attribute gives the element a name, or says that
// nobody is to meet it.
func (r *reader) hasName() bool {
	for _, name := range [...]string{"aria-label", "aria-labelledby", "title"} {
		if value, ok := r.attr(name); ok && !blank(trim(value)) {
			return true
		}
	}
	return r.isHidden()
}

// isHidden tells whether the tag says that screen readers pass the element by.
func (r *reader) isHidden() bool {
	if value, ok := r.attr("aria-hidden"); ok && equalFold(trim(value), "true") {
		return true
	}
	_, ok := r.attr("hidden")
	return ok
}

// startButton reads a button element, which must have something to read in it.
func (r *reader) startButton() {
	r.endButton()
	r.button, r.buttonNamed = true, r.hasName()
}

func (r *reader) endButton() {
	if r.button && !r.buttonNamed {
		r.mark(ButtonBare)
	}
	r.button = false
}

// noteAddress notes something with the address in one of its attributes.
func (r *reader) noteAddress(m Mark, attribute string) { r.note(m, r.value(attribute)) }
