import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { inIndexOrder } from '../../../db/keyset.ts';

export interface Side {
  orgId: string;
  side: 'brand' | 'creator';
}

const own = (side: 'brand' | 'creator') => (side === 'brand' ? 'brand_org' : 'creator_org');
const other = (side: 'brand' | 'creator') => (side === 'brand' ? 'creator' : 'brand');
/** As many tasks of a kind as a home shows, the nearest deadlines. */
export const TASKS_OF_A_KIND = 50;

/** What a task shows of these milestones, in the order of `ids`. */
export async function milestonesWith(db: Db, { side, ids }: { side: Side['side']; ids: readonly string[] }) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('milestones as m')
    .innerJoin('contracts as c', 'c.id', 'm.contract_id')
    .innerJoin('orgs as o', 'o.id', side === 'brand' ? 'm.creator_org' : 'm.brand_org')
    .select((eb) => [
      'm.id',
      'm.contract_id',
      'm.title',
      'm.amount',
      'm.released_parts',
      'm.currency',
      'm.state',
      'm.due_at',
      'm.work_due_at',
      'm.deadline_at',
      'm.funding_deadline_at',
      'm.holds',
      'm.accepted_at',
      'm.bonus',
      'c.title as deal_title',
      'c.commission_bps',
      'c.fee_bps',
      'c.fee_terms',
      'c.tax_bps',
      'o.name as other_name',
      eb
        .selectFrom('payments as p')
        .select('p.state')
        .whereRef('p.milestone_id', '=', 'm.id')
        .orderBy('p.attempt', 'desc')
        .limit(1)
        .as('last_payment'),
      eb.selectFrom('auto_fundings as a').select('a.state').whereRef('a.milestone_id', '=', 'm.id').as('auto_funding'),
    ])
    .where('m.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Contracts that this side has to sign. The inner limit has them read in the order of the index. */
export async function contractsToSign(db: Db, input: Side) {
  return inIndexOrder(db, () =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('contracts as c')
          .select([
            'c.id',
            'c.title',
            'c.total',
            'c.currency',
            'c.deadline_at',
            `c.${own(other(input.side))} as other_org`,
          ])
          .where(`c.${own(input.side)}`, '=', input.orgId)
          .where(sql<boolean>`c.state in ('sent', 'partially_signed')`)
          // Neither a join nor a comparison with null: both are planned for few rows, so that all of a large org's would be
          // read and sorted. This is planned for half of them, in the order of the index, until the limit is reached.
          .where(
            (w) =>
              sql<boolean>`${w.exists(
                w
                  .selectFrom('signatures as s')
                  .select('s.id')
                  .whereRef('s.contract_id', '=', 'c.id')
                  .where('s.side', '=', input.side),
              )} is not true`,
          )
          .orderBy('c.deadline_at')
          .orderBy('c.id')
          .limit(TASKS_OF_A_KIND)
          .as('c'),
      )
      .select((eb) => [
        'c.id',
        'c.title',
        'c.total',
        'c.currency',
        'c.deadline_at',
        eb.selectFrom('orgs as o').select('o.name').whereRef('o.id', '=', 'c.other_org').as('other_name'),
      ])
      .orderBy('c.deadline_at')
      .orderBy('c.id')
      .execute(),
  );
}

/** Open offers this side has to answer. */
export async function offersToAnswer(db: Db, input: Side) {
  return inIndexOrder(db, () =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('offers as f')
          .select([
            'f.id',
            'f.title',
            'f.currency',
            'f.deadline_at',
            'f.current_n',
            `f.${own(other(input.side))} as other_org`,
          ])
          .where(`f.${own(input.side)}`, '=', input.orgId)
          .where(sql<boolean>`f.state in ('sent', 'countered')`)
          .where('f.turn', '=', input.side)
          .orderBy('f.deadline_at')
          .orderBy('f.id')
          .limit(TASKS_OF_A_KIND)
          .as('f'),
      )
      .innerJoin('offer_versions as v', (j) => j.onRef('v.offer_id', '=', 'f.id').onRef('v.n', '=', 'f.current_n'))
      .select((eb) => [
        'f.id',
        'f.title',
        'f.currency',
        'f.deadline_at',
        'v.terms',
        eb.selectFrom('orgs as o').select('o.name').whereRef('o.id', '=', 'f.other_org').as('other_name'),
      ])
      .orderBy('f.deadline_at')
      .orderBy('f.id')
      .execute(),
  );
}

export interface BrandMarks {
  published: boolean;
  offered: boolean;
  funded: boolean;
}

/** How far a brand has come. */
export async function brandMarks(db: Db, brandOrg: string): Promise<BrandMarks> {
  const { rows } = await sql<BrandMarks>`
    select exists (select from campaigns where brand_org = ${brandOrg} and state <> 'draft') as published,
           exists (select from offers where brand_org = ${brandOrg}) as offered,
           exists (select from milestones where brand_org = ${brandOrg} and funded_at is not null) as funded`.execute(
    db,
  );
  return rows[0] ?? { published: false, offered: false, funded: false };
}

export interface CreatorMarks {
  offers: number;
  everApplied: boolean;
  everSigned: boolean;
  profile: boolean;
  bank: boolean;
}

/** Open offers of a creator, up to `cap`, and how far the account is set up. */
export async function creatorMarks(db: Db, creatorOrg: string, cap: number): Promise<CreatorMarks> {
  const { rows } = await sql<CreatorMarks>`
    select (select count(*)::int from (select from offers where creator_org = ${creatorOrg} and state in ('sent', 'countered') limit ${cap}) o) as offers,
           exists (select from applications where creator_org = ${creatorOrg}) as "everApplied",
           exists (select from contracts where creator_org = ${creatorOrg} and state in ('active', 'completed')) as "everSigned",
           exists (select from creator_profiles where org_id = ${creatorOrg} and published_at is not null) as profile,
           exists (select from payout_accounts where org_id = ${creatorOrg} and state = 'enabled') as bank`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('counts without a row');
  return row;
}
