import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { generateCertificate } from '../../src/sandbox/certificate.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { startReceiver } from '../sandbox/receiver.ts';
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

/** Every kind of resource that both the provider and the documents have. */
function configuration({ info }: Sandbox, receiver: string): string {
  const { memberships, organization, teams, tokens, users, workspaces } = info;
  const { port } = new URL(info.address);
  const free = users.find(({ username }) => username === 'nell')!;
  const membership = memberships.find(({ username }) => username === 'max')!;
  const [team, other] = teams.map(({ id }) => id);
  return `
terraform {
  required_providers {
    tfe = {
      source = "hashicorp/tfe"
    }
  }
}

provider "tfe" {
  hostname     = "localhost:${port}"
  token        = "${tokens.owner}"
  organization = "${organization}"
}

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

test.skipIf(!isReady || !hasOpenssl())(
  'the provider plans, applies, finds no difference, changes in place and destroys its resources in the sandbox',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-provider-'));
    const receiver = await startReceiver();
    const tls = await generateCertificate([]);
    const sandbox = await startSandbox({ tls });
    try {
      // The members of the second team are managed as a whole.
      const second = sandbox.state.world.teams[1]!;
      second.users = [];
      const before = JSON.stringify(sandbox.state.world);
      await writeFile(join(folder, 'ca.pem'), tls.ca!);
      await writeFile(join(folder, 'main.tf'), configuration(sandbox, receiver.url));
      const overrides = `"hashicorp/tfe" = ${JSON.stringify(folderOf(provider))}`;
      await writeFile(
        join(folder, 'cli.tfrc'),
        `provider_installation {\n  dev_overrides {\n    ${overrides}\n  }\n  direct {}\n}\n`,
      );
      const terraform = async (suffix: string, ...words: string[]) => {
        const { exitCode, all } = await execa(
          'terraform',
          [...words, '-no-color', '-input=false', '-var', `suffix=${suffix}`],
          {
            cwd: folder,
            reject: false,
            all: true,
            env: {
              HOME: folder,
              SSL_CERT_FILE: join(folder, 'ca.pem'),
              TF_CLI_CONFIG_FILE: join(folder, 'cli.tfrc'),
              CHECKPOINT_DISABLE: '1',
            },
          },
        );
        return { exitCode, all };
      };
      const succeeded = (words: string) => ({ exitCode: 0, all: expect.stringContaining(words) });
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
    } finally {
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
  120_000,
);
