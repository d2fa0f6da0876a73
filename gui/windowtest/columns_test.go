//go:build windowtest

package windowtest

import (
	"strconv"
	"testing"
)

// TestColumns chooses what the list shows as a person does who has never done
// it: the button at its end says what it is for, the menu what each column is.
func TestColumns(t *testing.T) {
	me := newPerson(t)
	window := me.open()
	window.resize(1200, 780)
	screen.clickOn(t, "Try it on a sample site")
	screen.see(t, "What matters most")
	screen.clickOn(t, "All")
	screen.see(t, "/about.html")
	screen.press(t, "ctrl+f")
	screen.press(t, "Tab", "Tab", "Tab", "Tab", "Tab", "Tab") // folders, four columns, and the button
	screen.see(t, "Choose columns")
	screen.press(t, "Return")
	screen.see(t, "Columns of the list")
	me.remember("1-menu")
	screen.clickOn(t, "Type")
	screen.clickOn(t, "Close")
	screen.gone(t, "Columns of the list")
	screen.see(t, "text/html")
	me.remember("2-type")

	at := screen.see(t, "Type")
	screen.xdotool(t, "mousemove", strconv.Itoa(at.Min.X+8), strconv.Itoa(at.Min.Y+6), "click", "3")
	screen.see(t, "What kind of file it is")
	screen.press(t, "Escape")
	screen.gone(t, "What kind of file it is")
	screen.clickOn(t, "/about.html")
	screen.see(t, "The page works")
	screen.press(t, "ctrl+c")
	screen.see(t, "One row copied")
	window.close()

	window = me.open(me.crawls()[0].Path) // the choice is remembered
	screen.see(t, "What matters most")
	screen.clickOn(t, "All")
	screen.see(t, "text/html")
	window.close()
}

// TestFolders sees folders follow what is typed into the filter.
func TestFolders(t *testing.T) {
	me := newPerson(t)
	me.theme = "dark"
	window := me.open()
	screen.clickOn(t, "Try it on a sample site")
	screen.see(t, "What matters most")
	window.resize(1000, 650)
	screen.clickOn(t, "Broken")
	screen.see(t, "These addresses do not open")
	screen.clickOn(t, "As folders")
	screen.see(t, "gift-vouchers.html")
	screen.see(t, "guides")
	screen.press(t, "ctrl+f")
	screen.write(t, "recipe")
	screen.gone(t, "gift-vouchers.html")
	screen.see(t, "“recipe”") // the chip
	me.remember("1-folders")
	screen.clickOn(t, "guides") // opens
	screen.see(t, "paste-recipe.html")
	screen.clickOn(t, "guides") // closes
	screen.gone(t, "paste-recipe.html")
	screen.clickOn(t, "As a list")
	screen.see(t, "/guides/paste-recipe.html")
	window.close()
}
