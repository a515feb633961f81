import { Agent, request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';

export interface WildRequest {
  method: string;
  path: string;
  headers: OutgoingHttpHeaders;
  body: Buffer;
  /** Sent in chunks instead of with its length. */
  chunked: boolean;
}

export interface WildAnswer {
  /** 0 when the connection was closed before an answer came. */
  status: number;
  text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** Send what no well-behaved client would, and wait for whatever comes back. */
export function send(
  baseUrl: string,
  { method, path, headers, body, chunked }: WildRequest,
): Promise<WildAnswer> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      agent,
      hostname,
      port,
      method,
      path,
      headers: {
        ...headers,
        ...(chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': body.length }),
      },
      timeout: 120_000,
    });
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      );
      response.on('error', () => resolve({ status: response.statusCode ?? 0, text: '' }));
    });
    request.on('timeout', () => request.destroy(new Error('no answer within 120 s')));
    request.on('error', (error: NodeJS.ErrnoException) => {
      // A body that is refused unread ends the connection, and the rest of it finds it closed.
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve({ status: 0, text: '' });
      else reject(error);
    });
    if (chunked) {
      const middle = Math.floor(body.length / 2);
      if (middle) request.write(body.subarray(0, middle));
      request.end(body.subarray(middle));
    } else {
      request.end(body);
    }
  });
}

/** Write bytes to a connection of their own, and read until something came back or it was closed. */
export function sendBytes(baseUrl: string, bytes: Buffer): Promise<WildAnswer> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(port), hostname);
    const finish = (): void => {
      socket.destroy();
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text });
    };
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (/^HTTP\/1\.1 \d{3}/.test(text)) finish();
    });
    socket.on('error', finish);
    socket.on('close', finish);
    // Half a request is answered only when its time is over: nobody waits for that here.
    socket.end(bytes);
  });
}

export function closeConnections(): void {
  agent.destroy();
}
