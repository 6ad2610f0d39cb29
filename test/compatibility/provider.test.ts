import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { generateCertificate } from '../../src/sandbox/certificate.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { startReceiver } from '../sandbox/receiver.ts';
import { machine } from '../support/svc.ts';
import { hasOpenssl } from '../support/tls.ts';
import { isThere } from './stock.ts';

const provider = 'terraform-provider-tfe';

/** Where a program is on PATH: the provider can only be run by terraform. */
function folderOf(program: string): string | undefined {
  return (process.env.PATH ?? '').split(delimiter).find((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function isProviderThere(): boolean {
  if (folderOf(provider) !== undefined) return true;
  const words = `there is no ${provider} on PATH, so nobody checks that it can be used with the sandbox`;
  process.stderr.write(`\nSKIPPED: ${words}.\n\n`);
  return false;
}

function providerBlock({ info: { address, organization, tokens } }: Sandbox): string {
  return `
terraform {
  required_providers {
    tfe = {
      source = "hashicorp/tfe"
    }
  }
}

provider "tfe" {
  hostname     = "localhost:${new URL(address).port}"
  token        = "${tokens.owner}"
  organization = "${organization}"
}
`;
}

/** Every kind of resource that both the provider and the documents have. */
function configuration({ info }: Sandbox, receiver: string): string {
  const { memberships, teams, users, workspaces } = info;
  const free = users.find(({ username }) => username === 'nell')!;
  const membership = memberships.find(({ username }) => username === 'max')!;
  const [team, other] = teams.map(({ id }) => id);
  return `
variable "suffix" {
  type = string
}

resource "tfe_agent_pool" "p" {
  name                = "pool-\${var.suffix}"
  organization_scoped = false
}

resource "tfe_agent_pool_allowed_workspaces" "p" {
  agent_pool_id         = tfe_agent_pool.p.id
  allowed_workspace_ids = ["${workspaces[0]!.id}"]
}

resource "tfe_oauth_client" "c" {
  name             = "client-\${var.suffix}"
  api_url          = "https://api.github.com"
  http_url         = "https://github.com"
  oauth_token      = "a-token-of-github"
  service_provider = "github"
}

resource "tfe_notification_configuration" "n" {
  name             = "notify-\${var.suffix}"
  enabled          = true
  destination_type = "generic"
  triggers         = ["run:created", "run:errored"]
  url              = "${receiver}"
  token            = "signs"
  workspace_id     = "${workspaces[0]!.id}"
}

resource "tfe_team_member" "m" {
  team_id  = "${team}"
  username = "${free.username}"
}

resource "tfe_team_organization_member" "o" {
  team_id                    = "${team}"
  organization_membership_id = "${membership.id}"
  depends_on                 = [tfe_team_member.m]
}

resource "tfe_team_organization_members" "all" {
  team_id                     = "${other}"
  organization_membership_ids = ["${memberships.find(({ username }) => username === 'uma')!.id}", "${membership.id}"]
}
`;
}

const isReady = [isThere('terraform', 'that its provider can be used with the sandbox'), isProviderThere()].every(
  Boolean,
);

/** Starts a sandbox with a certificate, and returns a function that runs terraform with the provider in a folder of its own. */
async function withProvider(options: { publicWire?: boolean } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-provider-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const tls = await generateCertificate([]);
  const sandbox = await startSandbox({ tls, ...options });
  onTestFinished(() => sandbox.close());
  const caFile = join(folder, 'ca.pem');
  await writeFile(caFile, tls.ca!);
  const overrides = `"hashicorp/tfe" = ${JSON.stringify(folderOf(provider))}`;
  await writeFile(
    join(folder, 'cli.tfrc'),
    `provider_installation {\n  dev_overrides {\n    ${overrides}\n  }\n  direct {}\n}\n`,
  );
  const terraform = async (...words: string[]) => {
    const env = {
      HOME: folder,
      SSL_CERT_FILE: caFile,
      TF_CLI_CONFIG_FILE: join(folder, 'cli.tfrc'),
      CHECKPOINT_DISABLE: '1',
    };
    const { exitCode, all } = await execa('terraform', words, { cwd: folder, reject: false, all: true, env });
    return { exitCode, all };
  };
  const configure = (text: string) => writeFile(join(folder, 'main.tf'), providerBlock(sandbox) + text);
  return { caFile, configure, sandbox, terraform };
}

const succeeded = (words: string) => ({ exitCode: 0, all: expect.stringContaining(words) });
const forPrograms = ['-no-color', '-input=false'];

test.skipIf(!isReady || !hasOpenssl())(
  'the provider plans, applies, finds no difference, changes in place and destroys its resources in the sandbox',
  async () => {
    const receiver = await startReceiver();
    const { configure, sandbox, terraform: run } = await withProvider();
    const terraform = (suffix: string, ...words: string[]) => run(...words, ...forPrograms, '-var', `suffix=${suffix}`);
    // The members of the second team are managed as a whole.
    const second = sandbox.state.world.teams[1]!;
    second.users = [];
    const before = JSON.stringify(sandbox.state.world);
    await configure(configuration(sandbox, receiver.url));
    expect(await terraform('one', 'plan')).toEqual(succeeded('Plan: 7 to add, 0 to change, 0 to destroy'));
    expect(await terraform('one', 'apply', '-auto-approve')).toEqual(succeeded('Resources: 7 added'));
    expect(await terraform('one', 'plan', '-detailed-exitcode')).toEqual(succeeded('No changes.'));
    expect(sandbox.state.world.agentPools).toMatchObject([
      { name: 'pool-one', organizationScoped: false, allowedWorkspaces: [sandbox.info.workspaces[0]!.id] },
    ]);
    expect(sandbox.state.world.notifications).toMatchObject([{ name: 'notify-one', enabled: true }]);
    expect(second.users).toHaveLength(2);
    // The provider replaces an OAuth client to rename it.
    expect(await terraform('two', 'apply', '-auto-approve')).toEqual(succeeded('1 added, 2 changed, 1 destroyed'));
    expect(await terraform('two', 'plan', '-detailed-exitcode')).toEqual(succeeded('No changes.'));
    expect(await terraform('two', 'destroy', '-auto-approve')).toEqual(succeeded('Resources: 7 destroyed'));
    expect(JSON.stringify(sandbox.state.world)).toBe(before);
  },
  120_000,
);

test.skipIf(!isReady || !hasOpenssl())(
  'the provider finds by name what svc wrote, and svc finds by name what the provider wrote',
  async () => {
    const { caFile, configure, sandbox, terraform } = await withProvider({ publicWire: true });
    const { address, organization, teams, tokens, workspaces } = sandbox.info;
    const [team, workspace] = [teams[0]!.name, workspaces[0]!];
    const { email } = sandbox.state.world.users.find(({ username }) => username === 'max')!;
    const { svc } = await machine({
      SVC_ADDRESS: address,
      SVC_TOKEN: tokens.owner,
      SVC_ORGANIZATION: organization,
      SVC_CA_FILE: caFile,
      VCS_TOKEN: 'a-token-of-github',
    });
    const shown = async (words: string) => {
      const { code, stderr, stdout } = await svc(`${words} -o json`);
      expect([code, stderr]).toEqual([0, expect.any(String)]);
      return JSON.parse(stdout);
    };
    const urls = '--http-url https://github.com --api-url https://api.github.com';
    await shown(
      `oauth-client create --name first --service-provider github ${urls} --oauth-token-string-env VCS_TOKEN`,
    );
    const client = await shown('oauth-client update first --name svc-client --yes');
    const pool = await shown(`agent-pool create --name svc-pool --allowed-workspace ${workspace.name}`);
    await shown(`team add-membership ${team} ${email}`);
    const read = `
data "tfe_oauth_client" "c" {
  name         = "svc-client"
  organization = "${organization}"
}
data "tfe_agent_pool" "p" {
  name = "svc-pool"
}
data "tfe_organization_membership" "m" {
  email = "${email}"
}
output "ids" {
  value = [data.tfe_oauth_client.c.id, data.tfe_agent_pool.p.id, data.tfe_organization_membership.m.username]
}
output "allowed" {
  value = data.tfe_agent_pool.p.allowed_workspace_ids
}
resource "tfe_agent_pool" "p" {
  name = "tf-pool"
}
resource "tfe_oauth_client" "c" {
  name             = "tf-client"
  api_url          = "https://api.github.com"
  http_url         = "https://github.com"
  oauth_token      = "a-token-of-github"
  service_provider = "github"
}
`;
    await configure(read);
    expect(await terraform('apply', '-auto-approve', ...forPrograms)).toEqual(succeeded('Resources: 2 added'));
    const { all } = await terraform('output', '-json');
    const outputs = JSON.parse(all!);
    expect(outputs.ids.value).toEqual([client.id, pool.id, 'max']);
    expect(outputs.allowed.value).toEqual([workspace.id]);
    expect(await shown('oauth-client show tf-client')).toMatchObject({ attributes: { name: 'tf-client' } });
    expect(await shown('agent-pool show tf-pool')).toMatchObject({ attributes: { name: 'tf-pool' } });
    await shown('agent-pool update tf-pool --name renamed --yes');
    expect(await terraform('plan', '-detailed-exitcode', ...forPrograms)).toEqual({
      exitCode: 2,
      all: expect.stringMatching(/"renamed" -> "tf-pool"[\s\S]*0 to add, 1 to change, 0 to destroy/),
    });
    const deleted = await svc('oauth-client delete tf-client --yes');
    expect(deleted.code).toBe(0);
    expect(await terraform('plan', ...forPrograms)).toEqual(succeeded('1 to add, 1 to change, 0 to destroy'));
  },
  120_000,
);
