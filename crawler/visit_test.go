package crawler

import (
	"io"
	"testing"

	"sitewalk/crawler/fetch"
)

func TestMayPass(t *testing.T) {
	fail := func(k fetch.Kind) *fetch.Error { return &fetch.Error{Kind: k, Cause: io.EOF} }
	tests := []struct {
		r    fetch.Response
		want bool
	}{
		{fetch.Response{Status: 200}, false},
		{fetch.Response{Status: 404}, false},
		{fetch.Response{Status: 500}, false},
		{fetch.Response{Status: 429}, true},
		{fetch.Response{Status: 502}, true},
		{fetch.Response{Status: 503}, true},
		{fetch.Response{Status: 504}, true},
		{fetch.Response{Err: fail(fetch.Reset)}, true},
		{fetch.Response{Err: fail(fetch.Timeout)}, false}, // of a host that is out of reach, as the next ones
		{fetch.Response{Err: fail(fetch.DNS)}, false},
		{fetch.Response{Err: fail(fetch.Refused)}, false},
		{fetch.Response{Status: 200, Err: fail(fetch.Truncated)}, false},
	}
	for _, test := range tests {
		if got := mayPass(&test.r); got != test.want {
			t.Errorf("status %d, %v: %v", test.r.Status, test.r.Err, got)
		}
	}
}
