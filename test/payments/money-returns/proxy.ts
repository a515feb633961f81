import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A provider in front of the simulator that tells of disputes, and may take no notice of a transaction in its list of refunds. */
export interface ProviderProxy {
  url: string;
  /** What `GET /dispute` lists. */
  disputes: object[];
  /** Whether the list of refunds looks at the transaction that was asked about. */
  filters: boolean;
  close(): Promise<void>;
}

export async function startProviderProxy(simulatorUrl: string): Promise<ProviderProxy> {
  const server = createServer((request, response) => {
    void answer(proxy, simulatorUrl, request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: ProviderProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    disputes: [],
    filters: true,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}

async function answer(
  { disputes, filters }: ProviderProxy,
  simulatorUrl: string,
  request: IncomingMessage,
): Promise<{ status: number; body: string }> {
  const url = new URL(request.url ?? '/', simulatorUrl);
  if (url.pathname === '/dispute') {
    const body = { status: true, message: 'Disputes retrieved', data: disputes };
    return { status: 200, body: JSON.stringify(body) };
  }
  if (!filters) url.searchParams.delete('transaction');
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const answered = await fetch(url, {
    method: request.method,
    headers: { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' },
    ...(chunks.length && { body: Buffer.concat(chunks) }),
  });
  return { status: answered.status, body: await answered.text() };
}
