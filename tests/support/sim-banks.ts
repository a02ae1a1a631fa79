import type { Command, Outcome } from '../../scripts/sim/commands.ts';
import { bankDisputeOf } from '../../scripts/sim/joint.ts';
import { MISMATCH } from '../../server/features/payments/rules.ts';
import type { ProductPlayer } from './sim-product.ts';

/** What card banks do with the payment of a milestone. */
export async function atCardBank(
  { world, engine }: ProductPlayer,
  c: Extract<Command, { do: 'dispute' | 'rule' | 'warn' }>,
  milestoneId: string,
): Promise<Outcome> {
  if (c.do === 'rule') {
    const open = await world.owner
      .selectFrom('card_disputes')
      .select('id')
      .where('milestone_id', '=', milestoneId)
      .where('state', '=', 'open')
      .orderBy('opened_at')
      .executeTakeFirstOrThrow();
    engine.closeDispute(bankDisputeOf(open.id), c.outcome);
    return 'done';
  }
  const payment = await world.owner
    .selectFrom('payments')
    .select('charge_id')
    .where('milestone_id', '=', milestoneId)
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['paid', 'refunding', 'refunded']),
        eb('failure_code', '=', MISMATCH).and('state', '=', 'processing'),
      ]),
    )
    .orderBy('attempt', 'desc')
    .executeTakeFirstOrThrow();
  if (c.do === 'warn') engine.warn(payment.charge_id!);
  else engine.openDispute(payment.charge_id!, c);
  return 'done';
}
