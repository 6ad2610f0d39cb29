import { userAction } from '../../cli/user.ts';
import { hcpOrganization } from './hcp-organization.ts';
import { password } from './password.ts';
import { update } from './update.ts';

const show = {
  words: 'show',
  about: 'Show your account',
  ...userAction(['svc account show', 'svc account show -o yaml']),
};

export const noun = { verbs: [show, update, password, hcpOrganization] };
