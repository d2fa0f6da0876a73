package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// The widgets of this file pass keys and shortcuts that they have no use for on
// to the window, so that Escape and Ctrl+E work wherever the focus is. Fyne's
// own, selectable labels among them, keep keys to themselves: the window has none.

func passKey(from fyne.CanvasObject, ev *fyne.KeyEvent) {
	c := fyne.CurrentApp().Driver().CanvasForObject(from)
	if c == nil || c.OnTypedKey() == nil {
		return
	}
	c.OnTypedKey()(ev)
}

// entry is a text field.
type entry struct {
	widget.Entry
	// onKey sees special keys first and tells whether it used one; nil sees none.
	onKey func(*fyne.KeyEvent) bool
}

func newEntry() *entry {
	e := &entry{}
	e.ExtendBaseWidget(e)
	return e
}

// TypedKey is called for a special key while the entry has the focus.
func (e *entry) TypedKey(ev *fyne.KeyEvent) {
	switch {
	case e.onKey != nil && e.onKey(ev):
	case ev.Name == fyne.KeyEscape:
		passKey(e, ev)
	default:
		e.Entry.TypedKey(ev)
	}
}

// TypedShortcut is called for a shortcut while the entry has the focus. Those
// of text fields and those of the window are different, so both may look.
func (e *entry) TypedShortcut(s fyne.Shortcut) {
	e.Entry.TypedShortcut(s)
	if c, ok := fyne.CurrentApp().Driver().CanvasForObject(e).(fyne.Shortcutable); ok {
		c.TypedShortcut(s)
	}
}

func (e *entry) selectAll() { e.Entry.TypedShortcut(&fyne.ShortcutSelectAll{}) }

// button is a push button that Enter presses as well.
type button struct {
	widget.Button
	hint func(string) // hears what the button does while the mouse or the keyboard is at it; nil does nothing
	does string
}

func newButton(text string, icon fyne.Resource, tapped func()) *button {
	b := &button{}
	b.Text, b.Icon, b.OnTapped = text, icon, tapped
	b.ExtendBaseWidget(b)
	return b
}

func newMainButton(text string, icon fyne.Resource, tapped func()) *button {
	b := newButton(text, icon, tapped)
	b.Importance = widget.HighImportance
	return b
}

func newQuietButton(text string, icon fyne.Resource, tapped func()) *button {
	b := newButton(text, icon, tapped)
	b.Importance = widget.LowImportance
	return b
}

// hinted has what the button does said by show when the mouse or the keyboard
// comes to it, as suits one without words. "" says that they are gone.
func (b *button) hinted(show func(string), does string) { b.hint, b.does = show, does }

func (b *button) say(text string) {
	if b.hint != nil {
		b.hint(text)
	}
}

// MouseIn is called when the mouse arrives.
func (b *button) MouseIn(ev *desktop.MouseEvent) {
	b.Button.MouseIn(ev)
	b.say(b.does)
}

// MouseOut is called when the mouse leaves.
func (b *button) MouseOut() {
	b.Button.MouseOut()
	b.say("")
}

// FocusGained is called when the button gets the focus.
func (b *button) FocusGained() {
	b.Button.FocusGained()
	b.say(b.does)
}

// FocusLost is called when the button loses the focus.
func (b *button) FocusLost() {
	b.Button.FocusLost()
	b.say("")
}

// TypedKey is called for a special key while the button has the focus.
func (b *button) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		b.Button.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	case fyne.KeySpace:
		b.Button.TypedKey(ev)
	default:
		passKey(b, ev)
	}
}

// set changes what the button says, if it is something else.
func (b *button) set(text string, icon fyne.Resource, tapped func()) {
	b.OnTapped = tapped
	if b.Text == text {
		return
	}
	b.Text, b.Icon = text, icon
	b.Refresh()
}

// enable makes the button usable or not.
func (b *button) enable(usable bool) {
	if usable == !b.Disabled() {
		return
	}
	if usable {
		b.Enable()
		return
	}
	b.Disable()
}

// check is a box to tick.
type check struct {
	widget.Check
}

func newCheck(text string, checked bool) *check {
	c := &check{}
	c.Text, c.Checked = text, checked
	c.ExtendBaseWidget(c)
	return c
}

// TypedKey is called for a special key while the box has the focus.
func (c *check) TypedKey(ev *fyne.KeyEvent) {
	if ev.Name == fyne.KeyEscape {
		passKey(c, ev)
		return
	}
	c.Check.TypedKey(ev)
}

// slider is a slider that works with the arrow keys.
type slider struct {
	widget.Slider
}

