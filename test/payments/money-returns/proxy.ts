import { answerJson, SmallServer } from '../../support/small-server.js';

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
  const server = await SmallServer.reading((request, sent, response) => {
    const url = new URL(request.url ?? '/', simulatorUrl);
    if (url.pathname === '/dispute')
      return answerJson(response, { status: true, message: 'Disputes retrieved', data: proxy.disputes });
    if (!proxy.filters) url.searchParams.delete('transaction');
    const headers = {
      authorization: request.headers.authorization ?? '',
      'content-type': 'application/json',
    };
    void fetch(url, { method: request.method, headers, ...(sent && { body: sent }) }).then(async (answer) =>
      answerJson(response, await answer.json(), answer.status),
    );
  }).open();
  const proxy: ProviderProxy = {
    url: server.url,
    disputes: [],
    filters: true,
    close: () => server.close(),
  };
  return proxy;
}
