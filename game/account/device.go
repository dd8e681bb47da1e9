package account

import "strings"

// Device is the kind of browser and of system that a User-Agent names, such as
// "firefox/linux"; either may be "". Nothing else of it is kept.
func Device(userAgent string) string {
	return family(userAgent, browsers()) + "/" + family(userAgent, systems())
}

// A mark tells a family; the first that is found counts, since most browsers
// claim to be their ancestors too.
type mark struct{ text, name string }

func browsers() []mark {
	return []mark{
		{"Edg", "edge"}, {"OPR/", "opera"}, {"Opera", "opera"}, {"SamsungBrowser", "samsung"}, {"Vivaldi", "vivaldi"},
		{"Firefox/", "firefox"}, {"FxiOS", "firefox"}, {"CriOS", "chrome"}, {"Chromium/", "chromium"}, {"Chrome/", "chrome"},
		{"Safari/", "safari"}, {"Lynx", "lynx"}, {"w3m", "w3m"}, {"Links", "links"}, {"curl/", "curl"}, {"python", "python"}, {"Go-http-client", "go"},
	}
}

func systems() []mark {
	return []mark{
		{"iPhone", "iphone"}, {"iPad", "ipad"}, {"Android", "android"}, {"CrOS", "chromeos"}, {"Windows", "windows"},
		{"Mac OS X", "macos"}, {"Macintosh", "macos"}, {"Linux", "linux"}, {"linux", "linux"}, {"BSD", "bsd"},
	}
}

func family(userAgent string, marks []mark) string {
	for _, m := range marks {
		if strings.Contains(userAgent, m.text) {
			return m.name
		}
	}
	return ""
}
