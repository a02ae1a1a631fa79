import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildConnector } from 'undici';
import { readPostLink } from '../../server/features/publications/links/rules.ts';
import { seePost } from '../../server/features/publications/look.ts';
import {
  createGuardedFetch,
  FetchRefused,
  type FetchRefusal,
  type GuardedFetch,
} from '../../server/integrations/fetch/guarded.ts';
import { createSocial } from '../../server/integrations/social/create.ts';

/** Documentation address that stands for the public site of these cases; the harness serves it on this machine. */
const PUBLIC = '93.184.215.14';
const LIMITS = { types: ['text/html', 'image/*'], maxBytes: 100_000, timeoutMs: 500, maxRedirects: 3 } as const;

interface HostileAddress {
  what: string;
  address: string;
  /** Reasons that count as a refusal of this case. */
  reasons: readonly FetchRefusal[];
}

const literal = (hosts: readonly string[]): HostileAddress[] =>
  hosts.map((host) => ({
    what: `host ${host}`,
    address: `http://${host}/picture.png`,
    reasons: ['address', 'url', 'unreachable'],
  }));
const redirect = (to: string, reasons: readonly FetchRefusal[]): HostileAddress => ({
  what: `redirect to ${to}`,
  address: `http://public.test/to?${encodeURIComponent(to)}`,
  reasons,
});

/** Names of the cases and the addresses they resolve to; a list is answered in order, the last one from then on. */
const NAMES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'public.test': [[PUBLIC]],
  localhost: [['127.0.0.1', '::1']],
  'localhost.': [['127.0.0.1']],
  'app.localhost': [['127.0.0.1']],
  'intranet.test': [['10.0.0.5']],
  'router.test': [['192.168.0.1']],
  'metadata.google.internal': [['169.254.169.254']],
  'metadata.azure.test': [['168.63.129.16']],
  'both.test': [[PUBLIC, '127.0.0.1']],
  'both-reversed.test': [['127.0.0.1', PUBLIC]],
  'six.test': [['::1']],
  'unique-local.test': [['fd12:3456:789a::1']],
  'mapped.test': [['::ffff:10.0.0.1']],
  'nat64.test': [['64:ff9b::a00:1']],
  'zero.test': [['0.0.0.0']],
  'shared.test': [['100.64.1.1']],
  'rebinding.test': [[PUBLIC], ['127.0.0.1']],
  'rebinding-late.test': [[PUBLIC], [PUBLIC], ['169.254.169.254']],
  // Cyrillic letters that look like Latin ones, and a picture.
  'xn--lalhst-wqfdx.test': [['127.0.0.1']],
  'xn--n3h.test': [['127.0.0.1']],
};

