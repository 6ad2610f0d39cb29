import type { BuiltInModule } from './built-in.ts';

const files = (retention: number) => ({
  'main.tf': `variable "name" {
  description = "Name of the queue"
  type        = string
}

variable "retention_days" {
  description = "How long a message is kept"
  type        = number
  default     = ${retention}
}

resource "terraform_data" "queue" {
  input = {
    name      = var.name
    retention = "\${var.retention_days}d"
  }
}

output "name" {
  description = "Name of the queue"
  value       = var.name
}
`,
  'README.md': '# Queue\n\nA message queue.\n',
});

/** Another namespace; its archive has everything in one folder. */
export const queue: BuiltInModule = {
  namespace: 'globex',
  name: 'queue',
  provider: 'null',
  owner: '',
  description: 'A message queue with a retention time',
  verified: false,
  location: 'nested',
  versions: {
    '0.3.0': { day: '2024-08-12', downloads: 450, files: files(7) },
    '0.3.1': { day: '2024-12-02', downloads: 615, files: files(14) },
  },
};
