import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { parseFault } from './faults.ts';
import type { FaultPlan } from './faults.ts';
import { readMessage, readPart } from './message.ts';
import { withTheme, listPage, messagePage, missingPage, THEMES } from './pages.ts';
import type { MessageView, Theme } from './pages.ts';
import type { MailStore } from './store.ts';

const bodyLimitBytes = 256 * 1024;
const pageSize = 50;

interface Exchange {
  url: URL;
  request: IncomingMessage;
  response: ServerResponse;
  nonce: string;
}

function send(
  exchange: Exchange,
  status: number,
  type: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): void {
  exchange.response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...headers,
  });
  exchange.response.end(body);
}

const sendJson = (exchange: Exchange, value: unknown, status = 200): void =>
  send(exchange, status, 'application/json', JSON.stringify(value));

function sendPage(exchange: Exchange, html: string, status = 200): void {
  send(exchange, status, 'text/html; charset=utf-8', html, {
    'content-security-policy': `default-src 'none'; style-src 'nonce-${exchange.nonce}'; script-src 'nonce-${exchange.nonce}'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  });
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > bodyLimitBytes) throw new Error('body too large');
    chunks.push(chunk as Buffer);
  }
  const text = Buffer.concat(chunks).toString('utf8').trim();
  return text === '' ? {} : (JSON.parse(text) as unknown);
}

function wholeNumber(value: string | null, fallback: number, max: number): number {
  const number = Number(value ?? Number.NaN);
  return Number.isInteger(number) && number >= 0 ? Math.min(number, max) : fallback;
}

const themeOf = (url: URL): Theme | null => THEMES.find((theme) => theme === url.searchParams.get('theme')) ?? null;

/** Writes are allowed for programs and this page on this machine, never for another web page. */
function comesFromElsewhere(request: IncomingMessage): boolean {
  const { origin, host } = request.headers;
  return origin !== undefined && origin !== `http://${host ?? ''}`;
}

/** Names of this machine. With any other a web page could read mails through a browser, by DNS rebinding. */
const HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);
const hostOf = (request: IncomingMessage): string => (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();

export interface MailboxHttpOptions {
  store: MailStore;
  faults: FaultPlan;
}

export function createMailboxServer({ store, faults }: MailboxHttpOptions): Server {
  function listJson(exchange: Exchange, query: string | undefined): void {
    const start = wholeNumber(exchange.url.searchParams.get('start'), 0, Number.MAX_SAFE_INTEGER);
    const limit = wholeNumber(exchange.url.searchParams.get('limit'), pageSize, 500);
    const found = store.list({ query, start, limit });
    sendJson(exchange, {
      total: found.total,
      unread: found.total,
      count: found.messages.length,
      messages_count: found.matching,
      messages_unread: found.matching,
      start,
      tags: [],
      messages: found.messages,
    });
  }

  async function message(exchange: Exchange, id: string, rest: string): Promise<void> {
    const summary = store.find(id);
    const raw = summary ? await store.raw(summary) : null;
    if (!summary || !raw) return sendJson(exchange, { Error: 'message not found' }, 404);
    if (rest === '') return sendJson(exchange, await readMessage(summary, raw));
    if (rest === '/raw') return send(exchange, 200, 'text/plain; charset=utf-8', raw);
    const part = await readPart(raw, rest.replace(/^\/part\//, ''));
    if (!part) return sendJson(exchange, { Error: 'part not found' }, 404);
    const fileName = encodeURIComponent(part.fileName);
    // Always a download: a mailed page must not run with this address as its origin.
    send(exchange, 200, 'application/octet-stream', part.content, {
      'content-disposition': `attachment; filename*=UTF-8''${fileName}`,
    });
  }

  async function messageView(exchange: Exchange, id: string): Promise<void> {
    const summary = store.find(id);
    const raw = summary ? await store.raw(summary) : null;
    if (!summary || !raw) return sendPage(exchange, missingPage(exchange.nonce), 404);
    const mail = await readMessage(summary, raw);
    const requested = exchange.url.searchParams.get('view');
    const view: MessageView = requested === 'source' ? 'source' : requested === 'text' || !mail.HTML ? 'text' : 'html';
    sendPage(exchange, messagePage(mail, view, themeOf(exchange.url), raw.toString('utf8'), exchange.nonce));
  }

  async function framedHtml(exchange: Exchange, id: string): Promise<void> {
    const summary = store.find(id);
    const raw = summary ? await store.raw(summary) : null;
    if (!summary || !raw) return sendPage(exchange, missingPage(exchange.nonce), 404);
    const { HTML } = await readMessage(summary, raw);
    send(
      exchange,
      200,
      'text/html; charset=utf-8',
      `<!doctype html><base target="_blank">${withTheme(HTML, themeOf(exchange.url))}`,
      {
        'content-security-policy':
          "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
      },
    );
  }

  async function faultCommands(exchange: Exchange): Promise<void> {
    const { method } = exchange.request;
    if (method === 'DELETE') faults.clear();
    if (method === 'POST') {
      const fault = parseFault(await readJson(exchange.request));
      if (!fault)
        return sendJson(
          exchange,
          { Error: 'kind must be refuse_temporarily, refuse_permanently, delay or hang_up_after_accept' },
          400,
        );
      faults.add(fault);
    }
    sendJson(exchange, { faults: faults.list() });
  }

  async function answer(exchange: Exchange): Promise<void> {
    const { pathname, searchParams } = exchange.url;
    const method = exchange.request.method ?? 'GET';
    const reading = method === 'GET' || method === 'HEAD';
    if (!HOSTS.has(hostOf(exchange.request))) return sendJson(exchange, { Error: 'unknown host' }, 403);
    if (!reading && comesFromElsewhere(exchange.request))
      return sendJson(exchange, { Error: 'origin not allowed' }, 403);
    if (pathname === '/livez' || pathname === '/readyz') return send(exchange, 200, 'text/plain', 'ok');
    if (pathname === '/_faults') return faultCommands(exchange);
    if (pathname === '/api/v1/messages' && method === 'DELETE') {
      const { IDs } = (await readJson(exchange.request)) as { IDs?: string[] };
      await store.remove(Array.isArray(IDs) ? IDs : undefined);
      return send(exchange, 200, 'text/plain', 'ok');
    }
    if (!reading) return sendJson(exchange, { Error: 'method not allowed' }, 405);
    if (pathname === '/api/v1/messages') return listJson(exchange, undefined);
    if (pathname === '/api/v1/search') return listJson(exchange, searchParams.get('query') ?? '');
    const api = /^\/api\/v1\/message\/([\w-]+)(|\/raw|\/part\/\d+)$/.exec(pathname);
    if (api) return message(exchange, api[1] ?? '', api[2] ?? '');
    const view = /^\/message\/([\w-]+)$/.exec(pathname);
    if (view) return messageView(exchange, view[1] ?? '');
    const framed = /^\/view\/([\w-]+)\.html$/.exec(pathname);
    if (framed) return framedHtml(exchange, framed[1] ?? '');
    if (pathname === '/') {
      const query = searchParams.get('q') ?? '';
      const start = wholeNumber(searchParams.get('start'), 0, Number.MAX_SAFE_INTEGER);
      return sendPage(
        exchange,
        listPage(store.list({ query, start, limit: pageSize }), query, start, pageSize, exchange.nonce),
      );
    }
    sendPage(exchange, missingPage(exchange.nonce), 404);
  }

  return createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://mailbox.invalid');
    const exchange = { url, request, response, nonce: randomBytes(16).toString('base64') };
    answer(exchange).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else
        sendJson(
          exchange,
          { Error: error instanceof SyntaxError ? 'body is not JSON' : String(error) },
          error instanceof SyntaxError ? 400 : 500,
        );
    });
  });
}