export const HOSTILE_ADDRESSES: readonly HostileAddress[] = [
  ...literal([
    '127.0.0.1',
    '127.0.0.1.',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '017700000001',
    '0x7f.0.0.0x1',
    '127.1',
    '127.0.1',
    '0',
    '0.0.0.0',
    '１２７.０.０.１',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.254',
    '192.168.1.1',
    '3232235777',
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '168.63.129.16',
    '100.64.0.1',
    '100.100.100.200',
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::a9fe:a9fe]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::1]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '[fec0::1]',
    '[ff02::1]',
    '[2001:db8::1]',
    'localhost',
    'localhost.',
    'app.localhost',
    'intranet.test',
    'router.test',
    'metadata.google.internal',
    'metadata.azure.test',
    'both.test',
    'both-reversed.test',
    'six.test',
    'unique-local.test',
    'mapped.test',
    'nat64.test',
    'zero.test',
    'shared.test',
    'lосalhоst.test',
    '☃.test',
  ]),
  redirect('http://127.0.0.1/', ['address']),
  redirect('http://[::1]/', ['address']),
  redirect('//2130706433/', ['address']),
  redirect('http://intranet.test/', ['address']),
  redirect('http://rebinding.test/to?http%3A%2F%2Frebinding.test%2F', ['address']),
  redirect('http://public.test:8080/', ['address']),
  redirect('http://user:word@public.test/', ['credentials']),
  redirect('file:///etc/passwd', ['scheme']),
  redirect('gopher://127.0.0.1:6379/_INFO', ['scheme']),
  { what: 'redirects without end', address: 'http://public.test/loop', reasons: ['redirects'] },
  {
    what: 'a name that leads elsewhere the third time',
    address: 'http://rebinding-late.test/again?2',
    reasons: ['address'],
  },
  { what: 'a user name before the host', address: 'http://public.test@127.0.0.1/', reasons: ['credentials'] },
  { what: 'a host in the password', address: 'http://a:public.test@169.254.169.254/', reasons: ['credentials'] },
  { what: 'a backslash before @', address: 'http://127.0.0.1\\@public.test/', reasons: ['address'] },
  { what: 'a port of mail', address: 'http://public.test:25/', reasons: ['address'] },
  { what: 'a port of a cache server', address: 'http://public.test:6379/', reasons: ['address'] },
  {
    what: 'a line break in the host',
    address: 'http://127.0.0.1\r\n.public.test@10.0.0.1/',
    reasons: ['credentials', 'url'],
  },
  { what: 'an address of 3,000 characters', address: `http://public.test/${'a'.repeat(3_000)}`, reasons: ['url'] },
  { what: 'another scheme', address: 'ftp://public.test/picture.png', reasons: ['scheme'] },
  { what: 'a script', address: 'javascript:fetch("http://127.0.0.1")', reasons: ['scheme'] },
  { what: 'data', address: 'data:text/html,<p>', reasons: ['scheme'] },
  { what: 'headers that do not come', address: 'http://public.test/slow-headers', reasons: ['timeout'] },
  { what: 'a body of one byte a moment', address: 'http://public.test/slow-body', reasons: ['timeout'] },
  { what: 'a body without end', address: 'http://public.test/endless', reasons: ['size'] },
  { what: 'a length of a gigabyte', address: 'http://public.test/large', reasons: ['size'] },
  { what: 'a small gzip file of 20 MB', address: 'http://public.test/gzip-bomb', reasons: ['size'] },
  { what: 'a small brotli file of 20 MB', address: 'http://public.test/brotli-bomb', reasons: ['size'] },
  { what: 'packed twice', address: 'http://public.test/twice', reasons: ['encoding'] },
  { what: 'headers of 1 MB', address: 'http://public.test/huge-headers', reasons: ['headers'] },
  { what: 'a program as a picture', address: 'http://public.test/program', reasons: ['type'] },
];

/** A few kilobytes that unpack to 20 MB. */
const zeros = Buffer.alloc(20 << 20);
const gzipBomb = gzipSync(zeros, { level: 1 });
const brotliBomb = brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

function answerAsSite(request: IncomingMessage, response: ServerResponse): void {
  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
  const html = { 'content-type': 'text/html' };
  const moved = (location: string): void => void response.writeHead(302, { location }).end();

  switch (path) {
    case '/to':
      return moved(decodeURIComponent(query));
    case '/loop':
      return moved('/loop');
    case '/again':
      // Without a kept connection the name is looked up again.
      response.setHeader('connection', 'close');
      return moved(Number(query) > 0 ? `/again?${Number(query) - 1}` : '/');
    case '/slow-headers':
      return;
    case '/slow-body': {
      response.writeHead(200, html);
      const drip = setInterval(() => response.write('.'), 50);
      response.on('close', () => clearInterval(drip));
      return;
    }
    case '/endless': {
      response.writeHead(200, html);
      const pour = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 97)));
        response.once('drain', pour);
      };
      return pour();
    }
    case '/large':
      response.writeHead(200, { ...html, 'content-length': String(1 << 30) });
      response.write('a');
      return;
    case '/gzip-bomb':
      return void response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(gzipBomb);
    case '/brotli-bomb':
      return void response.writeHead(200, { ...html, 'content-encoding': 'br' }).end(brotliBomb);
    case '/twice':
      return void response.writeHead(200, { ...html, 'content-encoding': 'gzip, gzip' }).end(gzipSync(gzipSync('a')));
    case '/huge-headers': {
      response.socket?.end(`HTTP/1.1 200 OK\r\n${`x-filler: ${'a'.repeat(1_000)}\r\n`.repeat(1_000)}\r\n`);
      return;
    }
    case '/program':
      return void response.writeHead(200, { 'content-type': 'application/x-msdownload' }).end('MZ');
    default:
      return void response.writeHead(200, html).end('<p>public');
  }
}

