package page

// Reach is who can open a link to this server.
type Reach uint8

// Who can open a link.
const (
	ReachAll      Reach = iota // everybody whom its address leads here
	ReachLoopback              // only this computer, for which alone the server listens
	ReachUnknown               // only this computer: the server does not know under which address others reach it
)
