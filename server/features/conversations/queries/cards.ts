import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { Currency } from '../../../core/money.ts';
import type { DealTerms } from '../../terms/schema.ts';
import type { Pair, Reader } from './conversations.ts';

export interface CardRow {
  card: 'offer' | 'contract' | 'submission';
  id: string;
  title: string;
  state: string;
  currency: Currency | null;
  amount: number | null;
  /** Of an offer, whose amount follows from them. */
  terms: DealTerms | null;
  at: Date;
  deadline_at: Date | null;
  /** Which side answers an offer. */
  turn: string | null;
  /** The reader's side has not signed a contract. */
  unsigned: boolean;
  /** The deal of an offer that was accepted; the milestone of a delivery. */
  target: string | null;
}

/** Offers, contracts and deliveries of the two, the newest first. */
const cards = ({ brandOrg, creatorOrg, reader }: Pair & { reader: Reader }) => {
  const pair = (row: string) => sql`
    ${sql.ref(`${row}.brand_org`)} = ${brandOrg} and ${sql.ref(`${row}.creator_org`)} = ${creatorOrg}
    ${reader.orgKind === 'agency' ? sql`and ${sql.ref(`${row}.agency_org`)} = ${reader.orgId}` : sql``}`;
  const side = reader.orgKind === 'brand' ? 'brand' : 'creator';
  return sql`
    select 'offer' as card, o.id, o.title, o.state, o.currency, null::bigint as amount, v.terms, o.created_at as at, o.deadline_at,
        o.turn, false as unsigned, (select t.id from contracts t where t.offer_id = o.id) as target
      from offers o join offer_versions v on v.offer_id = o.id and v.n = o.current_n where ${pair('o')}
    union all
    select 'contract', t.id, t.title, t.state, t.currency, t.total, null, t.created_at, t.deadline_at, null,
        t.state in ('sent', 'partially_signed') and not exists (select from signatures s where s.contract_id = t.id and s.side = ${side}), t.id
      from contracts t where ${pair('t')}
    union all
    select 'submission', s.id, m.title, s.state, null, null, null, s.submitted_at, m.deadline_at, null, false, m.id
      from submissions s join milestones m on m.id = s.milestone_id
      where ${pair('s')} and s.submitted_at is not null and s.state <> 'draft'`;
};

/** Those of a stretch of time. */
export async function cardsBetween(
  db: Db,
  input: Pair & { reader: Reader; from: Date | null; until: Date | null; limit: number },
): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select * from (${cards(input)}) c
     where (${input.from}::timestamptz is null or c.at >= ${input.from}) and (${input.until}::timestamptz is null or c.at < ${input.until})
     order by c.at desc, c.id desc limit ${input.limit}`.execute(db);
  return rows;
}

/** Those that are not decided yet. */
export async function openCards(db: Db, input: Pair & { reader: Reader; limit: number }): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select * from (${cards(input)}) c
     where c.state in ('sent', 'countered', 'partially_signed', 'submitted', 'changes_requested')
     order by c.deadline_at nulls last, c.id limit ${input.limit}`.execute(db);
  return rows;
}

/** Contracts of the two that run, the newest first. */
export const openDeals = (db: Db, { brandOrg, creatorOrg, reader, limit }: Pair & { reader: Reader; limit: number }) =>
  db
    .selectFrom('contracts')
    .select(['id', 'title', 'total as amount', 'currency'])
    .where('brand_org', '=', brandOrg)
    .where('creator_org', '=', creatorOrg)
    .$if(reader.orgKind === 'agency', (q) => q.where('agency_org', '=', reader.orgId))
    .where('state', 'in', ['sent', 'partially_signed', 'active'])
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();

export async function completedDeals(db: Db, { brandOrg, creatorOrg }: Pair): Promise<number> {
  const { n } = await db
    .selectFrom('contracts')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('brand_org', '=', brandOrg)
    .where('creator_org', '=', creatorOrg)
    .where('state', '=', 'completed')
    .executeTakeFirstOrThrow();
  return n;
}

/** Orgs with an application, an open offer or a deal and no conversation, the newest first. */
export async function suggested(
  db: Db,
  { orgId, orgKind, limit }: { orgId: string; orgKind: 'brand' | 'creator'; limit: number },
): Promise<{ other: string; reason: 'applied' | 'offer' | 'deal'; title: string }[]> {
  const [own, other] =
    orgKind === 'brand' ? (['brand_org', 'creator_org'] as const) : (['creator_org', 'brand_org'] as const);
  const from = (row: string) => sql`${sql.ref(`${row}.${other}`)} as other`;
  const mine = (row: string) => sql`${sql.ref(`${row}.${own}`)} = ${orgId}`;
  const { rows } = await sql<{ other: string; reason: 'applied' | 'offer' | 'deal'; title: string }>`
    select other, reason, title from (
      select distinct on (s.other) s.* from (
        select ${from('t')}, 'deal' as reason, t.title, t.created_at as at from contracts t where ${mine('t')} and t.state in ('sent', 'partially_signed', 'active')
        union all select ${from('f')}, 'offer', f.title, f.created_at from offers f where ${mine('f')} and f.state in ('sent', 'countered')
        union all select ${from('a')}, 'applied', c.title, a.created_at from applications a join campaigns c on c.id = a.campaign_id
          where ${mine('a')} and a.state in ('sent', 'shortlisted')
      ) s
      where not exists (select from conversations v where v.brand_org = ${orgKind === 'brand' ? orgId : sql`s.other`} and v.creator_org = ${orgKind === 'brand' ? sql`s.other` : orgId})
      order by s.other, s.at desc
    ) n order by n.at desc limit ${limit}`.execute(db);
  return rows;
}

/** Whether an org may write to a creator: found by everybody, or in contact with it. */
export async function mayReach(db: Db, { brandOrg, creatorOrg }: Pair): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select exists (select from creator_profiles p where p.org_id = ${creatorOrg} and p.published_at is not null and p.hidden_at is null)
      or exists (select from offers o where o.brand_org = ${brandOrg} and o.creator_org = ${creatorOrg})
      or exists (select from applications a where a.brand_org = ${brandOrg} and a.creator_org = ${creatorOrg}) as may`.execute(
    db,
  );
  return rows[0]?.may ?? false;
}

/** The conversation that a case is about, and its newest messages, the newest first. */
export const conversationOfCase = (db: Db, caseId: string) =>
  db
    .selectFrom('cases as s')
    .innerJoin('conversations as c', (join) => join.on(sql<boolean>`c.id::text = split_part(s.key, ':', 1)`))
    .select(['c.id', 'c.brand_org as brandOrg', 'c.creator_org as creatorOrg'])
    .where('s.id', '=', caseId)
    .where('s.kind', '=', 'conversation_reported')
    .executeTakeFirst();

export const newestMessages = (db: Db, conversationId: string, limit: number) =>
  db
    .selectFrom('messages')
    .select([
      'id',
      'author_name as authorName',
      'body',
      'created_at as at',
      'held_at as heldAt',
      'removed_at as removedAt',
    ])
    .where('conversation_id', '=', conversationId)
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
