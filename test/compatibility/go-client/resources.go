package main

import (
	"errors"

	tfe "github.com/hashicorp/go-tfe"
)

func (s *session) oauthClients() {
	clients := s.owner.OAuthClients
	before := len(got(clients.List(s, s.Organization, nil)).Items)
	github := tfe.ServiceProviderGithub
	made := got(clients.Create(s, s.Organization, tfe.OAuthClientCreateOptions{
		Name:            tfe.String("from Go"),
		APIURL:          tfe.String("https://api.github.com"),
		HTTPURL:         tfe.String("https://github.com"),
		OAuthToken:      tfe.String("a-token-of-github"),
		ServiceProvider: &github,
	}))
	same(*made.OrganizationScoped, true)
	same(made.Organization.Name, s.Organization)
	same(got(clients.Read(s, made.ID)), made)
	tokens := []tfe.OAuthClientIncludeOpt{tfe.OauthClientOauthTokens}
	with := got(clients.ReadWithOptions(s, made.ID, &tfe.OAuthClientReadOptions{Include: tokens}))
	same(with.OAuthTokens[0].ID, made.OAuthTokens[0].ID)
	same(with.OAuthTokens[0].CreatedAt.IsZero(), false)
	list := got(clients.List(s, s.Organization, &tfe.OAuthClientListOptions{Include: tokens}))
	same(len(list.Items), before+1)
	options := tfe.OAuthClientUpdateOptions{Name: tfe.String("renamed"), OrganizationScoped: tfe.Bool(false)}
	changed := got(clients.Update(s, made.ID, options))
	same(*changed.Name, "renamed")
	same(*changed.OrganizationScoped, false)
	same(changed.APIURL, made.APIURL)
	done(clients.Delete(s, made.ID))
	_, err := clients.Read(s, made.ID)
	same(errors.Is(err, tfe.ErrResourceNotFound), true)
	_, err = clients.Create(s, s.Organization, tfe.OAuthClientCreateOptions{
		APIURL:          tfe.String("https://api.github.com"),
		HTTPURL:         tfe.String("https://github.com"),
		OAuthToken:      tfe.String("a-token-of-github"),
		ServiceProvider: &github,
		AgentPool:       &tfe.AgentPool{ID: "apool-0000000000000000"},
	})
	same(err != nil, true)
}

func (s *session) agentPools() {
	pools := s.owner.AgentPools
	first, second := &tfe.Workspace{ID: s.Workspaces[0].ID}, &tfe.Workspace{ID: s.Workspaces[1].ID}
	project := &tfe.Project{ID: "prj-1234567890abcdef"}
	ids := func(items []*tfe.Workspace) []string {
		return names(items, func(each *tfe.Workspace) string { return each.ID })
	}
	made := got(pools.Create(s, s.Organization, tfe.AgentPoolCreateOptions{
		Name:               tfe.String("from-go"),
		OrganizationScoped: tfe.Bool(false),
		AllowedWorkspaces:  []*tfe.Workspace{first},
		AllowedProjects:    []*tfe.Project{project},
		ExcludedWorkspaces: []*tfe.Workspace{second},
	}))
	same(made.OrganizationScoped, false)
	same(ids(made.AllowedWorkspaces), []string{first.ID})
	same(made.AllowedProjects[0].ID, project.ID)
	same(ids(made.ExcludedWorkspaces), []string{second.ID})
	same(made.CreatedAt.IsZero(), false)
	same(got(pools.Read(s, made.ID)), made)
	found := func(options tfe.AgentPoolListOptions) []string {
		list := got(pools.List(s, s.Organization, &options))
		return names(list.Items, func(each *tfe.AgentPool) string { return each.ID })
	}
	same(found(tfe.AgentPoolListOptions{}), []string{made.ID})
	same(found(tfe.AgentPoolListOptions{AllowedWorkspacesName: s.Workspaces[0].Name}), []string{made.ID})
	same(found(tfe.AgentPoolListOptions{AllowedWorkspacesName: s.Workspaces[1].Name}), []string{})
	same(found(tfe.AgentPoolListOptions{Query: "from", Sort: "-name"}), []string{made.ID})
	same(found(tfe.AgentPoolListOptions{Query: "nobody-has-this"}), []string{})
	changed := got(pools.Update(s, made.ID, tfe.AgentPoolUpdateOptions{Name: tfe.String("renamed")}))
	same(changed.Name, "renamed")
	same(ids(changed.AllowedWorkspaces), []string{first.ID})
	both := tfe.AgentPoolAllowedWorkspacesUpdateOptions{AllowedWorkspaces: []*tfe.Workspace{first, second}}
	same(ids(got(pools.UpdateAllowedWorkspaces(s, made.ID, both)).AllowedWorkspaces), []string{first.ID, second.ID})
	noProject := tfe.AgentPoolAllowedProjectsUpdateOptions{AllowedProjects: []*tfe.Project{}}
	same(len(got(pools.UpdateAllowedProjects(s, made.ID, noProject)).AllowedProjects), 0)
	none := tfe.AgentPoolExcludedWorkspacesUpdateOptions{ExcludedWorkspaces: []*tfe.Workspace{}}
	same(len(got(pools.UpdateExcludedWorkspaces(s, made.ID, none)).ExcludedWorkspaces), 0)
	done(pools.Delete(s, made.ID))
	_, err := pools.Read(s, made.ID)
	same(errors.Is(err, tfe.ErrResourceNotFound), true)
}

func (s *session) notifications() {
	all, workspace := s.owner.NotificationConfigurations, s.Workspaces[0].ID
	generic := tfe.NotificationDestinationTypeGeneric
	made := got(all.Create(s, workspace, tfe.NotificationConfigurationCreateOptions{
		DestinationType: &generic,
		Enabled:         tfe.Bool(false),
		Name:            tfe.String("from Go"),
		Token:           tfe.String("signs"),
		Triggers:        []tfe.NotificationTriggerType{tfe.NotificationTriggerCreated},
		URL:             &s.receiver,
	}))
	same(made.Enabled, false)
	same(made.Token, "")
	same(made.SubscribableChoice.Workspace.ID, workspace)
	same(len(made.DeliveryResponses), 0)
	same(len(got(all.List(s, workspace, nil)).Items), 1)
	same(got(all.Read(s, made.ID)), made)
	changed := got(all.Update(s, made.ID, tfe.NotificationConfigurationUpdateOptions{
		Enabled:  tfe.Bool(true),
		Name:     tfe.String("renamed"),
		Triggers: []tfe.NotificationTriggerType{tfe.NotificationTriggerErrored, tfe.NotificationTriggerCompleted},
	}))
	same(changed.Enabled, true)
	same(changed.Name, "renamed")
	same(changed.Triggers, []string{"run:errored", "run:completed"})
	// go-tfe reads `successful` as text, and silently drops a response that has headers, as all have.
	same(len(got(all.Verify(s, made.ID)).DeliveryResponses), 0)
	done(all.Delete(s, made.ID))
	_, err := all.Read(s, made.ID)
	same(errors.Is(err, tfe.ErrResourceNotFound), true)
}

func (s *session) customization() {
	settings := s.admin.Admin.Settings.Customization
	before := got(settings.Read(s))
	changed := got(settings.Update(s, tfe.AdminCustomizationSettingsUpdateOptions{Footer: tfe.String("from Go")}))
	same(changed.Footer, "from Go")
	same(changed.SupportEmail, before.SupportEmail)
	same(got(settings.Update(s, tfe.AdminCustomizationSettingsUpdateOptions{Footer: &before.Footer})), before)
}
