import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { requireRight } from '../../guards.ts';
import { documentNumber } from '../documents/rules.ts';
import { payableBanks } from './banks/cooling.ts';
import { documentsOfPayout } from './queries/statements.ts';
import { itemsOfPayouts, payoutsOf } from './queries/payouts.ts';
import { fixFor } from './rules.ts';
import type { PayoutDetail, payoutId, PayoutState } from './schema.ts';
import { toItem } from './service.ts';

/** One payout of the actor's org: what it consists of, its documents, and its steps in their order. Throws not_found. */
export async function payoutDetail(ctx: OrgContext, input: z.output<typeof payoutId>): Promise<PayoutDetail> {
  requireRight(ctx, 'money.view');
  return withTx(ctx, async (tx) => {
    const [row] = await payoutsOf(tx.db, {
      orgId: tx.actor.orgId,
      payoutId: input.payoutId,
      after: null,
      limit: 1,
    });
    if (!row) throw new AppError('not_found');
    const items = (await itemsOfPayouts(tx.db, [row.id])).get(row.id) ?? [];
    const noted = row.steps as { state: PayoutState; at: string }[];
    // A payout from before its steps were noted has the times of its row alone.
    const steps =
      noted.length > 0 || !row.paid_at
        ? noted.map(({ state, at }) => ({ state, at: new Date(at) }))
        : [{ state: 'paid' as const, at: row.paid_at }];
    const documents = await documentsOfPayout(tx.db, { orgId: tx.actor.orgId, payoutId: row.id });
    return {
      ...toItem(row, { now: tx.clock.now(), banks: await payableBanks(tx, tx.actor.orgId) }, items),
      reference: row.provider_id,
      fix: row.failure_code ? fixFor(row.failure_code) : null,
      rest: row.amount - items.reduce((sum, item) => sum + item.amount, 0),
      steps: [{ state: 'claimed', at: row.created_at }, ...steps],
      documents: documents.map(({ id, kind, year, number, series, amount, issuedAt }) => ({
        id,
        kind,
        number: documentNumber(kind, year, number, series),
        amount,
        issuedAt,
      })),
    };
  });
}
