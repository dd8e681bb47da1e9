package fair

import "github.com/bankhalter/bankhalter/game"

// SeatRoot is the root of the chain that the server makes for a seat that
// brings none. A seat that needs another one, because the first is used up or
// its player's own was lost, has renewal 1, 2 and so on.
func SeatRoot(server Hash, seat game.Seat, renewal uint32) Hash {
	message := append([]byte("pf1/seat"), u32(uint32(seat))...)
	if renewal > 0 {
		message = append(message, u32(renewal)...)
	}
	return mac(&server, message)
}

// ServerRoot is the root of the server's own chain after so many renewals: the
// server's root itself at first.
func ServerRoot(server Hash, renewal uint32) Hash {
	if renewal == 0 {
		return server
	}
	return mac(&server, append([]byte("pf1/server"), u32(renewal)...))
}

// Salt makes the hash of a line that some may not see yet useless for guessing.
func Salt(server Hash, seq uint32) [16]byte {
	h := mac(&server, append([]byte("pf1/salt"), u32(seq)...))
	return [16]byte(h[:16])
}