const portOf = (server: { address(): AddressInfo | string | null }): number => (server.address() as AddressInfo).port;
const listening = (server: Server | ReturnType<typeof createTcpServer>): Promise<void> =>
  new Promise((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));

export interface HostileResult {
  what: string;
  /** Why it was refused; null where something was fetched. */
  refusal: FetchRefusal | null;
  expected: boolean;
  ms: number;
  /** Bytes that the machine behind the private address received. */
  privateBytes: number;
}

/** The look at it as the link of a post, also where the rules of links refuse it; null where it is seen as one. */
async function refusalAsPost(address: string, fetch: GuardedFetch): Promise<FetchRefusal | null> {
  if (!URL.canParse(address)) return typeof readPostLink(address) === 'string' ? 'url' : null;
  const limited: GuardedFetch = (url, limits) => fetch(url, { ...limits, ...LIMITS });
  const ctx = { integrations: { fetch: limited, social: createSocial({}) } };
  const seen = await seePost(ctx, { platform: 'blog', url: address });
  return seen.kind === 'unreachable' ? 'unreachable' : null;
}

/**
 * Fetches every hostile address. Two servers on this machine stand for the world: one is the public site, the other
 * receives every connection to any other address and counts its bytes. Without the guard's check (`unchecked`) the same
 * addresses reach that second server, which shows that they are an attack at all. `asPost`: each is given as the link of a
 * live post and looked at, as if the rules of links had let it pass.
 */
export async function fetchHostileAddresses({ unchecked = false, asPost = false } = {}): Promise<HostileResult[]> {
  let privateBytes = 0;
  const site = createServer(answerAsSite);
  const inside = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      privateBytes += data.length;
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 6\r\n\r\nsecret');
    });
  });
  await Promise.all([listening(site), listening(inside)]);
  const open = buildConnector({ timeout: LIMITS.timeoutMs, allowH2: false });
  try {
    const results: HostileResult[] = [];
    for (const { what, address, reasons } of HOSTILE_ADDRESSES) {
      const asked = new Map<string, number>();
      const fetchGuarded = createGuardedFetch({
        resolve: async (name) => {
          const answers = NAMES[name] ?? [];
          const turn = asked.get(name) ?? 0;
          asked.set(name, turn + 1);
          return answers[Math.min(turn, answers.length - 1)] ?? [];
        },
        open: (given, callback) => {
          const isSite = given.hostname === PUBLIC && Number(given.port || 80) === 80;
          open({ ...given, hostname: '127.0.0.1', port: String(portOf(isSite ? site : inside)) }, callback);
        },
        ...(unchecked ? { mayConnect: () => true } : {}),
      });
      const before = privateBytes;
      const began = performance.now();
      let refusal: FetchRefusal | null = null;
      try {
        if (!asPost) await fetchGuarded(address, LIMITS);
        else refusal = await refusalAsPost(address, fetchGuarded);
      } catch (error) {
        if (!(error instanceof FetchRefused)) throw error;
        refusal = error.reason;
      }
      results.push({
        what,
        refusal,
        expected: refusal !== null && (asPost || reasons.includes(refusal)),
        ms: performance.now() - began,
        privateBytes: privateBytes - before,
      });
    }
    return results;
  } finally {
    site.closeAllConnections();
    site.close();
    inside.close();
  }
}
