import type { BuiltInModule } from './built-in.ts';

const main = (networks: string) => `terraform {
  required_version = ">= 1.4"

  required_providers {
    terraform = {
      source = "terraform.io/builtin/terraform"
    }
  }
}

module "network" {
  source  = "modules.test/acme/network/cloud"
  version = "${networks}"

  namespace = var.namespace
  name      = var.name
}

module "queue" {
  source  = "modules.test/globex/queue/null"
  version = ">= 0.3.0"

  name = "\${var.name}-jobs"
}

module "settings" {
  source = "./modules/settings"

  values = var.settings
}
`;

const rest = {
  'variables.tf': `variable "namespace" {
  description = "Short name of the organization"
  type        = string
}

variable "name" {
  description = "Name of the application"
  type        = string
}

variable "settings" {
  description = "Settings of the application, by name"
  type        = map(string)
  default     = { log_level = "info", replicas = "2" }
}
`,
  'outputs.tf': `output "network" {
  description = "Id of the application's network"
  value       = module.network.id
}

output "queue" {
  description = "Name of the application's queue"
  value       = module.queue.name
}
`,
  'modules/settings/main.tf': `variable "values" {
  description = "Settings by name"
  type        = map(string)
}

resource "terraform_data" "settings" {
  for_each = var.values
  input    = each.value
}

output "names" {
  description = "Names of all settings"
  value       = keys(terraform_data.settings)
}
`,
  'modules/settings/README.md': '# Settings\n\nOne entry per setting.\n',
  'README.md': `# Application

A whole application: a network, a queue and settings. Its dependencies have dependencies of their own.
`,
};

/** A module whose dependencies depend on others: three levels, two namespaces. */
export const application: BuiltInModule = {
  namespace: 'acme',
  name: 'application',
  provider: 'cloud',
  owner: 'acme-platform',
  description: 'A whole application with its network, queue and settings',
  verified: false,
  location: 'rooted',
  versions: {
    '0.5.0': { day: '2024-10-21', downloads: 77, files: { ...rest, 'main.tf': main('~> 1.1') } },
    '0.6.0': { day: '2025-04-14', downloads: 205, files: { ...rest, 'main.tf': main('~> 1.2') } },
  },
};
