import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { behind, placeTime, type ListPlace } from '../../../../db/keyset.ts';
import type { HeldPayment } from '../schema.ts';

/** Milestones on hold, the last moved first; a hold is as old as the case that was opened with it. */
export async function heldPayments(
  db: Db,
  { after, limit }: { after: ListPlace | null; limit: number },
): Promise<(HeldPayment & { place: string })[]> {
  const { rows } = await sql<HeldPayment & { place: string }>`
    select m.id, m.contract_id as "contractId", c.title as "dealTitle", m.title as "milestoneTitle", b.name as "brandName", k.name as "creatorName", m.holds,
           m.amount - m.released_parts as amount, m.currency, coalesce(x.since, m.updated_at) as since, ${placeTime('m.updated_at')} as place
      from (select * from milestones where holds <> '{}' and ${behind('updated_at', 'id', 'descending', after)} order by updated_at desc, id desc limit ${limit}) m
      join contracts c on c.id = m.contract_id join orgs b on b.id = m.brand_org join orgs k on k.id = m.creator_org
      left join lateral (select min(opened_at) as since from cases where milestone_id = m.id and state = 'open') x on true
      order by m.updated_at desc, m.id desc`.execute(db);
  return rows;
}
