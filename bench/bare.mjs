// The baseline for serving, a forked process: `node bare.mjs FOLDER` streams the files of a folder, sends its port to its parent, and ends with it.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const server = createServer(({ url }, response) => {
  const path = join(process.argv[2], url);
  response.writeHead(200, { 'content-type': 'application/gzip', 'content-length': statSync(path).size });
  createReadStream(path).pipe(response);
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('disconnect', () => process.exit());
