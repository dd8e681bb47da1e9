package handlers

import (
	"net"
	"net/http"

	"github.com/bankhalter/bankhalter/handlers/web"
)

// limitConns closes what an address opens beyond its share of connections, so
// that one that opens them and says nothing does not take all there are.
// Proxies of ours come for many and are not counted, and neither are programs
// on this machine.
func (s *Server) limitConns() func(net.Conn, http.ConnState) {
	most := s.Limits.Conns
	if most <= 0 {
		return nil
	}
	return func(c net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew, http.StateClosed, http.StateHijacked:
		default:
			return
		}
		ip := addressOf(c)
		if s.ourProxy(ip) || ip.IsLoopback() && !s.Limits.Local {
			return
		}
		who := web.NetworkOf(ip.String())
		if state != http.StateNew {
			s.conns.Less(who)
		} else if s.conns.More(who) > most {
			_ = c.Close() // nothing was said yet that could be answered
		}
	}
}

func addressOf(c net.Conn) net.IP {
	if tcp, ok := c.RemoteAddr().(*net.TCPAddr); ok {
		return tcp.IP
	}
	return nil
}

func (s *Server) ourProxy(ip net.IP) bool {
	for _, network := range s.Proxies {
		if network.Contains(ip) {
			return true
		}
	}
	return false
}
