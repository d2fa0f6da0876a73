package fetch

import "time"

// processTime is not measured here.
func processTime() time.Duration { return 0 }
