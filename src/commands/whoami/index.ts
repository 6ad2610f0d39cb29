import { userAction } from '../../cli/user.ts';

export const noun = userAction(['svc whoami', 'svc whoami -o json']);
