import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { expect, test } from 'vitest';
import type { AppRouter } from '../../../server/router.ts';
import { requestKeyHeader, requestKeyLink, withRequestKey } from '@/lib/request-key.ts';

test('an intent whose key stands for other content is refused once and then goes under a key of its own', async () => {
  const sent: string[] = [];
  const provider: TRPCLink<AppRouter> =
    () =>
    ({ op }) =>
      observable((observer) => {
        const key = requestKeyHeader(op.context)['x-request-key']!;
        sent.push(key);
        if (sent.length === 1) observer.error(TRPCClientError.from(new Error('request.key_reused')));
        else {
          observer.next({ result: { type: 'data', data: null } });
          observer.complete();
        }
      });
  const client = createTRPCClient<AppRouter>({
    links: [
      requestKeyLink((error) => ({ code: (error as Error).message as 'request.key_reused', data: {}, requestId: '' })),
      provider,
    ],
  });
  const act = () =>
    client.messages.send.mutate(
      { thread: { offerId: 'x' }, body: 'Hello' },
      { context: withRequestKey('first-key').trpc.context },
    );
  await expect(act()).rejects.toThrow('request.key_reused');
  await act();
  await act();
  expect(sent[0]).toBe('first-key');
  expect(sent[1]).not.toBe('first-key');
  expect(sent[2]).toBe(sent[1]);
});
