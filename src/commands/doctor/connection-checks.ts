import { X509Certificate } from 'node:crypto';
import type { PeerCertificate } from 'node:tls';
import { codeOf } from '../../client/faults.ts';
import type { Session } from '../../client/probe.ts';
import { namesProxy } from '../../client/proxy-variables.ts';
import { NetworkError } from '../../errors.ts';
import { exportOf } from '../../shell-word.ts';
import { printable } from '../../terminal/printable.ts';
import { counted } from '../../text.ts';
import { addressOver, changeOf, clockFix, longerFix, networkFix } from './fixes.ts';
import { type Finding, failed, ok, Skipped, warning } from './result.ts';
import type { Subject } from './subject.ts';

const dayMs = 24 * 3600 * 1000;
/** A certificate that has less than this part of its time left should have been renewed. */
const leastShareLeft = 0.1;

/** The proxy for the platform. */
export async function checkProxy(subject: Subject): Promise<Finding> {
  const { address, connection, context } = subject;
  const { value: url } = address();
  const proxy = await connection().proxy();
  if (!proxy) {
    const why = namesProxy(context.host.env)
      ? `${url.host} needs none (NO_PROXY, or this machine).`
      : 'No proxy is set.';
    return ok(why);
  }
  try {
    await connection().through();
    return ok(`${url.host} is reached through ${proxy.words}.`);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    const isRejected = /\(407\)/.test(error.message);
    const value = isRejected ? `http://USER:PASSWORD@${proxy.url.host}` : 'http://HOST:PORT';
    const fix = networkFix(error, proxy.url, subject) ?? exportOf({ [proxy.variable]: value }, context.host.shell);
    return failed(error.message, fix);
  }
}

/** The addresses of the platform's host, or of its proxy. */
export async function checkDns(subject: Subject): Promise<Finding> {
  return firstHost(subject, async ({ hostname }) => {
    const found = await subject.connection().addresses();
    return ok(found === undefined ? `${hostname} is an IP address.` : `${hostname} is ${found.join(', ')}.`);
  });
}

/** A connection to the platform's host, or to its proxy. */
export async function checkTcp(subject: Subject): Promise<Finding> {
  return firstHost(subject, async ({ host }) => {
    await subject.connection().socket();
    return ok(`Connected to ${host}.`);
  });
}

async function firstHost(subject: Subject, check: (first: URL) => Promise<Finding>): Promise<Finding> {
  const { origin, value: url } = subject.address();
  const { shell } = subject.context.host;
  const proxy = await subject
    .connection()
    .proxy()
    .catch(() => undefined);
  try {
    return await check(proxy?.url ?? url);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    if (proxy) return failed(error.message, exportOf({ [proxy.variable]: 'http://HOST:PORT' }, shell));
    return failed(error.message, networkFix(error, url, subject) ?? changeOf('address', origin, 'URL', shell));
  }
}

/** The certificate of the platform, and what the additional certificates contribute. */
export async function checkTls(subject: Subject): Promise<Finding> {
  const { address, connection, context } = subject;
  const { origin, value: url } = address();
  try {
    const session = await connection().session();
    if (session === undefined) throw new Skipped(`${url.origin} is plain http.`);
    const [leaf] = session.chain;
    if (session.rejection) {
      const until =
        leaf && /expired/.test(session.rejection.message) ? ` It was valid until ${dateOf(leaf.valid_to)}.` : '';
      return failed(`${session.rejection.message}${until}`, certificateFix(session.rejection, subject));
    }
    const detail = `${session.protocol}, ${chainText(session.chain)}${await addedBy(subject, session)}`;
    if (leaf === undefined) return ok(detail);
    const [from, to, now] = [Date.parse(leaf.valid_from), Date.parse(leaf.valid_to), context.host.now().getTime()];
    const left = `${detail}, ${counted(Math.floor((to - now) / dayMs), 'day')} left`;
    if (to - now >= (to - from) * leastShareLeft) return ok(`${left}.`);
    return warning(`${left}.`, `Renew the certificate of ${url.host}.`);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    if (/^UND_ERR_/.test(codeOf(error.cause))) return failed(error.message, longerFix(subject.limitMs));
    return failed(
      error.message,
      error.hint?.includes('plain http')
        ? addressOver('http:', { origin, url }, context.host.shell)
        : changeOf('address', origin, 'URL', context.host.shell),
    );
  }
}

/** What to type for a rejected certificate. A name in it may lead to another server, and is not part of a fix. */
function certificateFix(rejection: NetworkError, subject: Subject): string {
  const { origin, value: url } = subject.address();
  if (/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/.test(codeOf(rejection.cause)))
    return `Renew the certificate of ${url.host}, or correct the clock of this machine: ${clockFix}`;
  return networkFix(rejection, url, subject) ?? changeOf('address', origin, 'URL', subject.context.host.shell);
}

function chainText(chain: readonly PeerCertificate[]): string {
  return chain.map(({ subject }) => printable(String(subject?.CN ?? subject?.O ?? '(no name)'))).join(' < ');
}

/** What `--ca-file` contributes to the trust in a server. */
async function addedBy({ connection }: Subject, { chain }: Session): Promise<string> {
  const trusted = await connection().trusted();
  if (!trusted) return '';
  const added = new Set(trusted.certificates.map((each) => new X509Certificate(each).fingerprint256));
  const issuer = chain.find(({ fingerprint256 }) => added.has(fingerprint256));
  const from = `${counted(trusted.certificates.length, 'certificate')} from ${trusted.value} (${trusted.origin})`;
  return issuer ? `, trusted by ${from}` : `, ${from} not needed here`;
}

function dateOf(text: string): string {
  return new Date(text).toISOString().slice(0, 10);
}
