import { createServer } from 'node:http';

/** A paged platform list with a delay for each response; `close` ends the server. */
export async function startThings(resources, latencyMs) {
  const server = createServer((request, response) => {
    setTimeout(() => answer(resources, request, response), latencyMs);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** The baseline: reads one page after another and writes each row as a line. */
export const plainScript = `(async () => {
  for (let page = 1; page; ) {
    const answer = await (await fetch(process.argv[1] + '?page[number]=' + page + '&page[size]=100')).json();
    for (const row of answer.data) process.stdout.write(JSON.stringify(row) + '\\n');
    page = answer.meta.pagination['next-page'];
  }
})()`;

function answer(resources, { url }, response) {
  const query = new URL(url, 'http://localhost').searchParams;
  const page = Number(query.get('page[number]'));
  const size = Number(query.get('page[size]'));
  const totalPages = Math.ceil(resources / size);
  const first = (page - 1) * size;
  const data = Array.from({ length: Math.max(0, Math.min(size, resources - first)) }, (_, index) => ({
    id: `thing-${first + index + 1}`,
    type: 'things',
    attributes: { name: `thing ${first + index + 1}`, description: 'x'.repeat(200) },
  }));
  const pagination = {
    'current-page': page,
    'page-size': size,
    'next-page': page < totalPages ? page + 1 : null,
    'total-pages': totalPages,
    'total-count': resources,
  };
  response.writeHead(200, { 'content-type': 'application/vnd.api+json' });
  response.end(JSON.stringify({ data, meta: { pagination } }));
}
