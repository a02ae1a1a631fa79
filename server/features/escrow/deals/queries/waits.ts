import { sql } from 'kysely';
import type { Db } from '../../../../../db/client.ts';
import type { MoneyWait } from '../schema.ts';

/**
 * By milestone, the oldest call about money of an org that was tried and has no outcome, the oldest transfer that waits for
 * the org's account though it has cleared, and the oldest transfers without an outcome to the creator whom the org pays or
 * represents, and to the agency of the org's deal.
 */
export async function waitingCalls(
  db: Db,
  { contractId, orgId, now }: { contractId: string; orgId: string; now: Date },
): Promise<{ milestone_id: string; waits_for: MoneyWait['waitsFor']; since: Date }[]> {
  const { rows } = await sql<{ milestone_id: string; waits_for: MoneyWait['waitsFor']; since: Date }>`
    select milestone_id, 'answer' as waits_for, min(begun_at) as since from operations
      where contract_id = ${contractId} and org_id = ${orgId} and kind in ('transfer', 'refund')
        and state in ('claimed', 'unknown') and error is not null
      group by milestone_id
    union all
    select milestone_id, 'account', min(coalesce(clears_at, created_at)) from transfers
      where contract_id = ${contractId} and payee_org = ${orgId} and state = 'waiting' and coalesce(clears_at, created_at) <= ${now}
      group by milestone_id
    union all
    select milestone_id, 'toCreator', since from late_transfers(${contractId})
    union all
    select milestone_id, 'toAgency', since from late_agency_shares(${contractId})`.execute(db);
  return rows;
}
