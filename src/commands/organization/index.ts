import type { Command } from 'commander';
import { registerList } from '../../cli/resource-verbs.ts';
import { organization as resource } from '../../resources/organization.ts';
import { registerShow } from './show.ts';

export function register(organization: Command): void {
  registerList(organization, resource, {
    description: 'List the organizations that you belong to',
    search: 'q',
    examples: ['svc organization list', 'svc organization list --query acme --columns name'],
  });
  registerShow(organization);
}