func newSlider(low, high float64) *slider {
	s := &slider{}
	s.Min, s.Max, s.Step = low, high, 1
	s.ExtendBaseWidget(s)
	return s
}

// TypedKey is called for a special key while the slider has the focus.
func (s *slider) TypedKey(ev *fyne.KeyEvent) {
	if ev.Name == fyne.KeyEscape {
		passKey(s, ev)
		return
	}
	s.Slider.TypedKey(ev)
}

// rowList is a list through which the keys walk: arrows, Page Up and Down, Home
// and End choose a row, Enter opens it.
type rowList struct {
	widget.List
	onOpen   func(row int)      // Enter; nil does nothing
	onTapped func(row int)      // a click, as opposed to a key; nil does nothing
	onDelete func(row int)      // Delete; nil does nothing
	skips    func(row int) bool // rows that keys pass by; nil has none
	at       int                // the chosen row, where the next arrow starts
	walking  bool               // a key is choosing
	told     bool               // of the latest choice
	// chosen hears of every choice, OnSelected being used by rowList itself.
	chosen func(row int)
}

func newRowList(chosen func(row int)) *rowList {
	l := &rowList{chosen: chosen, at: -1}
	l.HideSeparators = true
	l.OnSelected = l.selected
	l.ExtendBaseWidget(l)
	return l
}

func (l *rowList) selected(row int) {
	l.at, l.told = row, true
	if l.chosen != nil {
		l.chosen(row)
	}
	if l.onTapped != nil && !l.walking {
		l.onTapped(row)
	}
}

// tap is a click that a row hears by itself. Unlike one that the list hears, it
// counts for the row that is chosen already, too: a folder opens and closes.
func (l *rowList) tap(row int) {
	if row < 0 || row >= l.Length() {
		return
	}
	focusOn(l)
	l.Highlight(row)
	l.told = false
	if l.Select(row); !l.told {
		l.selected(row)
	}
}

// forget unselects everything without telling anybody.
func (l *rowList) forget() {
	l.at = -1
	l.UnselectAll()
}

// restore chooses a row without telling anybody.
func (l *rowList) restore(row int) {
	chosen := l.chosen
	l.chosen = nil
	l.choose(row)
	l.chosen = chosen
}

// FocusGained is called when the list gets the focus.
func (l *rowList) FocusGained() {
	l.List.FocusGained()
	if l.at >= 0 {
		l.Highlight(l.at)
	}
}

// TypedKey is called for a special key while the list has the focus.
func (l *rowList) TypedKey(ev *fyne.KeyEvent) {
	page := max(1, int(l.Size().Height/(rowHeight+rowGap))-1)
	switch ev.Name {
	case fyne.KeyDown:
		l.choose(l.at + 1)
	case fyne.KeyUp:
		l.choose(l.at - 1)
	case fyne.KeyPageDown:
		l.choose(l.at + page)
	case fyne.KeyPageUp:
		l.choose(l.at - page)
	case fyne.KeyHome:
		l.choose(0)
	case fyne.KeyEnd:
		l.choose(l.Length() - 1)
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		l.tell(l.onOpen)
	case fyne.KeyDelete:
		l.tell(l.onDelete)
	default:
		passKey(l, ev)
	}
}

func (l *rowList) choose(row int) {
	if l.Length() == 0 {
		return
	}
	row = l.passing(min(max(row, 0), l.Length()-1))
	l.walking = true
	l.Select(row)
	l.walking = false
	l.Highlight(row)
}

// passing gives the row that a key leads to which goes for this one: the next
// that is not skipped, in the same direction if there is one.
func (l *rowList) passing(row int) int {
	if l.skips == nil {
		return row
	}
	step := 1
	if row < l.at {
		step = -1
	}
	for _, step := range []int{step, -step} {
		for at := row; at >= 0 && at < l.Length(); at += step {
			if !l.skips(at) {
				return at
			}
		}
	}
	return row
}

func (l *rowList) tell(hears func(int)) {
	if hears != nil && l.at >= 0 && l.at < l.Length() {
		hears(l.at)
	}
}

// dropdown is a field with a list of values to choose from.
type dropdown struct {
	widget.Select
}

func newDropdown(values []string, changed func(string)) *dropdown {
	c := &dropdown{}
	c.Options, c.OnChanged = values, changed
	c.ExtendBaseWidget(c)
	return c
}

// TypedKey is called for a special key while the dropdown has the focus.
func (c *dropdown) TypedKey(ev *fyne.KeyEvent) {
	if ev.Name == fyne.KeyEscape {
		passKey(c, ev)
		return
	}
	c.Select.TypedKey(ev)
}
