import type { BuiltInModule } from './built-in.ts';

const main = (labels: string) => `module "label" {
  source  = "modules.test/acme/label/null"
  version = "${labels}"

  namespace = var.namespace
  name      = var.name
}

module "subnet" {
  source   = "./modules/subnet"
  for_each = { for index, zone in var.zones : zone => index }

  zone = each.key
  cidr = cidrsubnet(var.cidr, 8, each.value)
}

resource "terraform_data" "network" {
  input = {
    id   = module.label.id
    cidr = var.cidr
  }
}
`;

const variables = `variable "namespace" {
  description = "Short name of the organization"
  type        = string
}

variable "name" {
  description = "Name of the network"
  type        = string
}

variable "cidr" {
  description = "Address range of the whole network"
  type        = string
  default     = "10.0.0.0/16"

  validation {
    condition     = can(cidrnetmask(var.cidr))
    error_message = "The cidr must be an IPv4 range, for example 10.0.0.0/16."
  }
}

variable "zones" {
  description = <<-EOT
    Zones to have a subnet in,
    one each.
  EOT
  type        = list(string)
  default     = ["a", "b"]
}
`;

const dns = `
variable "dns" {
  description = "Name resolution inside the network"
  type = object({
    enabled = bool
    domain  = optional(string, "internal")
  })
  default = {
    enabled = true
    domain  = "internal"
  }
}
`;

const outputs = `output "id" {
  description = "Id of the network"
  value       = module.label.id
}

output "subnets" {
  description = "Address ranges by zone"
  value       = { for zone, subnet in module.subnet : zone => subnet.cidr }
}
`;

const subnet = {
  'modules/subnet/main.tf': `resource "terraform_data" "subnet" {
  input = "\${var.zone}: \${var.cidr}"
}
`,
  'modules/subnet/variables.tf': `variable "zone" {
  description = "Zone of the subnet"
  type        = string
}

variable "cidr" {
  description = "Address range of the subnet"
  type        = string
}
`,
  'modules/subnet/outputs.tf': `output "cidr" {
  description = "Address range of the subnet"
  value       = var.cidr
}
`,
  'modules/subnet/README.md': '# Subnet\n\nOne address range in one zone.\n',
};

const peering = {
  'modules/peering/main.tf': `variable "networks" {
  description = "Ids of the two networks to connect"
  type        = set(string)
}

resource "terraform_data" "peering" {
  input = var.networks
}

output "networks" {
  description = "Ids of the connected networks"
  value       = terraform_data.peering.output
}
`,
  'modules/peering/README.md': '# Peering\n\nConnects two networks.\n',
};

const example = {
  'examples/simple/main.tf': `module "network" {
  source = "../.."

  namespace = "acme"
  name      = "simple"
}
`,
};

const readme = `# Network

A network with one subnet per zone.

\`\`\`hcl
module "network" {
  source  = "modules.test/acme/network/cloud"
  version = "~> 1.2"

  namespace = "acme"
  name      = "production"
}
\`\`\`

Two networks are connected by \`modules.test/acme/network/cloud//modules/peering\`.
`;

const first = {
  'main.tf': main('~> 1.0'),
  'variables.tf': variables,
  'outputs.tf': outputs,
  'README.md': readme,
  ...subnet,
};
const peered = { ...first, ...peering, ...example };
const named = { ...peered, 'variables.tf': variables + dns };
const next = { ...named, 'main.tf': main('>= 1.1, < 2.0') };

/** Several versions with submodules and a registry dependency; its newest version is a prerelease. */
export const network: BuiltInModule = {
  namespace: 'acme',
  name: 'network',
  provider: 'cloud',
  owner: 'acme-platform',
  description: 'A network with subnets in every zone, and peering between networks',
  verified: true,
  location: 'absolute',
  versions: {
    '1.0.0': { day: '2024-06-03', downloads: 820, files: first },
    '1.1.0': { day: '2024-09-16', downloads: 2310, files: peered },
    '1.2.0': { day: '2025-03-10', downloads: 6044, files: named },
    '2.0.0-rc.1': { day: '2025-06-30', downloads: 12, files: next },
  },
};

/** The same name for another provider. */
export const onPremisesNetwork: BuiltInModule = {
  ...network,
  provider: 'onprem',
  description: 'A network in the data centre, with the inputs of its cloud sibling',
  verified: false,
  location: 'rooted',
  versions: {
    '0.1.0': { day: '2024-11-04', downloads: 95, files: first },
    '0.2.0': { day: '2025-02-17', downloads: 140, files: peered },
  },
};
