// A proxy that delays its responses: `node delay.mjs URL LATENCY_MS`, forked. It sends its port and ends with its parent.
import { Agent, createServer, request } from 'node:http';

const [, , target, latency] = process.argv;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

const server = createServer(({ headers, method, url }, response) => {
  setTimeout(() => {
    const asked = request(new URL(url, target), { agent, headers, method }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    asked.on('error', () => response.destroy()).end();
  }, Number(latency));
});

server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('disconnect', () => process.exit());
