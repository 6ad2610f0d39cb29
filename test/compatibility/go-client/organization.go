package main

import (
	"errors"

	tfe "github.com/hashicorp/go-tfe"
)

func (s *session) clients() {
	of := func(kind string) *tfe.Client {
		return got(tfe.NewClient(&tfe.Config{Address: s.Address, Token: s.Tokens[kind]}))
	}
	s.owner, s.admin, s.plain = of("owner"), of("site-admin"), of("user")
	same(s.owner.AppName(), "Terraform Enterprise")
	same(s.owner.IsEnterprise(), true)
	same(s.owner.RemoteAPIVersion() != "", true)
	_, err := got(tfe.NewClient(&tfe.Config{Address: s.Address, Token: "wrong"})).Users.ReadCurrent(s)
	same(errors.Is(err, tfe.ErrUnauthorized), true)
}

func (s *session) organizations() {
	name := func(each *tfe.Organization) string { return each.Name }
	list := got(s.owner.Organizations.List(s, nil))
	same(names(list.Items, name), []string{s.Organization})
	same(list.TotalCount, 1)
	none := got(s.owner.Organizations.List(s, &tfe.OrganizationListOptions{Query: "nobody-has-this"}))
	same(names(none.Items, name), []string{})
	same(got(s.owner.Organizations.Read(s, s.Organization)).Name, s.Organization)
	_, err := s.owner.Organizations.Read(s, "nobody-has-this")
	same(errors.Is(err, tfe.ErrResourceNotFound), true)
}

func (s *session) workspaces() {
	first := s.Workspaces[0]
	list := got(s.owner.Workspaces.List(s, s.Organization, nil))
	same(len(list.Items), len(s.Workspaces))
	some := got(s.owner.Workspaces.List(s, s.Organization, &tfe.WorkspaceListOptions{Search: first.Name[1:]}))
	same(names(some.Items, func(each *tfe.Workspace) string { return each.ID }), []string{first.ID})
	paged := tfe.WorkspaceListOptions{ListOptions: tfe.ListOptions{PageNumber: 2, PageSize: 1}}
	page := got(s.owner.Workspaces.List(s, s.Organization, &paged))
	same(page.CurrentPage, 2)
	same(page.TotalCount, len(s.Workspaces))
	byName := got(s.owner.Workspaces.Read(s, s.Organization, first.Name))
	same(byName.ID, first.ID)
	same(byName.Organization.Name, s.Organization)
	same(got(s.owner.Workspaces.ReadByID(s, first.ID)), byName)
}

func (s *session) users() {
	me := got(s.plain.Users.ReadCurrent(s))
	same(me.AvatarURL != "", true)
	changed := got(s.plain.Users.UpdateCurrent(s, tfe.UserUpdateOptions{Username: tfe.String("another-name")}))
	same(changed.Username, "another-name")
	same(changed.ID, me.ID)
	same(got(s.plain.Users.UpdateCurrent(s, tfe.UserUpdateOptions{Username: &me.Username})), me)
	same(got(s.plain.Users.UpdateCurrent(s, tfe.UserUpdateOptions{})), me)
}

func (s *session) teams() {
	first := s.Teams[0]
	name := func(each *tfe.Team) string { return each.Name }
	list := got(s.owner.Teams.List(s, s.Organization, nil))
	same(len(list.Items), len(s.Teams))
	named := tfe.TeamListOptions{Names: []string{first.Name}, Include: []tfe.TeamIncludeOpt{tfe.TeamUsers}}
	some := got(s.owner.Teams.List(s, s.Organization, &named))
	same(names(some.Items, name), []string{first.Name})
	same(some.Items[0].Users[0].Username != "", true)
	found := got(s.owner.Teams.List(s, s.Organization, &tfe.TeamListOptions{Query: first.Name[1:]}))
	same(names(found.Items, name), []string{first.Name})
	same(got(s.owner.Teams.Read(s, first.ID)).Name, first.Name)
}

func (s *session) teamMembers() {
	members, team := s.owner.TeamMembers, s.Teams[0].ID
	username := func(each *tfe.User) string { return each.Username }
	before := names(got(members.List(s, team)), username)
	free := s.Users[len(s.Users)-1].Username
	done(members.Add(s, team, tfe.TeamMemberAddOptions{Usernames: []string{free}}))
	same(names(got(members.ListUsers(s, team)), username), append(before, free))
	done(members.Remove(s, team, tfe.TeamMemberRemoveOptions{Usernames: []string{free}}))
	ids := []string{}
	for _, each := range s.Memberships {
		if each.Username == free {
			ids = append(ids, each.ID)
		}
	}
	same(len(ids), 1)
	done(members.Add(s, team, tfe.TeamMemberAddOptions{OrganizationMembershipIDs: ids}))
	linked := got(members.ListOrganizationMemberships(s, team))
	same(len(linked), len(before)+1)
	done(members.Remove(s, team, tfe.TeamMemberRemoveOptions{OrganizationMembershipIDs: ids}))
	same(names(got(members.List(s, team)), username), before)
}

func (s *session) memberships() {
	first := s.Memberships[0]
	with := tfe.OrganizationMembershipReadOptions{Include: []tfe.OrgMembershipIncludeOpt{tfe.OrgMembershipUser}}
	one := got(s.owner.OrganizationMemberships.ReadWithOptions(s, first.ID, with))
	same(one.User.Username, first.Username)
	same(one.Status, tfe.OrganizationMembershipActive)
	same(one.Organization.Name, s.Organization)
	list := got(s.owner.OrganizationMemberships.List(s, s.Organization, nil))
	same(len(list.Items), len(s.Memberships))
	emails := tfe.OrganizationMembershipListOptions{Emails: []string{one.Email}, Include: with.Include}
	some := got(s.owner.OrganizationMemberships.List(s, s.Organization, &emails))
	same(names(some.Items, func(each *tfe.OrganizationMembership) string { return each.User.Username }), []string{first.Username})
}
