import { BlockList, isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { UsageError } from '../../base/errors.ts';
import { bareHost, isLoopback, percentDecoded, portOf } from '../../base/origin.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { Environment } from '../../base/system/programs.ts';
import { proxyVariables } from './proxy-variables.ts';

/** A proxy that the environment names. */
export interface HttpProxy {
  /** Without the user name and the password. */
  url: URL;
  authorization: string | undefined;
  variable: string;
  /** The proxy as messages show it. */
  label: string;
}

/**
 * Returns the proxy for each URL, chosen as curl does: lower case before upper, `NO_PROXY` with hosts, `.domains`,
 * ports, addresses and networks; this machine is always reached directly.
 * @throws {UsageError} from the returned function for a variable that is not the URL of an http(s) proxy
 */
export function proxies(env: Environment, secrets: Secrets): (url: URL) => HttpProxy | undefined {
  const exempt = exemptions(env.no_proxy || env.NO_PROXY || '');
  const proxyByVariable = new Map<string, HttpProxy>();
  return (url) => {
    const variable = proxyVariables[url.protocol]?.find((name) => env[name] && !isForged(name, env));
    if (variable === undefined || isLoopback(url.hostname) || exempt(url)) return undefined;
    const proxy = proxyByVariable.get(variable) ?? readProxy(env[variable] as string, variable, secrets);
    proxyByVariable.set(variable, proxy);
    return proxy;
  };
}

/** Returns whether a variable may be forged: web servers pass a visitor's `Proxy:` header to scripts under this name. */
function isForged(name: string, env: Environment): boolean {
  return name === 'HTTP_PROXY' && env.REQUEST_METHOD !== undefined;
}

function readProxy(text: string, variable: string, secrets: Secrets): HttpProxy {
  const invalidProxy = (complaint: string) =>
    new UsageError(`The environment variable ${variable} ${complaint}.`, {
      hint: 'Write it like http://proxy.example.com:3128, or unset it.',
    });
  const completeUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(completeUrl)) throw invalidProxy('is not a URL');
  const { origin, password, protocol, username } = new URL(completeUrl);
  if (protocol !== 'http:' && protocol !== 'https:') throw invalidProxy('is not an http or https URL');
  let authorization: string | undefined;
  if (username || password) {
    if (password) secrets.remember(percentDecoded(password));
    const pair = Buffer.from(`${percentDecoded(username)}:${percentDecoded(password)}`).toString('base64');
    authorization = `Basic ${secrets.remember(pair)}`;
  }
  return { url: new URL(origin), authorization, variable, label: `${origin} (${variable})` };
}

function exemptions(text: string): (url: URL) => boolean {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  if (entries.includes('*')) return () => true;
  const networks = new BlockList();
  const hosts: { name: string; port: string | undefined }[] = [];
  for (const entry of entries) {
    const [, network = '', bits] = /^(.+)\/(\d{1,3})$/.exec(entry) ?? [];
    const family = isIP(network);
    if (family !== 0 && Number(bits) <= (family === 4 ? 32 : 128)) {
      networks.addSubnet(network, Number(bits), family === 4 ? 'ipv4' : 'ipv6');
      continue;
    }
    const [, host = entry, port] = isIP(entry) ? [] : (/^(.*?)(?::(\d+))?$/.exec(entry) ?? []);
    const name = plainName(host.replace(/^\*?\./, ''));
    // domainToASCII brings an IPv6 address into its canonical spelling, but only between brackets.
    hosts.push({ name: plainName(domainToASCII(isIP(name) === 6 ? `[${name}]` : name)), port });
  }
  return (url) => {
    const host = plainName(url.hostname);
    const family = isIP(host);
    if (family !== 0 && networks.check(host, family === 4 ? 'ipv4' : 'ipv6')) return true;
    return hosts.some(
      (entry) =>
        (entry.port === undefined || entry.port === String(portOf(url))) &&
        (host === entry.name || (family === 0 && entry.name !== '' && host.endsWith(`.${entry.name}`))),
    );
  };
}

/** Returns a host without brackets and final dot. */
function plainName(host: string): string {
  return bareHost({ hostname: host }).replace(/\.$/, '');
}
