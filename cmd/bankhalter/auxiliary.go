package main

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// certificateLook is how often the files of a certificate are looked at.
const certificateLook = 30 * time.Second

// auxiliaries are the servers that run beside the main one.
type auxiliaries struct {
	servers []*http.Server
	end     context.CancelFunc
	busy    sync.WaitGroup

	begin func(context.Context) // called when the server listens; nil: nothing to do
}

// auxiliaries starts the auxiliary servers and gives the server its certificate.
// Their addresses go to the log.
func (plan *servePlan) auxiliaries(ctx context.Context, srv *http.Server, at net.Addr, metrics http.Handler) (_ *auxiliaries, err error) {
	ctx, cancel := context.WithCancel(ctx)
	s := &auxiliaries{end: cancel}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	var onward http.Handler = plan.redirect(at)
	switch {
	case plan.byFiles():
		c, err := readCertificate(plan.tlsCert, plan.tlsKey, plan.log)
		if err != nil {
			return nil, err
		}
		c.follow(plan.valid)
		told := make(chan os.Signal, 1)
		signal.Notify(told, syscall.SIGHUP)
		s.busy.Go(func() {
			defer signal.Stop(told)
			c.watch(ctx, certificateLook, told)
		})
		srv.TLSConfig = &tls.Config{GetCertificate: c.get, MinVersion: tls.VersionTLS12}
	case plan.byACME():
		f, err := plan.newFetcher()
		if err != nil {
			return nil, err
		}
		srv.TLSConfig = f.config()
		onward = f.challenges(onward)
		s.begin = f.begin
	}
	if srv.TLSConfig != nil {
		srv.Protocols.SetHTTP2(true)
	}
	if plan.redirectListen != "" {
		if err := s.listen(ctx, plan, "--redirect-listen", plan.redirectListen, onward, nil); err != nil {
			return nil, err
		}
	}
	if plan.metricsListen != "" {
		if err := s.listen(ctx, plan, "--metrics-listen", plan.metricsListen, metrics, srv.TLSConfig); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// redirect returns the http handler: at is the address of https.
func (plan *servePlan) redirect(at net.Addr) redirect {
	d := redirect{public: plan.public, hosts: plan.hosts}
	if tcp, ok := at.(*net.TCPAddr); ok && tcp.Port != 443 {
		d.port = strconv.Itoa(tcp.Port)
	}
	return d
}

// listen serves something small on an address of its own, by https if conf is
// given and not only this machine can reach it.
func (s *auxiliaries) listen(ctx context.Context, plan *servePlan, flag, address string, h http.Handler, conf *tls.Config) error {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return notListening(flag, address, err)
	}
	srv := &http.Server{
		Handler: h, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second,
		IdleTimeout: 30 * time.Second, MaxHeaderBytes: 16 << 10,
	}
	s.servers = append(s.servers, srv)
	plan.log.Info("listening", "for", flag, "address", listener.Addr().String())
	s.busy.Go(func() {
		if err := serveOn(srv, listener, conf); ctx.Err() == nil {
			plan.log.Error("serve", "for", flag, "err", err)
		}
	})
	return nil
}

func serveOn(srv *http.Server, l net.Listener, conf *tls.Config) error {
	if at, ok := l.Addr().(*net.TCPAddr); conf == nil || ok && at.IP.IsLoopback() {
		return srv.Serve(l)
	}
	srv.TLSConfig = conf.Clone()
	return srv.ServeTLS(l, "", "")
}

// close ends everything and waits for it.
func (s *auxiliaries) close() {
	s.end()
	for _, srv := range s.servers {
		_ = srv.Close() // answers of a moment; nothing hangs on them
	}
	s.busy.Wait()
}
