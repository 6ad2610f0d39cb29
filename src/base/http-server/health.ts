import type { IncomingMessage, ServerResponse } from 'node:http';
import { pathAndSearch } from './server.ts';

/** The path of health checks by containers and load balancers. */
export const healthPath = '/-/healthy';

export const healthMethods = 'GET, HEAD';

const text = 'OK\n';
const headers = {
  'content-type': 'text/plain; charset=utf-8',
  'content-length': text.length,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Returns whether a request is a health check, which needs no token and may have any Host. */
export function isHealthCheck({ method, url = '' }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && pathAndSearch(url)[0] === healthPath;
}

/** Responds to a health check; reveals nothing about the server. */
export function answerHealthCheck(response: ServerResponse, close = false): void {
  if (close) response.shouldKeepAlive = false;
  response.writeHead(200, headers).end(text);
}
