package export

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// browser is a browser without a window, and what it complained of.
type browser struct {
	context.Context
	mu       sync.Mutex
	trouble  []string
	requests []string
}

func newBrowser(t *testing.T) *browser {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("no Chromium is installed")
	}
	b := &browser{}
	// The browser's folder is left to chromedp, as processes that outlive the
	// browser may still write there.
	allocated, end := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path),
		chromedp.Flag("no-sandbox", true), chromedp.Flag("disable-gpu", true))...)
	t.Cleanup(end)
	opened, closeIt := chromedp.NewContext(allocated, chromedp.WithListener(b.hear))
	t.Cleanup(closeIt)
	b.Context = opened
	b.run(t, call(network.Enable, network.EnableParams{}), call(log.Enable, cdp.Empty{}))
	return b
}

// call makes an action of a command of the protocol.
func call[P, R any](command cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, command, params)
		return err
	})
}

// script makes an action that only runs a script.
func script(source string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](source)
}

// await makes an action that waits until an expression is true.
func await(expression string) chromedp.Action[chromedp.Void] {
	return chromedp.Poll[chromedp.Void](expression, chromedp.WithPollingTimeout(time.Minute))
}

// hear notes whatever the browser complains of, and what it asks the network for.
func (b *browser) hear(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.trouble = append(b.trouble, e.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		b.trouble = append(b.trouble, "console: "+string(e.Type))
	case *log.EventEntryAdded:
		b.trouble = append(b.trouble, e.Entry.Text)
	case *network.EventRequestWillBeSent:
		if !strings.HasPrefix(e.Request.URL, "file://") {
			b.requests = append(b.requests, e.Request.URL)
		}
	}
}

func (b *browser) run(t *testing.T, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(b, actions...); err != nil {
		t.Fatal(err)
	}
}

// evaluate gives the value of an expression.
func evaluate[T any](t *testing.T, b *browser, expression string, options ...chromedp.EvaluateOption) T {
	t.Helper()
	value, err := chromedp.Run(b, chromedp.Evaluate[T](expression, options...))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return value
}

func (b *browser) wantQuiet(t *testing.T) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.trouble) > 0 {
		t.Errorf("the browser complains: %q", b.trouble)
	}
	if len(b.requests) > 0 {
		t.Errorf("the report asked the network for %q", b.requests)
	}
}

func TestReportInABrowser(t *testing.T) {
	b := newBrowser(t)
	path := written(t, hostile(t), "x.html", Choice{})
	b.run(t, chromedp.Navigate("file://"+path), chromedp.WaitReady("#pages tbody tr"))

	const status = "document.querySelector('#pages [role=status]').textContent"
	all := len(hostileTexts) + 9
	if got := evaluate[string](t, b, status); got != fmt.Sprintf("1 to %d of %d", all, all) {
		t.Errorf("the table says %q", got)
	}
	if first := evaluate[string](t, b, "document.querySelector('#pages tbody tr').innerText"); !strings.Contains(first, "Broken") {
		t.Errorf("what is broken does not come first: %q", first)
	}
	// Hostile titles are texts, each as it was.
	titles := evaluate[[]string](t, b, "[...document.querySelectorAll('#pages tbody tr')].map(r => r.children[2].textContent)")
	for _, text := range hostileTexts {
		if !contains(titles, text) {
			t.Errorf("title %.60q is not there", text)
		}
	}

	b.run(t, chromedp.SendKeys("#pages input", "RIGHT left"), await(status+" === '1 to 1 of 1'"))
	b.run(t, script("document.querySelector('#pages input').value = ''; document.querySelector('#pages input').dispatchEvent(new Event('input'))"),
		await(fmt.Sprintf("%s.endsWith('of %d')", status, all)))

	const statuses = "[...document.querySelectorAll('#pages tbody tr')].map(r => Number(r.children[3].textContent))"
	for _, order := range []struct{ aria, sign string }{{"ascending", "<"}, {"descending", ">"}} {
		b.run(t, script("document.querySelectorAll('#pages th button')[3].focus()"), chromedp.KeyEvent("\r"))
		if got := evaluate[string](t, b, "document.querySelectorAll('#pages th')[3].getAttribute('aria-sort')"); got != order.aria {
			t.Errorf("the order is told as %q, not %q", got, order.aria)
		}
		if !evaluate[bool](t, b, statuses+".every((s, i, all) => i === 0 || !(s "+order.sign+" all[i-1]))") {
			t.Errorf("not %s: %v", order.aria, evaluate[[]float64](t, b, statuses))
		}
	}

	b.run(t, script("[...document.querySelectorAll('#problems details')].find(d => d.innerText.includes('Page not found')).open = true"),
		chromedp.Click("#problems details[open] button"), await(status+" === '1 to 1 of 1'"))
	if !evaluate[bool](t, b, "[...document.querySelectorAll('table')].every(t => t.querySelectorAll('th[scope=col]').length > 3)") {
		t.Error("a table has no headings")
	}
	b.wantQuiet(t)
}

func contains(all []string, wanted string) bool {
	for _, s := range all {
		if s == wanted {
			return true
		}
	}
	return false
}

func TestReportOnAPhone(t *testing.T) {
	b := newBrowser(t)
	path := written(t, hostile(t), "x.html", Choice{})
	b.run(t, chromedp.EmulateViewport(360, 740, chromedp.EmulateMobile), chromedp.Navigate("file://"+path), chromedp.WaitReady("#pages tbody tr"))
	if got := evaluate[int](t, b, "document.documentElement.scrollWidth"); got > 360 {
		t.Errorf("the report is %d wide on a screen of 360", got)
	}
}

// axeVersion is the version of axe-core that looks at the report.
const axeVersion = "4.14.1"

// axe gives the script of axe-core, from the npm registry or where an earlier
// test kept it.
func axe(t *testing.T) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip("there is no cache folder for axe-core")
	}
	folder := filepath.Join(cache, "sitewalk-test", "axe-core-"+axeVersion)
	script := filepath.Join(folder, "node_modules", "axe-core", "axe.min.js")
	if _, err := os.Stat(script); err != nil {
		npm, err := exec.LookPath("npm")
		if err != nil {
			t.Skip("npm is not installed, so axe-core did not look at the report")
		}
		limited, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		if out, err := exec.CommandContext(limited, npm, "install", "--no-save", "--ignore-scripts", "--prefix", folder, "axe-core@"+axeVersion).CombinedOutput(); err != nil {
			t.Skipf("axe-core is not to be had (%v), so it did not look at the report: %.200s", err, out)
		}
	}
	text, err := os.ReadFile(script)
	if err != nil {
		t.Skipf("axe-core cannot be read, so it did not look at the report: %v", err)
	}
	return string(text)
}

func TestReportIsAccessible(t *testing.T) {
	source := axe(t)
	b := newBrowser(t)
	path := written(t, hostile(t), "x.html", Choice{})
	for _, scheme := range []string{"light", "dark"} {
		b.run(t, call(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}),
			chromedp.Navigate("file://"+path), chromedp.WaitReady("#pages tbody tr"),
			script("document.querySelectorAll('details').forEach(d => { d.open = true })"), script(source))
		wrong := evaluate[string](t, b, `axe.run().then(r => JSON.stringify(r.violations
			.map(v => [v.impact, v.id, v.help, v.nodes.slice(0, 3).map(n => n.html.slice(0, 200))])))`, chromedp.EvalAwaitPromise)
		var violations []any
		if err := json.Unmarshal([]byte(wrong), &violations); err != nil || len(violations) > 0 {
			t.Errorf("%s: %s (%v)", scheme, wrong, err)
		}
	}
}
