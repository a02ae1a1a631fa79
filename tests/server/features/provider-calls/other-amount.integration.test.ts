import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SystemContext } from '../../../../server/context.ts';
import { cancel } from '../../../../server/features/escrow/refund/cancel.ts';
import { approve } from '../../../../server/features/escrow/review/service.ts';
import { refund } from '../../../../server/features/escrow/refund/refund.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { advancePayout } from '../../../../server/features/payouts/delivery.ts';
import { payOut } from '../../../../server/features/payouts/service.ts';
import { prove } from '../../../support/people.ts';
import { dealActs } from '../escrow/deal-acts.ts';
import { createMoneyWorld, deliver, milestone, type MoneyWorld } from '../escrow/deal-kit.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('other_amount', { sandbox: { PAYMENTS_SETTLEMENT_SECONDS: '0' } });
});
afterAll(() => world?.close());
const { funded, seen } = dealActs(() => world);

/** The worker, to whom the provider answers that a transfer, refund or payout moved another sum. */
function misreading(otherwise: { amount: number } | { currency: 'USD' }): SystemContext {
  const ctx = world.system();
  type Calls = Record<string, (...input: unknown[]) => Promise<object | null>>;
  const payments = new Proxy(ctx.integrations.payments, {
    get: (real, name) => {
      const call = (real as unknown as Calls)[name as string]!;
      return /^(create|find|retrieve)(Transfer|Refund|Payout)$/u.test(String(name))
        ? async (...input: unknown[]) => {
            const made = await call(...input);
            return made && { ...made, ...otherwise };
          }
        : call;
    },
  });
  return { ...ctx, integrations: { ...ctx.integrations, payments } };
}
const operation = (opId: string) =>
  world.owner.selectFrom('operations').select(['state', 'error']).where('op_id', '=', opId).executeTakeFirstOrThrow();
const booked = async (opId: string): Promise<string[]> =>
  (
    await world.owner
      .selectFrom('ledger_tx')
      .select('kind')
      .where('op_id', 'like', `${opId}%`)
      .orderBy('op_id')
      .execute()
  ).map(({ kind }) => kind);

test.each([{ amount: 100 }, { currency: 'USD' }] as const)(
  'a transfer, refund or payout that the provider answers with %o is not booked and is shown to staff; read as it was requested, it is booked once',
  async (otherwise) => {
    const misled = misreading(otherwise);
    const unknown = { state: 'unknown', error: expect.stringMatching(/^amount_mismatch: /u) };

    const refunded = await funded();
    await cancel(world.as(refunded.creator), { ...(await seen(refunded)), reason: '' });
    await expect(refund(misled, refunded)).rejects.toThrow();
    const { op_id: refundOp } = await world.owner
      .selectFrom('refunds')
      .select('op_id')
      .where('milestone_id', '=', refunded.milestoneId)
      .executeTakeFirstOrThrow();
    expect(await operation(refundOp)).toEqual(unknown);
    expect(await booked(refundOp)).toEqual(['refund_claimed', 'refund_decided']);
    expect(await refund(world.system(), refunded)).toBe('refunded');
    expect(await booked(refundOp)).toEqual(['refund_claimed', 'refund_sent', 'refund_decided']);

    const paid = await funded();
    await deliver(world, paid);
    await approve(world.as(paid.brand), await seen(paid));
    const transferOp = `xfer:${paid.milestoneId}:creator`;
    await expect(release(misled, paid)).rejects.toThrow();
    expect(await operation(transferOp)).toEqual(unknown);
    expect(await booked(transferOp)).toEqual(['transfer_claimed']);
    expect(await release(world.system(), paid)).toBe('released');
    expect(await booked(transferOp)).toEqual(['transfer_claimed', 'transfer_sent']);

    await prove(world, paid.creator);
    const { id: payoutId } = await payOut(world.as(paid.creator), { currency: 'EUR' });
    const { op_id: payoutOp } = await world.owner
      .selectFrom('payouts')
      .select('op_id')
      .where('id', '=', payoutId)
      .executeTakeFirstOrThrow();
    const stateOf = async () =>
      (await world.owner.selectFrom('payouts').select('state').where('id', '=', payoutId).executeTakeFirstOrThrow())
        .state;
    await expect(advancePayout(misled, { payoutId })).rejects.toThrow();
    expect(await operation(payoutOp)).toEqual(unknown);
    expect([await stateOf(), await booked(payoutOp)]).toEqual(['claimed', ['payout_claimed']]);
    expect((await advancePayout(world.system(), { payoutId })).state).toBe('in_transit');
    expect(await operation(payoutOp)).toEqual({ state: 'done', error: null });
    expect((await milestone(world, paid.milestoneId)).state).toBe('released');
  },
);
