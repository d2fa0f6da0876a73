package gui

import (
	"os"
	"path/filepath"
	"runtime"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/lang"

	"sitewalk/crawler/audit"
)

// appID decides where the window's settings are kept.
const appID = "org.sitewalk.Sitewalk"

// Run opens the window, with a crawl file in it unless path is "", and returns
// the exit code when it was closed. icon is a PNG. Where there can be no window
// it says so.
func Run(path string, icon []byte) (code int) {
	data, err := dataFolder()
	var crashed string
	if err == nil {
		crashed, err = keepCrashes(data)
	}
	if cache, err := os.UserCacheDir(); err == nil {
		_ = os.MkdirAll(cache, 0o700) // Fyne complains where it is missing, as with a person who is new to the computer
	}
	a := app.NewWithID(appID)
	a.SetIcon(fyne.NewStaticResource("Icon.png", icon))
	if err := speak(); err != nil {
		fyne.LogError("loading the translations", err)
	}
	a.Settings().SetTheme(newLook(newSettings(a.Preferences()).appearance()))
	var w *window
	if cause := opened(func() fyne.Window {
		w = newWindow(a, filepath.Join(data, "crawls"), newFeed())
		w.end = func() { end(a) }
		return w.window
	}); cause != nil {
		tell(productName, noWindow(runtime.GOOS, commandLine(), cause))
		return 1
	}
	a.Lifecycle().SetOnStarted(func() {
		if path != "" {
			w.openFile(path)
		}
		w.greet(data, crashed, err)
	})
	w.window.Canvas().Focus(w.toolbar.address)
	if path := os.Getenv(heartbeatVariable); path != "" {
		beats := newHeartbeat(w.feed)
		w.end = func() {
			if err := beats.report(path); err != nil {
				fyne.LogError("writing the heartbeat's report", err)
			}
			end(a)
		}
	}
	a.Run()
	return 0
}

// end ends the program, on the UI goroutine and without Fyne's Quit: that closes
// queues which others still send to, so now and then it waits for an event that it
// has just thrown away, for ever, or panics. What Fyne does at its end comes first:
// it saves the preferences.
func end(a fyne.App) {
	if l, ok := a.Lifecycle().(interface{ OnStopped() func() }); ok {
		if stopped := l.OnStopped(); stopped != nil {
			stopped()
		}
	}
	os.Exit(0)
}

// greet tells what a person should know before anything else.
func (w *window) greet(data, crashed string, err error) {
	switch {
	case err != nil:
		w.sheets.message(lang.X("error.data", "Sitewalk cannot keep its crawls"), audit.File(err, data))
	case crashed != "":
		w.sheets.message(lang.X("error.crashed", "Sitewalk ended unexpectedly last time"), audit.Message{
			Text:    lang.X("error.crashed.text", "We are sorry. What was found until then is kept: see the earlier crawls."),
			Advice:  lang.X("error.crashed.advice", "If it happens again, please send the report to the people who make Sitewalk."),
			Details: crashed,
		})
	}
}
