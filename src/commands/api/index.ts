import { listAt } from '../../api/client/lists.ts';
import type { Exchange } from '../../api/client/reply.ts';
import { jsonApiMediaType } from '../../api/contract/dialect.ts';
import { ProtocolError, UsageError } from '../../base/errors.ts';
import { jsonIn } from '../../base/json.ts';
import { isSecretField, mask, maskUrl } from '../../base/secrets.ts';
import { columnsOf, type View } from '../../base/view.ts';
import type { Context } from '../../cli/context.ts';
import { workspaceWords } from '../../cli/lookup.ts';
import { collect } from '../../cli/set-flag.ts';
import { action, type Command, excludes } from '../../cli/verb.ts';
import { rowsAt } from './pages.ts';
import { fillIn } from './placeholders.ts';
import { type ApiRequest, apiRequest, apiUrl, isWhole } from './request.ts';

/** A resource object of any type. */
interface Resource {
  id?: unknown;
  type?: unknown;
}

const resourceView: View<Resource> = {
  columns: columnsOf('id type'),
};

export const noun = action({
  text: `Sends a request to the API of the platform, for what has no command of its own. Authentication, retries, masking and errors work as in the other commands. A DELETE is sent without a
confirmation.
In a path, {organization} is the organization in force and {workspace} the id of the workspace of -w, percent-encoded.`,
  flags: (command: Command) =>
    command
      .argument('<method-or-path>', 'path, or GET, POST, PATCH, PUT, DELETE, HEAD (default: GET, or POST with a body)')
      .argument('[path]', 'path on the platform, such as /admin/banners, or a URL')
      .option(
        '-F, --field <key=value>',
        'query parameter of a GET, otherwise field of the body: a.b=text, a.b:=json; repeatable',
        collect,
      )
      .option('-w, --workspace <workspace>', `for {workspace} in the path: ${workspaceWords}`)
      .option('--input <path>', 'read the body from a file, - for stdin')
      .option('--paginate', 'fetch all pages of a list')
      .option('--include', 'also print the status and headers of the response'),
  rules: [excludes('input', 'field')],
  examples: [
    'svc api /account/details',
    `svc api /admin/banners --jq '.data[].id'`,
    'svc api /organizations/{organization}/teams --paginate',
    'svc api /workspaces/{workspace}/notification-configurations -w network-production',
    'svc api https://svc.example.com/v1/modules/ --paginate',
    'svc api POST /admin/banners -F data.type=admin-banners -F data.attributes.title=Hello -F data.attributes.body=World -F data.attributes.style=info -F data.attributes.audience=all_users',
  ],
  async run(context, { field, include, input, paginate, workspace }, first, second) {
    const { client, output, read, secrets, settings } = context;
    const body =
      input === undefined ? undefined : { name: input === '-' ? 'stdin' : input, text: await read('--input', input) };
    const request = apiRequest([first, second], field, body);
    for (const [name, value] of request.query) if (isSecretField(name)) secrets.remember(value);
    request.target = await fillIn(request.target, workspace, context);
    const url = apiUrl(request, () => settings.address().value, settings.insecureHttp);
    const connection = await client();
    if (paginate) return showPages(request, url, context);
    const response = await connection.send(request.method, url, request.body, {
      accept: jsonApiMediaType,
      audience: 'platform',
    });
    if (include) await output.verbatim(Buffer.from(head(response)));
    await showBody(response, request.method, output);
  },
});

async function showPages(
  { method, target }: ApiRequest,
  url: URL,
  { client, output }: Pick<Context, 'client' | 'output'>,
): Promise<void> {
  if (method !== 'GET') throw new UsageError('--paginate is only for GET requests.');
  const connection = await client();
  // A path belongs to the platform; a whole URL may belong to a registry.
  const rows = isWhole(target) ? rowsAt(connection, url, output.warn) : listAt(connection, url);
  await output.list<Resource>(resourceView, rows, 'No items.');
}

async function showBody(
  { bytes, headers, status, text, url }: Exchange,
  method: string,
  output: Context['output'],
): Promise<void> {
  if (bytes.length === 0) return output.note(`The service returned ${status} without a body.`);
  const value = jsonIn(text);
  if (value !== undefined) return output.document(value, bytes);
  if (!output.writesJson) return output.verbatim(bytes);
  const type = headers.get('content-type')?.split(';')[0] ?? 'no media type';
  const request = `${method} ${maskUrl(url)}`;
  const hint = 'Print the body unchanged with: -o raw';
  throw new ProtocolError(`The ${status} response to ${request} is not JSON (${type}).`, { hint, request, status });
}

function head({ headers, status }: Exchange): string {
  const lines = headers
    .lines()
    .map(([name, value]) => `${name.toLowerCase()}: ${isSecretField(name) ? mask : value}\n`);
  return `HTTP/1.1 ${status}\n${lines.join('')}\n`;
}
