package sample

import "net/http"

// partnerAnswers is the site of the shop's supplier. The shop also links to a
// page that it does not have, /beeswax.html.
func partnerAnswers() answers {
	return answers{
		"/":         partnerPage("Tallow and Twine", "We melt, pour and cut wax for people who make light."),
		"/members/": forPeople(partnerPage("The members' shop", "Wax by the block, for those who have asked us nicely.")),
	}
}

func partnerPage(title, text string) answer {
	return answer{status: http.StatusOK, contentType: htmlType, body: plainPage(title, text)}
}

// forPeople puts an answer behind a wall that only lets browsers through.
func forPeople(a answer) answer {
	a.people = true
	return a
}
