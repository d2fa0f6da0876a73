package crawler

import (
	"math/rand/v2"
	"testing"
)

func TestVocabulary(t *testing.T) {
	var v vocabulary
	if v.add(nil) {
		t.Error("a page without text is familiar")
	}
	if v.add([]uint64{1, 2, 3}) || !v.add([]uint64{3, 1}) || v.add([]uint64{1, 4}) || !v.add([]uint64{4}) {
		t.Error("pieces are not told apart")
	}
	r := rand.New(rand.NewPCG(1, 2))
	early := r.Uint64()
	v.add([]uint64{early})
	wrong := 0
	for range 3 * vocabularyPieces {
		if v.add([]uint64{r.Uint64()}) {
			wrong++
		}
	}
	if wrong > 3*vocabularyPieces/50 {
		t.Errorf("%d new pieces were taken for known", wrong)
	}
	if v.held > vocabularyPieces || len(v.now) != vocabularyWords || len(v.before) != vocabularyWords {
		t.Errorf("%d pieces in %d words", v.held, len(v.now))
	}
	if v.add([]uint64{early}) {
		t.Error("what was met long ago is still familiar")
	}
}
