import type pg from 'pg';
import type { PaymentSandbox } from '../stage/payment-sandbox.ts';
import { SUFFIX, type Template } from './template.ts';

/** Copies in one call; its body stays below a mebibyte. */
const AT_A_TIME = 500;

/**
 * The provider's objects of every deal: its checkout with the charge, its transfer and its payout, under the ids that the
 * copied rows name. A copy that is there already stays as it is, so that an interrupted run can be repeated.
 */
export async function copyProviderObjects(
  client: pg.PoolClient,
  { ids, amount, replaced }: Template,
  sandbox: PaymentSandbox,
): Promise<void> {
  const { rows } = await client.query<{ session: string; transfer: string; payout: string }>(
    `select y.session_id as session, t.provider_id as transfer, p.provider_id as payout
       from payments y, transfers t, payouts p where y.id = $1 and t.id = $2 and p.id = $3`,
    [ids.payment, ids.transfer, ids.payout],
  );
  const { session, transfer, payout } = rows[0]!;
  for (let after = 0; ;) {
    const { rows: deals } = await client.query<{ n: number; shift: number; by: string[] }>(
      `select d.n::int as n, extract(epoch from d.shift)::int as shift, array[${[...replaced.values()].join(', ')}] as by
         from deal d where d.n > $1 order by d.n limit ${AT_A_TIME}`,
      [after],
    );
    if (deals.length === 0) return;
    await sandbox.copy({
      of: [session, transfer, payout],
      replaced: [...replaced.keys()],
      // A payout of the template may pay several deals; each copy pays its own.
      amounts: { [payout]: amount },
      copies: deals.map(({ n, shift, by }) => ({ suffix: `${SUFFIX}${n}`, shift, by })),
    });
    after = deals.at(-1)!.n;
  }
}
