package gui

import (
	"encoding/json"
	"slices"

	"fyne.io/fyne/v2"

	"sitewalk/crawler"
)

// settings is what the window remembers between two starts. It is the only
// place that touches Fyne's preferences.
type settings struct {
	kept fyne.Preferences
}

func newSettings(kept fyne.Preferences) *settings { return &settings{kept: kept} }

const (
	keyCrawl        = "crawl"
	keyAppearance   = "appearance"
	keyWidth        = "window.width"
	keyHeight       = "window.height"
	keyExportFolder = "export.folder"
	keyDetailsSplit = "split.details"
	keyColumns      = "list.columns"
)

// smallest is the window size down to which everything stays usable.
var smallest = fyne.NewSize(1000, 650)

// crawl gives the choices for the next crawl. What cannot be read any more is
// as if it had never been chosen.
func (s *settings) crawl() crawler.Settings {
	var chosen crawler.Settings
	if err := json.Unmarshal([]byte(s.kept.StringWithFallback(keyCrawl, "{}")), &chosen); err != nil {
		chosen = crawler.Settings{}
	}
	if chosen.Concurrency < 1 || chosen.Concurrency > crawler.MaxConcurrency {
		chosen.Concurrency = crawler.DefaultConcurrency
	}
	return chosen
}

func (s *settings) setCrawl(chosen crawler.Settings) {
	text, err := json.Marshal(chosen)
	if err != nil { // numbers, words and lists always can be written
		fyne.LogError("writing the crawl options", err)
		return
	}
	s.kept.SetString(keyCrawl, string(text))
}

func (s *settings) setConcurrency(n int) {
	chosen := s.crawl()
	chosen.Concurrency = n
	s.setCrawl(chosen)
}

func (s *settings) appearance() appearance { return appearance(s.kept.String(keyAppearance)) }

func (s *settings) setAppearance(a appearance) { s.kept.SetString(keyAppearance, string(a)) }

// windowSize is at least the smallest usable one, and a pleasant one at first.
func (s *settings) windowSize() fyne.Size {
	return fyne.NewSize(
		float32(s.kept.FloatWithFallback(keyWidth, 1200)),
		float32(s.kept.FloatWithFallback(keyHeight, 780)),
	).Max(smallest)
}

func (s *settings) setWindowSize(size fyne.Size) {
	s.kept.SetFloat(keyWidth, float64(size.Width))
	s.kept.SetFloat(keyHeight, float64(size.Height))
}

func (s *settings) exportFolder() string {
	if folder := s.kept.String(keyExportFolder); folder != "" {
		return folder
	}
	return documentsFolder()
}

func (s *settings) setExportFolder(folder string) { s.kept.SetString(keyExportFolder, folder) }

// detailsSplit is how much of the width the list has beside the details.
func (s *settings) detailsSplit() float64 { return s.kept.FloatWithFallback(keyDetailsSplit, 0.56) }

func (s *settings) setDetailsSplit(share float64) { s.kept.SetFloat(keyDetailsSplit, share) }

// columns are the ids of the columns of the list, as a person chose them.
func (s *settings) columns() []string {
	return s.kept.StringListWithFallback(keyColumns, usualColumns())
}

// setColumns remembers a choice of columns. The usual ones are no choice: they may
// be others in a later version.
func (s *settings) setColumns(ids []string) {
	if slices.Equal(ids, usualColumns()) {
		s.kept.RemoveValue(keyColumns)
		return
	}
	s.kept.SetStringList(keyColumns, ids)
}
