// The two parts of undici that a request needs: importing the whole package costs half a start-up.
declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici';
  export default Agent;
}
declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici';
  export default function request(
    this: Dispatcher,
    options: Dispatcher.RequestOptions & { responseHeaders: 'raw' },
  ): Promise<Omit<Dispatcher.ResponseData, 'headers'> & { headers: string[] }>;
}
