import { createServer } from 'node:http';

/** The limit for reads: `node:http` sending one constant buffer, or a 304 to whoever knows it. */
const body = Buffer.alloc(Number(process.env.BODY_BYTES ?? 30_000), 'x');
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': body.length,
  etag: '"constant"',
  'cache-control': 'public, max-age=1',
};
const server = createServer((request, response) => {
  if (request.headers['if-none-match'])
    response.writeHead(304, { etag: '"constant"', 'cache-control': 'public, max-age=1' }).end();
  else response.writeHead(200, headers).end(body);
});
server.keepAliveTimeout = 72_000;
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send({ type: 'ready' }));
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
