import { type Line, lines } from '../settings/table.ts';
import type { Topic } from './topic.ts';

/** The variables that are not settings, under the headings of the topic. */
const otherVariables: Readonly<Record<string, readonly [variables: string, meaning: string][]>> = {
  Tokens: [
    ['SVC_TOKEN_<HOST>', 'the token for a host'],
    ['SVC_TOKEN', 'the token for the platform, and for a registry on the same origin'],
    ['TF_TOKEN_<host>', 'the token for a host, as terraform reads it'],
    ['AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN', 'the keys for modules in S3 (s3::)'],
    [
      'AWS_PROFILE, AWS_SHARED_CREDENTIALS_FILE, AWS_CONFIG_FILE',
      'the profile with these keys (default: default), and its files',
    ],
    ['DOCKER_CONFIG', 'the folder with the logins of docker, for modules in OCI registries (default: ~/.docker)'],
    ['GOOGLE_OAUTH_ACCESS_TOKEN', 'the token for modules in Google Cloud Storage (gcs::)'],
  ],
  'Files and network': [
    ['SVC_CONFIG_DIR', 'directory of the config file (default: $XDG_CONFIG_HOME/svc)'],
    ['XDG_CONFIG_HOME', 'where other programs have their settings, OpenTofu among them (default: ~/.config)'],
    ['XDG_CACHE_HOME', 'downloaded archives are cached in svc/modules below it (default: ~/.cache)'],
    ['XDG_RUNTIME_DIR', 'the folder for notes of running sandboxes (default: XDG_CACHE_HOME)'],
    [
      'XDG_STATE_HOME',
      'received deliveries are stored in svc/webhook below it, records of svc apply in svc/site (default: ~/.local/state)',
    ],
    ['TF_CLI_CONFIG_FILE, TERRAFORM_CONFIG', "terraform's CLI configuration, with its host blocks"],
    ['SSL_CERT_FILE', 'the certificates that terraform trusts; svc sandbox env sets and restores it'],
    ['TF_DATA_DIR', 'modules are installed in modules below it (default: .terraform)'],
    ['TF_VAR_<name>', 'the value of a variable in the source of a module call, as terraform reads it'],
    ['HTTPS_PROXY, HTTP_PROXY', 'the proxy, also in lower case'],
    ['REQUEST_METHOD', 'set in a CGI script, where only the lower-case http_proxy counts'],
    ['NO_PROXY', 'hosts, domains, ports, addresses and networks that are reached directly; this machine always is'],
    ['NODE_EXTRA_CA_CERTS', 'file with additional trusted certificates, as SVC_CA_FILE'],
    ['HOME, USERPROFILE, APPDATA, PATH, PATHEXT', 'the home folder, settings on Windows, and where programs are found'],
  ],
  'Scripts and CI': [
    [
      'SVC_PAGER, PAGER',
      'the pager of help and tables that are longer than the terminal (default: less -FRX; empty for none)',
    ],
    ['VISUAL, EDITOR', 'the editor of --editor'],
    ['TERM', 'dumb: no colours, no progress and no pager'],
    ['SHELL, PSModulePath', 'the shell of svc completion install and, on Windows, of the lines to type'],
    ['XDG_DATA_HOME, BASH_COMPLETION_USER_DIR, ZDOTDIR', 'where svc completion install writes the script'],
    ['CI', 'never prompt; no progress and no pager'],
    ['GITHUB_ACTIONS', 'svc module download annotates failures, and audit findings (default of --annotate)'],
    ['GITHUB_STEP_SUMMARY', 'svc module download writes a table of the modules to this file'],
    ['SVC_WEBHOOK_<FIELD>', 'set for the command of svc webhook listen --exec: svc help webhook listen --all'],
    ['SVC_GIT_USER, SVC_GIT_PASSWORD', 'set for the git of svc, with what a source contains'],
  ],
};

export const topic: Topic = [
  'A flag overrides an environment variable, which overrides the profile. An empty variable counts as unset.',
  { heading: 'Settings' },
  {
    rows: Object.values<Line>(lines)
      .filter(({ hidden, variables }) => !hidden && variables !== undefined)
      .map(({ flag, help, variables = [] }): [string, string] => [variables.join(', '), `${flagName(flag)}: ${help}`]),
  },
  ...Object.entries(otherVariables).flatMap(([heading, rows]) => [{ heading }, { rows }]),
  'To write a host in a variable name, replace each dot with _ and each hyphen with __, and add the port: SVC_TOKEN_EXAMPLE_COM_8443 for example.com:8443. Case does not matter.',
];

function flagName(flag: string): string {
  return /--[\w-]+/.exec(flag)?.[0] ?? flag;
}
