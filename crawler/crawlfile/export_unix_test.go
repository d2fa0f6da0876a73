//go:build unix

package crawlfile

import "os"

// WithSurvey turns the checks of the whole crawl on or off, for a benchmark.
func WithSurvey(on bool) { withSurvey = on }

// CPU is the time of the processor this process has used.
var CPU = cpu

// ChildTask gives this program another task: see TestMain.
func ChildTask(task string) []string { return append(os.Environ(), childTask+"="+task) }
