import type { IncomingMessage, ServerResponse } from 'node:http';

const MAX_BODY = 1 << 18;

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new Error('the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export interface Reply {
  status: number;
  body: Buffer | string;
  headers: Record<string, string>;
}

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json; charset=UTF-8', ...headers },
});
export const redirect = (location: string): Reply => ({
  status: 302,
  body: '',
  headers: { location, 'cache-control': 'no-store' },
});
export const page = ({ html, nonce }: { html: string; nonce: string }, status = 200): Reply => ({
  status,
  body: html,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
  },
});

export function send(response: ServerResponse, reply: Reply): void {
  if (response.destroyed) return;
  response.writeHead(reply.status, { 'content-length': Buffer.byteLength(reply.body), ...reply.headers });
  response.end(reply.body);
}
