package page

import (
	"bytes"
	_ "embed"
	"strings"
	"testing"
	"unicode/utf8"
)

// labels lists the encodings of the WHATWG Encoding Standard with their labels.
//
//go:embed testdata/labels.txt
var labels string

func TestLabelled(t *testing.T) {
	for line := range strings.Lines(labels) {
		name, all, _ := strings.Cut(strings.TrimSpace(line), ":")
		for _, label := range strings.Fields(all) {
			for _, spelling := range []string{label, strings.ToUpper(label), "\t" + label + "\n "} {
				if cs, ok := labelled(spelling); !ok || cs.name != name {
					t.Errorf("labelled(%q) = %q, %v; want %q", spelling, cs.name, ok, name)
				}
			}
		}
	}
	for _, label := range []string{"", "none", "utf-7", "utf-32", "bogus", "utf 8", "gbk'", "'gbk'"} {
		if cs, ok := labelled(label); ok {
			t.Errorf("labelled(%q) = %q; want none", label, cs.name)
		}
	}
}

// encoded is text in an encoding.
func encoded(t *testing.T, label, text string) []byte {
	t.Helper()
	cs, ok := labelled(label)
	if !ok {
		t.Fatalf("no encoding %q", label)
	}
	if cs.encoding == nil {
		return []byte(text)
	}
	b, err := cs.encoding.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestSniff(t *testing.T) {
	filler := "<style>" + strings.Repeat("p{color:#000}", 200) + "</style>"
	for _, test := range []struct{ name, body, header, want string }{
		{"mark over header", "\xEF\xBB\xBF<p>", "windows-1251", "utf-8"},
		{"mark over meta", "\xEF\xBB\xBF<meta charset=gbk>", "", "utf-8"},
		{"UTF-16 mark over header", "\xFF\xFE<\x00p\x00>\x00", "utf-8", "utf-16le"},
		{"big-endian mark", "\xFE\xFF\x00<", "", "utf-16be"},
		{"header over meta", "<meta charset=gbk>", "koi8-r", "koi8-r"},
		{"header in capitals", "<p>", "CP1251", "windows-1251"},
		{"header UTF-16", "<\x00p\x00", "utf-16", "utf-16le"},
		{"unknown header", "<meta charset=gbk>", "none", "gbk"},
		{"meta", "<!doctype html><meta charset='Shift_JIS'>", "", "shift_jis"},
		{"meta bare", "<meta charset=big5>", "", "big5"},
		{"meta with slash", "<meta/charset=big5>", "", "big5"},
		{"meta in capitals", "<META CHARSET=BIG5 >", "", "big5"},
		{"pragma", `<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">`, "", "windows-1251"},
		{"pragma in odd order", `<META content="text/html; charset=Shift_JIS" http-equiv=Content-Type>`, "", "shift_jis"},
		{"pragma, spaces, quotes", `<meta http-equiv=content-type content="charsetx; charset = 'euc-kr'">`, "", "euc-kr"},
		{"pragma, quote not closed", `<meta http-equiv=content-type content="charset='euc-kr">`, "", "windows-1252"},
		{"content alone", `<meta content="text/html; charset=windows-1251">`, "", "windows-1252"},
		{"another pragma", `<meta http-equiv=refresh content="text/html; charset=windows-1251">`, "", "windows-1252"},
		{"charset beside a content", `<meta content="charset=euc-jp" charset=gbk>`, "", "gbk"},
		{"meta says UTF-16", "<meta charset=utf-16be>", "", "utf-8"},
		{"meta says x-user-defined", "<meta charset=x-user-defined>", "", "windows-1252"},
		{"second meta after an unknown one", "<meta charset=bogus><meta charset=gbk>", "", "gbk"},
		{"meta in a comment", "<!-- <meta charset=euc-jp> --><meta charset=gbk>", "", "gbk"},
		{"short comment", "<!--><meta charset=gbk>", "", "gbk"},
		{"meta in an attribute", `<p title="<meta charset=gbk>"><p>`, "", "windows-1252"},
		{"meta after an instruction", "<?php x ?><!doctype x></ x><meta charset=gbk>", "", "gbk"},
		{"metadata is no meta", "<metadata charset=gbk>", "", "windows-1252"},
		{"first of two charsets", "<meta charset=gbk charset=big5>", "", "gbk"},
		{"meta cut off", "<meta charset=gbk", "", "windows-1252"},
		{"meta in a script is seen at the beginning", "<script>x='<meta charset=gbk>'</script>", "", "gbk"},
		{"late meta", filler + "<meta charset=windows-1251><title>x", "", "windows-1251"},
		{"late pragma", filler + `<meta http-equiv=content-type content="charset=gbk">`, "", "gbk"},
		{"late unknown", filler + "<meta charset=bogus><meta charset=gbk>", "", "gbk"},
		{"late meta in a script", filler + "<script>x='<meta charset=gbk>'</script>", "", "windows-1252"},
		{"late meta in a comment", filler + "<!-- <meta charset=gbk> -->", "", "windows-1252"},
		{"XML declaration", "<?xml version='1.0' encoding='gbk'?><html>", "", "gbk"},
		{"XML declaration, UTF-16", "<?xml encoding = \"utf-16\"?>", "", "utf-8"},
		{"XML declaration after meta", "<?xml encoding='gbk'?><meta charset=big5>", "", "big5"},
		{"XML declaration without quotes", "<?xml encoding=gbk?>", "", "windows-1252"},
		{"XML declaration in UTF-16", "<\x00?\x00x\x00m\x00l\x00", "", "utf-16le"},
		{"nothing, ASCII", "<p>x", "", "windows-1252"},
		{"nothing, UTF-8", "<p>caf\u00e9", "", "utf-8"},
		{"nothing, UTF-8 cut off", "<p>caf\u00e9\xE2\x82", "", "utf-8"},
		{"nothing, Latin-1", "<p>caf\xE9 \x93q\x94", "", "windows-1252"},
		{"empty", "", "", "windows-1252"},
	} {
		if cs, _ := sniff([]byte(test.body), test.header); cs.name != test.want {
			t.Errorf("%s: %s, want %s", test.name, cs.name, test.want)
		}
	}
}

func TestDetectsLetters(t *testing.T) {
	russian := "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью."
	japanese := "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。"
	for _, test := range []struct{ label, text string }{
		{"windows-1251", russian},
		{"koi8-r", russian},
		{"windows-1253", "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα."},
		{"windows-1255", "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון"},
		{"windows-1256", "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق وقد وهبوا عقلا وضميرا"},
		{"windows-874", "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ"},
		{"shift_jis", japanese},
		{"euc-jp", japanese},
		{"euc-kr", "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 양심을 부여받았으며"},
		{"gbk", "人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。这是我们的网站"},
		{"big5", "人人生而自由,在尊嚴和權利上一律平等。他們賦有理性和良心,並應以兄弟關係的精神相對待。這是我們的網站"},
		{"windows-1251", "Главная Контакты Доставка Оплата Каталог товаров Новости Корзина"},
		{"shift_jis", "会社概要 製品情報 お問い合わせ 採用情報 サイトマップ プライバシーポリシー"},
		{"gbk", "今天北京市气象台发布大风蓝色预警信号,预计周末气温明显下降,市民出行请注意交通安全。公司产品介绍,联系电话,版权所有"},
		{"big5", "今天臺北市氣象局發布大雨特報,預計週末氣溫明顯下降,市民出行請注意交通安全。公司產品介紹,聯絡電話,版權所有"},
		{"euc-kr", "서울특별시 강남구 테헤란로 회사소개 제품안내 고객센터 공지사항 자주묻는질문 개인정보처리방침 이용약관 오시는길"},
		{"windows-1252", "Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison. Où ça? À la mairie, près de l'école, derrière l'église."},
		{"windows-1252", "Todos los seres humanos nacen libres e iguales. Información, jardín, mañana, aquí, así, país, raíz, español, niño, después, sábado."},
		{"windows-1252", "Größe, Füße, Äpfel, Straße, über, schön, für, Tür, Übung, Bär, König, Häuser, müde, süß, grün"},
		{"windows-1252", "«Ääkköset» yötyö, pää, hää, jää, kööri – työyhteisö, öljy, äiti, sää, mää, vää"},
	} {
		page := encoded(t, test.label, "<html><head><title>x</title></head><body class=a><p>"+test.text+"</p><a href=/x>y</a></body>")
		if cs, _ := sniff(page, ""); cs.name != test.label {
			t.Errorf("%s text (%.20s) was taken for %s", test.label, test.text, cs.name)
		}
	}
}

func TestDecode(t *testing.T) {
	for _, test := range []struct{ name, body, header, want string }{
		{"UTF-8", "\u00e9", "utf-8", "\u00e9"},
		{"mark dropped", "\xEF\xBB\xBFx", "", "x"},
		{"broken UTF-8", "a\xC3\xA9\xC4\xE3b", "utf-8", "a\u00e9\uFFFD\uFFFDb"},
		{"one for each longest beginning", "\xF0\x9F\x98<\xE2\x82\xE2\x82\xAC", "utf-8", "\uFFFD<\uFFFD\u20AC"},
		{"surrogates and overlong", "\xED\xA0\x80\xC0\x80\xF5", "utf-8", "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD"},
		{"Latin-1 is windows-1252", "\x80\xA3", "iso-8859-1", "\u20AC\u00A3"},
		{"gb2312", "\xA8D", "gb2312", "\u2015"},
		{"big5", "\xF9\xDA", "big5", "\u6052"},
		{"gb18030", "100\x80 x\xFFy", "gb18030", "100\u20AC x\uFFFDy"},
		{"koi8-r", "\xF4\xC5\xD3\xD4", "koi8-r", "\u0422\u0435\u0441\u0442"},
		{"UTF-16 with odd end", "\xFF\xFEh\x00\xE9\x00x", "", "h\u00e9\uFFFD"},
		{"UTF-16, lone surrogate", "\xFE\xFF\xD8\x00\x00x", "", "\uFFFDx"},
		{"replacement", "<a href=x>", "iso-2022-kr", "\uFFFD"},
	} {
		cs, text := decode([]byte(test.body), test.header)
		if string(text) != test.want {
			t.Errorf("%s (%s): %q, want %q", test.name, cs.name, text, test.want)
		}
	}
}

// TestDecodeCopiesNothing of a document that is UTF-8 already.
func TestDecodeCopiesNothing(t *testing.T) {
	body := []byte("<p>caf\u00e9")
	if _, text := decode(body, "utf-8"); &text[0] != &body[0] {
		t.Error("the document was copied")
	}
	if n := testing.AllocsPerRun(100, func() { decode(body, "utf-8") }); n > 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{"", "<meta charset=gbk>\xC4\xE3", "\xFF\xFE<\x00", "<?xml encoding='euc-jp'?>", "\xEF\xBB\xBF\xFF",
		"<meta http-equiv=content-type content='text/html; charset=shift_jis'>\x83\x65", "\x1B$B$\"\x1B(B"} {
		f.Add([]byte(seed), "")
		f.Add([]byte(seed), "gbk")
	}
	f.Fuzz(func(t *testing.T, body []byte, header string) {
		before := bytes.Clone(body)
		cs, text := decode(body, header)
		if !utf8.Valid(text) {
			t.Errorf("%q (%s) gave %q, which is not UTF-8", body, cs.name, text)
		}
		if !bytes.Equal(body, before) {
			t.Errorf("the document was changed")
		}
		if again, ok := labelled(cs.name); !ok || again.name != cs.name {
			t.Errorf("%q is no name of an encoding", cs.name)
		}
	})
}
