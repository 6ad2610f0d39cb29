import type { IncomingMessage } from 'node:http';
import { type Faults, failRule } from './faults.ts';
import type { SandboxInfo } from './info.ts';
import { notFound, Refusal, unauthorized } from './refusal.ts';
import { documentReply, type Reply } from './reply.ts';
import { collect } from './validation.ts';

/** What the control endpoints act on. */
export interface Controlled {
  readonly control: string;
  readonly info: SandboxInfo;
  readonly faults: Faults;
}

interface ControlEndpoint {
  method: 'GET' | 'POST';
  answer(controlled: Controlled, body: unknown): unknown;
}

const endpoints: Readonly<Record<string, ControlEndpoint>> = {
  '/sandbox/info': { method: 'GET', answer: ({ info }) => info },
  '/sandbox/fail': {
    method: 'POST',
    answer: ({ faults }, body) => {
      const rule = failRule.safeParse(body);
      if (rule.success) return faults.add(rule.data);
      const problems = rule.error.issues.map(({ message, path }) => ({
        title: 'invalid fail rule',
        detail: message,
        pointer: `/${path.join('/')}`,
      }));
      throw new Refusal(422, problems);
    },
  },
};

/** Answers `/sandbox/...`, which steers the sandbox and is no part of the service: only the control token opens it. */
export async function answerControl(controlled: Controlled, request: IncomingMessage, path: string): Promise<Reply> {
  if (request.headers.authorization !== `Bearer ${controlled.control}`) throw unauthorized();
  const endpoint = Object.hasOwn(endpoints, path) ? endpoints[path] : undefined;
  if (endpoint === undefined) throw notFound();
  if (request.method !== endpoint.method) {
    throw new Refusal(405, { title: 'method not allowed' }, { allow: endpoint.method });
  }
  const body = endpoint.method === 'GET' ? undefined : parse(await collect(request));
  return documentReply('registry', 200, endpoint.answer(controlled, body));
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Refusal(422, { title: 'malformed body', detail: 'The request body is not valid JSON' });
  }
}
