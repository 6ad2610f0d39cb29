// svc-go-client calls whatever a sandbox serves through go-tfe, and prints a line for each resource. It reads the line that
// `svc sandbox start --json` prints, and takes the URL of a receiver of notifications. It leaves the sandbox as it was.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"runtime"

	tfe "github.com/hashicorp/go-tfe"
)

type entry struct{ ID, Name, Username string }

// sandbox is what this program uses of the line.
type sandbox struct {
	Address, Organization          string
	Tokens                         map[string]string
	Memberships, Teams, Workspaces []entry
	Users                          []entry
}

// session is a client for each caller, and what there is to be called with.
type session struct {
	sandbox
	context.Context
	receiver            string
	owner, admin, plain *tfe.Client
}

func main() {
	s := session{Context: context.Background(), receiver: os.Args[1]}
	if err := json.NewDecoder(os.Stdin).Decode(&s.sandbox); err != nil {
		fmt.Println("not ok:", err)
		os.Exit(2)
	}
	failed := false
	for _, resource := range []struct {
		name string
		call func(*session)
	}{
		{"clients", (*session).clients},
		{"organizations", (*session).organizations},
		{"workspaces", (*session).workspaces},
		{"users", (*session).users},
		{"teams", (*session).teams},
		{"team members", (*session).teamMembers},
		{"organization memberships", (*session).memberships},
		{"OAuth clients", (*session).oauthClients},
		{"agent pools", (*session).agentPools},
		{"notification configurations", (*session).notifications},
		{"customization settings", (*session).customization},
	} {
		if err := s.try(resource.call); err != nil {
			failed = true
			fmt.Printf("not ok: %s: %v\n", resource.name, err)
		} else {
			fmt.Printf("ok: %s\n", resource.name)
		}
	}
	if failed {
		os.Exit(1)
	}
}

// try is the error that a resource's calls panicked with.
func (s *session) try(call func(*session)) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%v", reason)
		}
	}()
	call(s)
	return nil
}

// fail panics with the line of whoever called the caller.
func fail(format string, values ...any) {
	_, file, line, _ := runtime.Caller(2)
	panic(fmt.Sprintf("%s:%d: %s", file, line, fmt.Sprintf(format, values...)))
}

// got is what a call answered.
func got[T any](value T, err error) T {
	if err != nil {
		fail("%v", err)
	}
	return value
}

// done is a call that answers nothing.
func done(err error) {
	if err != nil {
		fail("%v", err)
	}
}

// same compares what was answered with what it has to be.
func same(given, wanted any) {
	if !reflect.DeepEqual(given, wanted) {
		fail("%#v instead of %#v", given, wanted)
	}
}

// names are something of each item, in their order.
func names[T any](items []T, name func(T) string) []string {
	all := []string{}
	for _, item := range items {
		all = append(all, name(item))
	}
	return all
}
