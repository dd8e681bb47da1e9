package page

// face is the drawing of a computer player, in lines on a field of 32 units.
type face struct {
	Head string // filled with the page's paper, so that what is behind the head is covered
	Back string // hair behind the head
	Ink  string // filled: hair, hats, beards
	Line string // strokes: eyes, mouths, glasses
}

// The parts that most faces share.
const (
	faceHead  = "M16 8.5a8.5 8.5 0 0 1 8.5 8.5a8.5 9.5 0 0 1 -17 0a8.5 8.5 0 0 1 8.5 -8.5z"
	faceEyes  = "M12.5 16.5v1M19.5 16.5v1"
	faceSmile = "M12.5 21.5q3.5 2.8 7 0"
	faceGrin  = "M12 21q4 4.5 8 0z"
	faceCalm  = "M13 22h6"
)

// faceOf is the face that goes with the name of a computer player, false for a name
// that somebody has chosen.
func faceOf(name string) (face, bool) {
	switch name {
	case "Emil": // a flat cap
		return face{Head: faceHead, Ink: "M6 13.5q0 -8 10 -8.5q9 .5 9.5 6l4 1.5q.8 1.5 -1 1.5z", Line: faceEyes + faceSmile}, true
	case "Frida": // flowers in her hair
		return face{
			Head: faceHead, Back: "M7 18a9.2 10.5 0 0 1 18 0z",
			Ink:  "M8.2 8.6a2.9 2.9 0 1 0 5.8 0a2.9 2.9 0 1 0 -5.8 0zM13.2 6.2a2.9 2.9 0 1 0 5.8 0a2.9 2.9 0 1 0 -5.8 0zM18.2 8.6a2.9 2.9 0 1 0 5.8 0a2.9 2.9 0 1 0 -5.8 0z",
			Line: faceEyes + "M10.8 14.2q1.8 -1.2 3.6 -.2M17.6 14q1.8 -1 3.6 .2" + faceSmile,
		}, true
	case "Gustav": // a top hat and a moustache
		return face{Head: faceHead, Ink: "M10 9.5l-.5 -7.5h13l-.5 7.5h4v2h-20v-2zM16 20.5q-2.5 -2 -5.5 1.700q3.5 2 5.5 -.2q2 2.2 5.5 .2q-3 -3.7 -5.5 -1.700z", Line: faceEyes}, true
	case "Hanna": // long straight hair with a parting
		return face{Head: faceHead, Back: "M6 28q-.5 -22 10 -22t10 22z", Ink: "M16 8q-7 0 -8.5 9q6 -1.5 8.5 -6q2.5 4.5 8.5 6q-1.5 -9 -8.5 -9z", Line: faceEyes + faceSmile}, true
	case "Ida": // a bun
		return face{Head: faceHead, Ink: "M12.5 4.600a3.5 3.5 0 1 1 7 0a3.5 3.5 0 1 1 -7 0zM7.5 16q.5 -8.5 8.5 -8.5t8.5 8.5q-3 -4.5 -8.5 -4.5t-8.5 4.5z", Line: faceEyes + faceGrin}, true
	case "Jonas": // a full beard
		return face{Head: faceHead, Ink: "M7.5 15.5q0 -8 8.5 -8t8.5 8q-2.5 -4 -8.5 -4t-8.5 4zM7.5 17.5q1.5 2.5 3 2.5q5.5 -1.5 11 0q1.5 0 3 -2.5q0 11 -8.5 11t-8.5 -11z", Line: faceEyes}, true
	case "Karla": // a bob and glasses
		return face{
			Head: faceHead, Back: "M6.5 22q-1.5 -16 9.5 -16t9.5 16z", Ink: "M8 15q0 -7 8 -7t8 7q-4 -3 -8 -3t-8 3z",
			Line: "M9.5 17.200a2.7 2.7 0 1 0 5.4 0a2.7 2.7 0 1 0 -5.4 0zM17.1 17.200a2.7 2.7 0 1 0 5.4 0a2.7 2.7 0 1 0 -5.4 0zM14.900 17h2.2" + faceCalm,
		}, true
	case "Leo": // curls all round
		return face{
			Head: faceHead,
			Back: "M5 17a3.5 3.5 0 0 1 0 -5.5a3.7 3.7 0 0 1 3.7 -5a4 4 0 0 1 5.300 -2.5a4 4 0 0 1 6 .5a4 4 0 0 1 5 3a3.7 3.7 0 0 1 2.5 5a3.5 3.5 0 0 1 -.5 5.5z",
			Line: faceEyes + faceGrin + "M11 12.5q1.5 -1 3 0M18 12.5q1.5 -1 3 0",
		}, true
	default:
		return face{}, false
	}
}
