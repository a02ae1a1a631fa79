import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { StartFailure } from '../../scripts/lib/failure.ts';
import { runningAt } from '../../scripts/stack/instance.ts';

const servers: Server[] = [];
async function answering(answers: Record<string, unknown>): Promise<string> {
  const server = createServer((request, response) => {
    const body = answers[(request.url ?? '').split('?')[0]!];
    response
      .writeHead(body ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify(body ?? { error: 'not_found' }));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const end = (server: Server) => new Promise((resolve) => server.close(resolve));
afterEach(() => Promise.all(servers.splice(0).map(end)));

async function silent(): Promise<string> {
  const url = await answering({});
  await end(servers.pop()!);
  return url;
}
const sponsio = () => answering({ '/api/trpc/figures.measured': { result: { data: {} } } });
const mailbox = () => answering({ '/api/v1/search': { messages: [] } });

/** The message of the check that runs first. */
const refusal = async (url: string, box: string): Promise<string> =>
  runningAt({ url, mailbox: box }).then(
    () => 'both answer',
    (error: unknown) => {
      expect(error).toBeInstanceOf(StartFailure);
      return (error as Error).message;
    },
  );

test('a script that needs a running Sponsio and its mailbox names at once the address that is silent', async () => {
  const [app, box, silentUrl] = [await sponsio(), await mailbox(), await silent()];
  expect(await runningAt({ url: `${app}/`, mailbox: `${box}/` })).toEqual({ url: app, mailboxUrl: box });
  expect(await refusal(silentUrl, box)).toContain(`Nothing answers at ${silentUrl}.`);
  expect(await refusal(silentUrl, box)).toContain('--url');
  expect(await refusal(app, silentUrl)).toContain(`Nothing answers at ${silentUrl}.`);
  expect(await refusal(app, silentUrl)).toContain('--mailbox');
});

test('and the one at which something else answers, or that is no address', async () => {
  const [app, box] = [await sponsio(), await mailbox()];
  expect(await refusal(box, box)).toBe(`What answers at ${box} is no Sponsio. Name it with --url.`);
  expect(await refusal(app, app)).toBe(`What answers at ${app} is no mailbox. Name it with --mailbox.`);
  expect(await refusal('127.0.0.1:3000', box)).toContain('--url is an address');
  expect(await refusal(app, 'mailbox')).toContain('--mailbox is an address');
});
