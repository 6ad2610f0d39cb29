// A proxy that delays each response, a forked process: `node delay.mjs URL LATENCY_MS` sends its port to its parent, and ends with it.
import { Agent, createServer, request } from 'node:http';

const [, , target, latency] = process.argv;
const { host } = new URL(target);
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

const server = createServer(({ headers, method, url }, response) => {
  setTimeout(() => {
    // Keep the Host header: `svc module serve` accepts only its own host.
    const options = { agent, headers: { ...headers, host }, method };
    const asked = request(new URL(url, target), options, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    asked.on('error', () => response.destroy()).end();
  }, Number(latency));
});

server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('disconnect', () => process.exit());
