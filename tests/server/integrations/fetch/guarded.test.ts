import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchHostileAddresses, HOSTILE_ADDRESSES } from '../../../../scripts/sec/hostile-addresses.ts';
import { judgePages } from '../../../../scripts/sec/post-pages.ts';
import { isPublicAddress } from '../../../../server/integrations/fetch/addresses.ts';
import { allowingOrigin, createGuardedFetch } from '../../../../server/integrations/fetch/guarded.ts';

test.each([
  ['93.184.215.14', true],
  ['1.1.1.1', true],
  ['2606:4700:4700::1111', true],
  ['127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::808:808', false],
  ['2002:808:808::', false],
  ['::8.8.8.8', false],
  ['168.63.129.16', false],
  ['4000::1', false],
  ['fe80::1%eth0', false],
  ['no address', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

test('every hostile address is refused for its reason, and no byte reaches a private address', async () => {
  expect(HOSTILE_ADDRESSES.length).toBeGreaterThanOrEqual(80);
  const results = await fetchHostileAddresses();
  expect(results.filter(({ expected }) => !expected)).toEqual([]);
  expect(results.filter(({ privateBytes }) => privateBytes > 0)).toEqual([]);
});

test('as the link of a live post every hostile address is refused, and no byte reaches a private one', async () => {
  const results = await fetchHostileAddresses({ asPost: true });
  expect(results.filter(({ expected, privateBytes }) => !expected || privateBytes > 0)).toEqual([]);
});

test('pages behind the link of a post are judged right, and none without an answer as removed', async () => {
  const pages = await judgePages();
  expect(pages.length).toBeGreaterThanOrEqual(12);
  expect(pages.map(({ what, outcome }) => `${what}: ${outcome}`)).toEqual(
    pages.map(({ what, expected }) => `${what}: ${expected}`),
  );
});

test('without the check of addresses most of them reach a private address', async () => {
  const reached = (await fetchHostileAddresses({ unchecked: true })).filter(({ privateBytes }) => privateBytes > 0);
  expect(reached.length).toBeGreaterThanOrEqual(60);
});

describe('an ordinary site', () => {
  const site = createServer((request, response) => {
    if (request.url === '/moved') return void response.writeHead(301, { location: '/page' }).end();
    if (request.url === '/gone') return void response.writeHead(404, { 'content-type': 'text/plain' }).end('gone');
    if (request.url === '/seen') {
      const { cookie, authorization, ...headers } = request.headers;
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=b' });
      return void response.end(JSON.stringify({ cookie, authorization, agent: headers['user-agent'] }));
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' });
    response.end(gzipSync('<p>welcome'));
  });
  let origin = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  });
  afterAll(() => void site.close());

  test('is fetched through a redirect and unpacked, where its origin is allowed', async () => {
    const fetchGuarded = createGuardedFetch({ mayConnect: allowingOrigin(origin) });
    const page = await fetchGuarded(`${origin}/moved`, { types: ['text/html'] });
    expect(page).toMatchObject({ url: `${origin}/page`, status: 200, contentType: 'text/html', charset: 'utf-8' });
    expect(page.body.toString()).toBe('<p>welcome');
    expect(await fetchGuarded(`${origin}/gone`, { types: ['text/html'] })).toMatchObject({
      status: 404,
      charset: null,
    });
  });

  test('gets no cookie and no credentials', async () => {
    const fetchGuarded = createGuardedFetch({ mayConnect: allowingOrigin(origin) });
    await fetchGuarded(`${origin}/seen`, { types: ['text/html'] });
    const second = await fetchGuarded(`${origin}/seen`, { types: ['text/html'] });
    expect(JSON.parse(second.body.toString())).toEqual({ agent: 'Sponsio-Link-Check/1.0' });
  });

  test('another port of an allowed machine is refused', async () => {
    const fetchGuarded = createGuardedFetch({ mayConnect: allowingOrigin(origin) });
    await expect(fetchGuarded('http://127.0.0.1:9/', { types: ['text/html'] })).rejects.toMatchObject({
      reason: 'address',
    });
  });
});
