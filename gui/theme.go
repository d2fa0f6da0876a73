package gui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// The colours of outcomes, beside those of every Fyne theme.
const (
	colorWorks     fyne.ThemeColorName = "sitewalk-works"
	colorMoved     fyne.ThemeColorName = "sitewalk-moved"
	colorBroken    fyne.ThemeColorName = "sitewalk-broken"
	colorUnchecked fyne.ThemeColorName = "sitewalk-unchecked"
	colorQuiet     fyne.ThemeColorName = "sitewalk-quiet"   // skipped, waiting, and text of second rank
	colorSurface   fyne.ThemeColorName = "sitewalk-surface" // bars and side columns
)

// appearance is which variant of the theme a person wants.
type appearance string

const (
	followSystem appearance = ""
	alwaysLight  appearance = "light"
	alwaysDark   appearance = "dark"
)

// look is the theme: Fyne's own with calmer colours and those of the outcomes.
// Text reaches a contrast of 4.5 to 1 on every surface it stands on (WCAG 2.2,
// 1.4.3).
type look struct {
	fyne.Theme
	want appearance
}

func newLook(want appearance) *look { return &look{Theme: theme.DefaultTheme(), want: want} }

// Color gives the colour of a name.
func (l *look) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	colours := lightColours
	if l.dark(variant) {
		colours, variant = darkColours, theme.VariantDark
	} else {
		variant = theme.VariantLight
	}
	if c, ok := colours[name]; ok {
		return c
	}
	return l.Theme.Color(name, variant)
}

func (l *look) dark(system fyne.ThemeVariant) bool {
	switch l.want {
	case alwaysDark:
		return true
	case alwaysLight:
		return false
	}
	return system == theme.VariantDark
}

// Size gives the size of a name.
func (l *look) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case theme.SizeNameCaptionText:
		return 12
	case theme.SizeNameInputRadius, theme.SizeNameButtonRadius, theme.SizeNameSelectionRadius:
		return 6
	case theme.SizeNameScrollBarSmall:
		return 6
	case theme.SizeNameModalBlurRadius: // blurring takes half a second without a graphics card
		return 0
	}
	return l.Theme.Size(name)
}

// variation is the window's theme with a few colours different, for a part of
// the window without text: see compact.
type variation struct {
	colors map[fyne.ThemeColorName]fyne.ThemeColorName
}

// visibleTrack is for sliders, whose track Fyne paints in the colour that text
// fields have.
var visibleTrack = variation{colors: map[fyne.ThemeColorName]fyne.ThemeColorName{
	theme.ColorNameInputBackground: theme.ColorNameInputBorder,
}}

func (v variation) base() fyne.Theme { return fyne.CurrentApp().Settings().Theme() }

// Color gives the colour of a name.
func (v variation) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	if other, ok := v.colors[name]; ok {
		name = other
	}
	return v.base().Color(name, variant)
}

// Size gives the size of a name.
func (v variation) Size(name fyne.ThemeSizeName) float32 { return v.base().Size(name) }

// Font gives the font of a style.
func (v variation) Font(style fyne.TextStyle) fyne.Resource { return v.base().Font(style) }

// Icon gives the icon of a name.
func (v variation) Icon(name fyne.ThemeIconName) fyne.Resource { return v.base().Icon(name) }

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xff}
}

func alpha(hex uint32, a uint8) color.NRGBA {
	c := rgb(hex)
	c.A = a
	return c
}

