// Package fetch makes one HTTP exchange: limits, decoding of content codings,
// timings, and failures in kinds that can be put into plain words.
package fetch
