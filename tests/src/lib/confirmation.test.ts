import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { expect, test } from 'vitest';
import type { ErrorCode } from '../../../server/core/errors.ts';
import type { AppRouter } from '../../../server/router.ts';
import { confirmationLink } from '@/lib/confirmation.ts';
import { requestKeyHeader, requestKeyLink, withRequestKey } from '@/lib/request-key.ts';

const refusalOf = (error: unknown) => ({
  code: (error as Error).message as ErrorCode,
  data: { act: 'offer.accept' },
  requestId: '',
});

/** A client as in `src/lib/trpc.ts`, whose server gives these refusals in turn and then accepts. */
function clientOf(refusals: ErrorCode[], answers: { terms: boolean; proof: boolean }) {
  const sent: { key: string | undefined; input: unknown }[] = [];
  const dialogs: string[] = [];
  const server: TRPCLink<AppRouter> =
    () =>
    ({ op }) =>
      observable((observer) => {
        sent.push({ key: requestKeyHeader(op.context)['x-request-key'], input: op.input });
        const refusal = refusals[sent.length - 1];
        if (refusal) return observer.error(TRPCClientError.from(new Error(refusal)));
        observer.next({ result: { type: 'data', data: null } });
        observer.complete();
      });
  const client = createTRPCClient<AppRouter>({
    links: [
      requestKeyLink(refusalOf),
      confirmationLink(refusalOf, 'agreements.terms_not_accepted', async ({ act }) => {
        dialogs.push(`terms ${String(act)}`);
        return answers.terms;
      }),
      confirmationLink(refusalOf, 'auth.step_up_required', async () => {
        dialogs.push('proof');
        return answers.proof;
      }),
      server,
    ],
  });
  const act = () =>
    client.messages.send.mutate(
      { thread: { offerId: 'x' }, body: 'Hello' },
      { context: withRequestKey('the-key').trpc.context },
    );
  return { act, sent, dialogs };
}

const TERMS = 'agreements.terms_not_accepted';
const PROOF = 'auth.step_up_required';

test('a call that needs a proof and the terms opens each dialog once and is sent again unchanged', async () => {
  const { act, sent, dialogs } = clientOf([TERMS, PROOF], { terms: true, proof: true });
  await act();
  expect(dialogs).toEqual(['terms offer.accept', 'proof']);
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map((one) => JSON.stringify(one))).size, 'one key, one input').toBe(1);
});

test('a call that is not confirmed fails with its refusal and is not sent again', async () => {
  const { act, sent } = clientOf([PROOF], { terms: true, proof: false });
  await expect(act()).rejects.toThrow(PROOF);
  expect(sent).toHaveLength(1);
});

test('a call that is refused again after the confirmation fails', async () => {
  const { act, sent, dialogs } = clientOf([PROOF, PROOF], { terms: true, proof: true });
  await expect(act()).rejects.toThrow(PROOF);
  expect([sent.length, dialogs]).toEqual([2, ['proof']]);
});
