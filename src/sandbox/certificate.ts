import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalError } from '../base/errors.ts';
import { bareHost } from '../base/origin.ts';
import { runChild } from '../base/system/child.ts';
import { errnoOf } from '../base/system/files.ts';
import configuration from './openssl.txt?raw';

/** A server certificate with its key, in PEM form, and the CA certificate that clients have to trust, if there is one. */
export interface Certificate {
  cert: string | Buffer;
  key: string | Buffer;
  ca?: string;
}

const ownNames = ['localhost', '127.0.0.1', '::1'];
const days = '30';

/**
 * Generates a CA, and a server certificate for this machine and the given names. The key of the CA is deleted, because the CA must
 * not sign anything else.
 * @throws {LocalError} if no `openssl` is on PATH, or if it fails
 */
export async function generateCertificate(names: readonly string[]): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-certificate-'));
  try {
    await writeFile(join(folder, 'openssl.cnf'), configFor([...new Set([...ownNames, ...names.map(withoutPort)])]));
    const run = (...args: string[]) => openssl(args, folder);
    const key = (file: string) => run('ecparam', '-genkey', '-name', 'prime256v1', '-noout', '-out', file);
    await Promise.all([key('ca.key'), key('server.key')]);
    const request = ['req', '-new', '-sha256', '-config', 'openssl.cnf'];
    const ca = ['-x509', '-key', 'ca.key', '-subj', '/CN=svc sandbox CA', '-extensions', 'ca', '-days', days];
    await run(...request, ...ca, '-out', 'ca.pem');
    await run(...request, '-key', 'server.key', '-out', 'server.csr');
    const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-set_serial', '1', '-days', days];
    const extensions = ['-extfile', 'openssl.cnf', '-extensions', 'server'];
    await run('x509', '-req', '-sha256', '-in', 'server.csr', ...signing, ...extensions, '-out', 'server.pem');
    const [cert, privateKey, authority] = await Promise.all(
      ['server.pem', 'server.key', 'ca.pem'].map((name) => readFile(join(folder, name), 'utf8')),
    );
    return { cert: cert!, key: privateKey!, ca: authority! };
  } catch (cause) {
    const { cause: origin, message } = cause as Error;
    const why = errnoOf(origin) === 'ENOENT' ? 'openssl is not on PATH' : message.replace(/\.$/, '');
    throw new LocalError(`Cannot generate a certificate for --tls: ${why}.`, {
      hint: 'Install openssl, or use your own certificate: --tls-cert FILE --tls-key FILE',
      cause,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function openssl(args: readonly string[], cwd: string): Promise<void> {
  const { exit, stderr } = await runChild(['openssl', ...args], { cwd });
  if (exit !== 0) throw new Error(stderr.trim().split('\n')[0] || `openssl exited with ${exit}`);
}

function configFor(names: readonly string[]): string {
  const listed = names.map((name) => `${isIP(name) ? 'IP' : 'DNS'}:${name}`).join(', ');
  return configuration.replace('NAMES', listed);
}

/** Returns the name or address in the value of a Host header. */
function withoutPort(host: string): string {
  return bareHost({ hostname: host.replace(/:\d+$/, '') });
}
