import type { BuiltInModule } from './built-in.ts';

const main = `# Names and tags things the same way everywhere.
locals {
  parts = compact([var.namespace, var.environment, var.name])
  id    = join(var.delimiter, local.parts)
}

resource "terraform_data" "label" {
  input = local.id
}
`;

const variables = `variable "namespace" {
  description = "Short name of the organization, the first part of every id"
  type        = string
}

variable "environment" {
  description = "Where it runs, for example \\"production\\""
  type        = string
  default     = ""
}

variable "name" {
  description = "What it is"
  type        = string
}

variable "delimiter" {
  description = "What stands between the parts"
  type        = string
  default     = "-"
}
`;

const tags = `
variable "tags" {
  description = "Tags to put on everything besides the generated ones"
  type        = map(string)
  default     = {}
}
`;

const outputs = `output "id" {
  description = "The parts joined by the delimiter"
  value       = terraform_data.label.output
}
`;

const tagOutput = `
output "tags" {
  description = "All tags, the generated ones included"
  value       = merge(var.tags, { Name = local.id })
}
`;

const versionsFile = `terraform {
  required_version = ">= 1.4"
}
`;

const readme = `# Label

Names and tags for infrastructure, built the same way everywhere.

\`\`\`hcl
module "label" {
  source  = "modules.test/acme/label/null"
  version = "~> 1.0"

  namespace = "acme"
  name      = "queue"
}
\`\`\`
`;

const first = { 'main.tf': main, 'variables.tf': variables, 'outputs.tf': outputs, 'README.md': readme };
const tagged = { ...first, 'variables.tf': variables + tags, 'outputs.tf': outputs + tagOutput };

/** The smallest built-in module, and one that others depend on. */
export const label: BuiltInModule = {
  namespace: 'acme',
  name: 'label',
  provider: 'null',
  owner: 'acme-platform',
  description: 'Consistent names and tags for infrastructure',
  verified: true,
  location: 'beside',
  versions: {
    '0.9.0': { day: '2024-02-05', downloads: 310, files: first },
    '1.0.0': { day: '2024-05-13', downloads: 4120, files: tagged },
    '1.1.0': { day: '2025-01-20', downloads: 9875, files: { ...tagged, 'versions.tf': versionsFile } },
  },
};
