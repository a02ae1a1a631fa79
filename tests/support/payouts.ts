import type { Insertable } from 'kysely';
import type { DB } from '../../db/types.ts';
import { newId } from '../../server/core/ids.ts';
import type { TestWorld } from './people.ts';

/** A payout with its call, as rows alone; returns its id. */
export async function insertPayout(
  world: Pick<TestWorld, 'owner'>,
  payout: Pick<Insertable<DB['payouts']>, 'amount' | 'org_id' | 'state'> & Partial<Insertable<DB['payouts']>>,
): Promise<string> {
  const id = newId();
  const opId = `po:${id}`;
  await world.owner
    .insertInto('operations')
    .values({
      op_id: opId,
      kind: 'payout',
      org_id: payout.org_id,
      idempotency_key: opId,
      state: 'done',
      claimed_at: new Date(),
    })
    .execute();
  await world.owner
    .insertInto('payouts')
    .values({ id, op_id: opId, request_key: newId(), currency: 'EUR', created_at: new Date(), ...payout })
    .execute();
  return id;
}
