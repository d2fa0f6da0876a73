package fetch

import (
	"net/http"

	"sitewalk/crawler/weburl"
)

// Request asks for one address.
type Request struct {
	URL    weburl.URL
	Method string      // http.MethodGet or http.MethodHead; "" means GET
	Header http.Header // added to this request alone, over Options.Header
	// Want tells from status and headers whether the body is worth reading;
	// nil reads it always. A body that is not wanted is never downloaded.
	Want func(status int, header http.Header) bool
}
