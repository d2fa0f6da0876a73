package gui

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/lang"

	"sitewalk/crawler/audit"
)

// appID decides where the window's settings are kept.
const appID = "org.sitewalk.Sitewalk"

// mostEnding is how long the program may take to end when the window is closed and
// everything is saved. Now and then Fyne waits for an event that it has just thrown
// away, for ever.
const mostEnding = 3 * time.Second

// Run opens the window and returns when it was closed. icon is a PNG.
func Run(icon []byte) {
	data, err := dataFolder()
	var crashed string
	if err == nil {
		crashed, err = keepCrashes(data)
	}
	a := app.NewWithID(appID)
	a.SetIcon(fyne.NewStaticResource("Icon.png", icon))
	if err := speak(); err != nil {
		fyne.LogError("loading the translations", err)
	}
	a.Settings().SetTheme(newLook(newSettings(a.Preferences()).appearance()))
	w := newWindow(a, filepath.Join(data, "crawls"), newFeed())
	a.Lifecycle().SetOnStarted(func() { w.greet(data, crashed, err) })
	w.window.Show()
	w.window.Canvas().Focus(w.toolbar.address)
	if path := os.Getenv(heartbeatVariable); path != "" {
		beats := newHeartbeat(w.feed)
		defer func() {
			if err := beats.report(path); err != nil {
				fyne.LogError("writing the heartbeat's report", err)
			}
		}()
	}
	context.AfterFunc(w.feed.ctx, func() {
		time.Sleep(mostEnding)
		os.Exit(0)
	})
	a.Run()
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
