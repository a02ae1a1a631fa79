import type { Db } from '../../../../db/client.ts';
import type { Side } from '../../terms/schema.ts';

/** Open disputes of a side in a phase in which it acts, the next end first. */
export const disputesOfTurn = (db: Db, { orgId, side, limit }: { orgId: string; side: Side; limit: number }) =>
  db
    .selectFrom('disputes as d')
    .innerJoin('contracts as c', 'c.id', 'd.contract_id')
    .innerJoin('milestones as m', 'm.id', 'd.milestone_id')
    .innerJoin('orgs as o', 'o.id', side === 'brand' ? 'd.creator_org' : 'd.brand_org')
    .select([
      'd.contract_id',
      'c.title as deal_title',
      'm.title as milestone_title',
      'o.name as other_name',
      'd.amount',
      'd.currency',
      'd.phase_ends_at',
    ])
    .where(side === 'brand' ? 'd.brand_org' : 'd.creator_org', '=', orgId)
    .where('d.ended_at', 'is', null)
    .where('d.state', 'in', ['talk', 'evidence', 'appeal'])
    .orderBy('d.phase_ends_at')
    .orderBy('d.id')
    .limit(limit)
    .execute();