var lightColours = map[fyne.ThemeColorName]color.Color{
	colorWorks:     rgb(0x1a7037),
	colorMoved:     rgb(0x5746af),
	colorBroken:    rgb(0xb3261e),
	colorUnchecked: rgb(0x8a5200),
	colorQuiet:     rgb(0x556070),
	colorSurface:   rgb(0xf4f6f9),

	theme.ColorNameBackground:          rgb(0xffffff),
	theme.ColorNameForeground:          rgb(0x1c2430),
	theme.ColorNameButton:              rgb(0xe4e8ee),
	theme.ColorNameDisabledButton:      rgb(0xeef0f4),
	theme.ColorNameDisabled:            rgb(0x596374),
	theme.ColorNamePlaceHolder:         rgb(0x5c6675),
	theme.ColorNameInputBackground:     rgb(0xffffff),
	theme.ColorNameInputBorder:         rgb(0xb4bcc8),
	theme.ColorNameSeparator:           rgb(0xdfe3e9),
	theme.ColorNameHeaderBackground:    rgb(0xf4f6f9),
	theme.ColorNameMenuBackground:      rgb(0xffffff),
	theme.ColorNameOverlayBackground:   rgb(0xffffff),
	theme.ColorNameHover:               alpha(0x1c2430, 0x0e),
	theme.ColorNamePressed:             alpha(0x1c2430, 0x20),
	theme.ColorNamePrimary:             rgb(0x1d5fc4),
	theme.ColorNameHyperlink:           rgb(0x1d5fc4),
	theme.ColorNameForegroundOnPrimary: rgb(0xffffff),
	theme.ColorNameFocus:               alpha(0x1d5fc4, 0x50),
	theme.ColorNameSelection:           alpha(0x1d5fc4, 0x1e),
	theme.ColorNameError:               rgb(0xb3261e),
	theme.ColorNameForegroundOnError:   rgb(0xffffff),
	theme.ColorNameSuccess:             rgb(0x1a7037),
	theme.ColorNameForegroundOnSuccess: rgb(0xffffff),
	theme.ColorNameWarning:             rgb(0x8a5200),
	theme.ColorNameForegroundOnWarning: rgb(0xffffff),
	theme.ColorNameScrollBar:           alpha(0x1c2430, 0x55),
	theme.ColorNameShadow:              alpha(0x000000, 0x30),
}

var darkColours = map[fyne.ThemeColorName]color.Color{
	colorWorks:     rgb(0x63d088),
	colorMoved:     rgb(0xb9acff),
	colorBroken:    rgb(0xff9087),
	colorUnchecked: rgb(0xf2b950),
	colorQuiet:     rgb(0xa3adbb),
	colorSurface:   rgb(0x1c2027),

	theme.ColorNameBackground:          rgb(0x15181d),
	theme.ColorNameForeground:          rgb(0xe6e9ee),
	theme.ColorNameButton:              rgb(0x2d333d),
	theme.ColorNameDisabledButton:      rgb(0x22272e),
	theme.ColorNameDisabled:            rgb(0xa5afbd),
	theme.ColorNamePlaceHolder:         rgb(0xa5afbd),
	theme.ColorNameInputBackground:     rgb(0x0f1216),
	theme.ColorNameInputBorder:         rgb(0x4a5361),
	theme.ColorNameSeparator:           rgb(0x2d333c),
	theme.ColorNameHeaderBackground:    rgb(0x1c2027),
	theme.ColorNameMenuBackground:      rgb(0x22272f),
	theme.ColorNameOverlayBackground:   rgb(0x1f242b),
	theme.ColorNameHover:               alpha(0xffffff, 0x12),
	theme.ColorNamePressed:             alpha(0xffffff, 0x28),
	theme.ColorNamePrimary:             rgb(0x7db0ff),
	theme.ColorNameHyperlink:           rgb(0x7db0ff),
	theme.ColorNameForegroundOnPrimary: rgb(0x0b1626),
	theme.ColorNameFocus:               alpha(0x7db0ff, 0x60),
	theme.ColorNameSelection:           alpha(0x7db0ff, 0x2c),
	theme.ColorNameError:               rgb(0xff9087),
	theme.ColorNameForegroundOnError:   rgb(0x2b0906),
	theme.ColorNameSuccess:             rgb(0x63d088),
	theme.ColorNameForegroundOnSuccess: rgb(0x06240f),
	theme.ColorNameWarning:             rgb(0xf2b950),
	theme.ColorNameForegroundOnWarning: rgb(0x2b1d00),
	theme.ColorNameScrollBar:           alpha(0xffffff, 0x60),
	theme.ColorNameShadow:              alpha(0x000000, 0x80),
}

func themeColor(name fyne.ThemeColorName) color.Color { return theme.Color(name) }
