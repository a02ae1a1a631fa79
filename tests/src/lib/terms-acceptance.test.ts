import { createTRPCClient, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { expect, test } from 'vitest';
import type { AppRouter } from '../../../server/router.ts';
import { acceptanceLink, requestedAcceptance } from '../../../src/lib/terms-acceptance.ts';

const refusal = { code: 'agreements.terms_not_accepted', data: { act: 'pay' }, requestId: '' } as const;

/** A client whose server refuses until the terms are accepted; `sent` lists the inputs it received. */
function client() {
  const sent: unknown[] = [];
  let accepted = false;
  const server: TRPCLink<AppRouter> =
    () =>
    ({ op }) =>
      observable((observer) => {
        sent.push(op.input);
        if (!accepted) return observer.error(new Error('refused') as never);
        observer.next({ result: { type: 'data', data: 'paid' } } as never);
        observer.complete();
      });
  const trpc = createTRPCClient<AppRouter>({ links: [acceptanceLink(() => refusal), server] });
  return { trpc, sent, accept: () => void (accepted = true) };
}
const input = { orgId: 'org', name: 'typed' };

test('a refused acceptance fails the call once, and what was typed is not sent again', async () => {
  const { trpc, sent } = client();
  const call = trpc.offers.accept.mutate(input as never);
  await expect.poll(() => requestedAcceptance()?.subject).toBe('pay');
  requestedAcceptance()!.answer(false);
  await expect(call).rejects.toThrow('refused');
  expect(sent).toEqual([input]);
  expect(requestedAcceptance()).toBeNull();
});

test('an acceptance sends the same call again unchanged, and two calls share one question', async () => {
  const { trpc, sent, accept } = client();
  const calls = [trpc.offers.accept.mutate(input as never), trpc.offers.accept.mutate(input as never)];
  await expect.poll(() => sent.length).toBe(2);
  const pending = requestedAcceptance();
  accept();
  pending!.answer(true);
  await expect(Promise.all(calls)).resolves.toEqual(['paid', 'paid']);
  expect(sent).toEqual([input, input, input, input]);
  expect(requestedAcceptance()).toBeNull();
});
