import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDns } from '../../../../server/integrations/dns/dns.ts';
import { startTestDns, type DnsBehavior, type TestDns } from '../../../support/dns-server.ts';

let server: TestDns;
beforeAll(async () => {
  server = await startTestDns();
});
afterAll(() => server.close());

test.each<[string, DnsBehavior, unknown]>([
  ['a record', { records: [['v=spf1 -all'], ['token=a']] }, { kind: 'records', records: ['v=spf1 -all', 'token=a'] }],
  ['a record in pieces', { records: [['token=', 'abc']] }, { kind: 'records', records: ['token=abc'] }],
  ['no record', 'none', { kind: 'none' }],
  ['no domain', 'no_domain', { kind: 'none' }],
  ['SERVFAIL', 'servfail', { kind: 'unreachable' }],
  ['a refusal', 'refused', { kind: 'unreachable' }],
  ['no answer', 'silent', { kind: 'unreachable' }],
  ['an answer that is cut off', 'garbled', { kind: 'unreachable' }],
])('%s is not mixed up with what says nothing of the domain', async (name, behavior, expected) => {
  const domain = `${name.replace(/\W/g, '')}.example`;
  server.set(domain.toLowerCase(), behavior);
  const dns = createDns({ servers: [server.address], timeoutMs: 150, tries: 1 });
  expect(await dns.txt(domain)).toEqual(expected);
  expect(server.questions).toContain(domain.toLowerCase());
});

test('a name server that is not there is no answer', async () => {
  expect(await createDns({ servers: ['127.0.0.1:9'], timeoutMs: 150, tries: 1 }).txt('lumen.example')).toEqual({
    kind: 'unreachable',
  });
});
