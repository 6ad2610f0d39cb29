import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const provider = 'terraform-provider-tfe';

/**
 * Returns a folder in which terraform declares the same notifications through its provider, and the environment for it; or the reason
 * why that is impossible: terraform and the provider must be on PATH (docs/compatibility.md#clients-of-the-platform).
 */
export function providerFolder(work, { SVC_ADDRESS, SVC_CA_FILE, SVC_TOKEN, names, workspaces }) {
  if (spawnSync('terraform', ['version']).error) return { skipped: 'terraform is not on PATH' };
  const place = (process.env.PATH ?? '').split(delimiter).find((folder) => isExecutable(join(folder, provider)));
  if (place === undefined) return { skipped: `${provider} is not on PATH` };
  const cwd = `${work}.terraform`;
  mkdirSync(cwd);
  const overrides = `"hashicorp/tfe" = ${JSON.stringify(place)}`;
  const installation = `provider_installation {\n  dev_overrides {\n    ${overrides}\n  }\n  direct {}\n}\n`;
  writeFileSync(join(cwd, 'cli.tfrc'), installation);
  writeFileSync(join(cwd, 'main.tf'), configuration({ host: new URL(SVC_ADDRESS).host, names, workspaces }));
  const env = {
    PATH: process.env.PATH,
    HOME: cwd,
    CHECKPOINT_DISABLE: '1',
    SSL_CERT_FILE: SVC_CA_FILE,
    TF_CLI_CONFIG_FILE: join(cwd, 'cli.tfrc'),
    TFE_TOKEN: SVC_TOKEN,
  };
  return { cwd, env };
}

function configuration({ host, names, workspaces }) {
  return `terraform {
  required_providers {
    tfe = { source = "hashicorp/tfe" }
  }
}

provider "tfe" {
  hostname     = "${host.replace('127.0.0.1', 'localhost')}"
  organization = "acme"
}

resource "tfe_notification_configuration" "n" {
  for_each = {
    for pair in setproduct(${JSON.stringify(names)}, range(${workspaces})) : "\${pair[0]}-\${pair[1]}" => pair
  }
  name             = each.value[0]
  enabled          = false
  destination_type = "slack"
  url              = "https://chat.example.com/\${each.value[0]}"
  workspace_id     = format("ws-000000000000%04d", each.value[1])
}
`;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
