package audit

import (
	"sitewalk/crawler"
	"sitewalk/crawler/page"
)

// imageHeaviest is the default of Screaming Frog SEO Spider, in bytes.
const imageHeaviest = 100 << 10

var imageChecks = []Check{
	{ID: "image-broken", Usual: "Response Codes: Internal Client Error (4xx)", Group: Images, Hurts: Visitors, on: ours, rule: func(s *subject) {
		s.status(s.Kind == crawler.ImageKind && s.Outcome == crawler.Broken && s.Status >= 400 && s.Status < 500)
	}},
	{ID: "image-heavy", Usual: "Images: Over 100 KB", Group: Images, Hurts: Visitors, on: working, rule: func(s *subject) {
		if s.Kind == crawler.ImageKind {
			s.heavier(s.Size, imageHeaviest)
		}
	}},
	{ID: "image-old-format", Group: Images, Hurts: Nicety, on: working, rule: func(s *subject) {
		switch s.ContentType {
		case "image/bmp", "image/x-ms-bmp", "image/tiff", "image/x-tiff":
			s.found(s.ContentType)
		}
	}},
	{ID: "image-alt-missing", Usual: "Images: Missing Alt Attribute", Group: Images, Hurts: Visitors, on: pages, rule: marked(page.AltMissing)},
	{ID: "image-alt-empty", Usual: "Images: Missing Alt Text", Group: Images, Hurts: Nicety, on: pages, rule: marked(page.AltEmpty)},
	{ID: "image-alt-long", Usual: "Images: Alt Text Over 100 Characters", Group: Images, Hurts: Nicety, on: pages, rule: marked(page.AltLong)},
	{ID: "image-alt-file-name", Group: Images, Hurts: Visitors, on: pages, rule: marked(page.AltFileName)},
	{ID: "image-no-size", Usual: "Images: Missing Size Attributes", Group: Images, Hurts: Visitors, on: pages, rule: marked(page.NoSize)},
}

// heavier notes a number of bytes that is larger than it should be.
func (s *subject) heavier(bytes, most int64) {
	if bytes > most {
		s.found(sayN("evidence.kilobytes", int((bytes+1023)>>10)))
	}
}

var imageWords = []wording{
	{"image-broken", "Picture that is missing",
		"Visitors see a gap or a broken picture sign where this image should be.",
		"Upload the picture again, or take it out of the pages that show it.",
		"These images are missing (4xx). Please restore them or correct the pages that show them."},
	{"image-heavy", "Heavy picture",
		"The picture is larger than 100 KB. On a phone with a weak connection visitors wait for it, and it uses up their data.",
		"Save it smaller: at the size at which it is shown, as WebP or as JPEG of middle quality.",
		"These images are larger than 100 KB. Please resize them to the size shown and compress them, preferably as WebP or AVIF."},
	{"image-old-format", "Picture in an old format",
		"BMP and TIFF pictures are very large, and many browsers do not show TIFF at all.",
		"Save the picture as WebP, JPEG or PNG and put that in.",
		"These images are BMP or TIFF files. Please convert them to WebP, JPEG or PNG."},
	{"image-alt-missing", "Picture without a description",
		"People who cannot see the picture hear its file name read out, or nothing. Search engines don't know what it shows either.",
		"Write in a few words what the picture shows, in the field for the alternative text. For mere decoration leave the field empty on purpose.",
		"These images have no alt attribute. Please add one that describes the image, or an empty one (alt=\"\") for decoration."},
	{"image-alt-empty", "Picture with an empty description",
		"An empty description says that the picture is mere decoration, so screen readers pass it by. That is right for a flourish and wrong for a product.",
		"Describe the pictures that show something. Leave decoration as it is.",
		"These images have an empty alt text. Please add a description where the image carries content."},
	{"image-alt-long", "Picture with a very long description",
		"A description of more than 100 characters is read out in one go and cannot be skipped through.",
		"Shorten it to what one must know, and put the rest into the text of the page.",
		"The alt texts of these images are longer than 100 characters. Please shorten them."},
	{"image-alt-file-name", "Picture described by its file name",
		"The description is the name of a file, such as IMG_2041.jpg. It tells nobody what the picture shows.",
		"Replace it with a few words about the picture.",
		"The alt texts of these images are file names. Please replace them with real descriptions."},
	{"image-no-size", "Picture whose size is not told",
		"While the page loads, the text jumps each time a picture appears, and visitors lose their place or click the wrong thing.",
		"Ask your web developer to write width and height into the page for each picture.",
		"These images have no width and height attributes. Please add them so that the layout does not shift while loading."},
}
