package cli

// closest gives the name that a slip of the hand would turn into typed, "" when there is none.
func closest(typed string, names []string) string {
	best, distance := "", 3
	for _, name := range names {
		if d := slips(typed, name); d < distance && d < len(name)/2+1 {
			best, distance = name, d
		}
	}
	return best
}

// slips is how many bytes have to be added, removed or changed to make a into b
// (the Levenshtein distance).
func slips(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
