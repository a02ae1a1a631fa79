import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { ProviderLine } from '../stored-lines/schema.ts';

export interface OpenLine {
  id: string;
  type: string;
  amount: number;
  net: number;
  currency: string;
  sourceId: string | null;
  opId: string | null;
  at: Date;
  /** What the postings that name it moved; null where none does. */
  ours: number | null;
  oursCurrency: string | null;
  txId: string | null;
}

/**
 * What our postings moved at the provider by the line of that id, by currency, together with the fee of a charge, which
 * is a posting of its own, named after the operation. A charge of several postings is their sum. For a lateral join:
 * offset 0 keeps each line on its way by index, since a page of lines has no statistics.
 */
export const mirrorOf = (ref: ReturnType<typeof sql>) => sql`
  (select m.currency, (array_agg(t.id order by t.id))[1] as tx_id, sum(m.moved)::bigint as moved
    from ledger_tx t
    cross join lateral (
      select e.currency, sum(e.debit - e.credit) as moved
        from (select t.id union all
              select f.id from ledger_tx f where f.op_id = regexp_replace(t.op_id, ':suspense$', '') || ':fee' and f.kind = 'provider_fee') own
        cross join lateral (select * from ledger_entries x where x.tx_id = own.id offset 0) e
        join ledger_accounts a on a.id = e.account_id and a.code = 'PSP_BAL'
        group by e.currency) m
    where t.provider_ref = ${ref}
    group by m.currency offset 0)`;

/** The provider's time of the newest stored line. */
export async function newestStored(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select max(at) as at from provider_lines`.execute(db);
  return rows[0]?.at ?? null;
}

export interface StoredLines {
  stored: number;
  /** Lines that were stored before with other contents, with what was stored as `ours`. */
  changed: OpenLine[];
}

/** Stores lines that are new, each matched with the posting of its exact amount where there is one. */
export async function storeLines(db: Db, lines: readonly ProviderLine[], at: Date): Promise<StoredLines> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(
    lines.map((l) => ({ ...l, source_id: l.sourceId, op_id: l.opId, at: l.createdAt })),
  )}::jsonb) as g(id text, type text, amount bigint, fee bigint, net bigint, currency text, source_id text, op_id text, destination text, at timestamptz)`;
  const { rows } = await sql<{ stored: number; changed: (OpenLine & { at: string })[] | null }>`
    with given as materialized (
        -- The stored line by its key (offset 0 keeps the planner from reading a table that it takes for small).
        select g.*, l.id as known, l.net as known_net, l.currency as known_currency, l.tx_id, (l.net, l.amount, l.fee, l.currency) is distinct from (g.net, g.amount, g.fee, g.currency) as differs,
               g.destination is not null and l.id is not null and l.destination is null as unnamed
          from ${given} left join lateral (select * from provider_lines own where own.id = g.id offset 0) l on true),
      stored as (
        insert into provider_lines(id, type, amount, fee, net, currency, source_id, op_id, destination, at, stored_at, tx_id, matched_at)
        select g.id, g.type, g.amount, g.fee, g.net, g.currency, g.source_id, g.op_id, g.destination, g.at, ${at}::timestamptz, o.tx_id, case when o.tx_id is not null then ${at}::timestamptz end
          from given g left join lateral ${mirrorOf(sql`g.id`)} o on o.currency = g.currency and o.moved = g.net where g.known is null
        on conflict (id) do nothing returning id),
      -- Of lines that were stored without it.
      filled as (update provider_lines l set destination = g.destination from given g where l.id = g.known and g.unnamed)
    select (select count(*)::int from stored) as stored,
           (select jsonb_agg(jsonb_build_object('id', g.id, 'type', g.type, 'amount', g.amount, 'net', g.net, 'currency', g.currency, 'sourceId', g.source_id,
                             'opId', g.op_id, 'at', g.at, 'ours', g.known_net, 'oursCurrency', g.known_currency, 'txId', g.tx_id))
              from given g where g.known is not null and g.differs) as changed`.execute(db);
  const row = rows[0];
  return {
    stored: row?.stored ?? 0,
    changed: (row?.changed ?? []).map((line) => ({ ...line, at: new Date(line.at) })),
  };
}

export interface LinesPage {
  after: string;
  limit: number;
  at: Date;
}

/**
 * Compares a page of stored lines with the ledger: those that a posting mirrors by now are matched with it, the others
 * are returned: they moved money and have no posting of their exact amount.
 */
export async function disagreeingLines(db: Db, { after, limit, at }: LinesPage): Promise<OpenLine[]> {
  return compareLines(db, sql`select * from provider_lines where id > ${after} order by id limit ${limit}`, at);
}

/** The same of some lines. */
export const stillDisagreeing = (db: Db, ids: readonly string[], at: Date): Promise<OpenLine[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : compareLines(db, sql`select * from provider_lines where id = any(${ids}::text[])`, at);

async function compareLines(db: Db, page: ReturnType<typeof sql>, at: Date): Promise<OpenLine[]> {
  const { rows } = await sql<OpenLine>`
    with l as materialized (
        select page.*, o.tx_id as ours_tx, o.moved as ours, o.currency as ours_currency from (${page}) page left join lateral ${mirrorOf(sql`page.id`)} o on true),
      matched as (
        update provider_lines p set tx_id = l.ours_tx, matched_at = ${at}::timestamptz from l
          where l.tx_id is null and l.ours = l.net and l.ours_currency = l.currency and p.id = l.id)
    select id, type, amount, net, currency, source_id as "sourceId", op_id as "opId", at, ours, ours_currency as "oursCurrency", ours_tx as "txId" from l
      where (net <> 0 or amount <> 0) and (ours is null or ours <> net or ours_currency <> currency) order by id`.execute(
    db,
  );
  return rows;
}

/** The last line of a page, after which the next one begins, and how many it has; null when it is empty. */
export async function endOfLines(
  db: Db,
  { after, limit }: Pick<LinesPage, 'after' | 'limit'>,
): Promise<{ last: string; n: number } | null> {
  const { rows } = await sql<{ last: string | null; n: number }>`
    select max(id) as last, count(*)::int as n from (select id from provider_lines where id > ${after} order by id limit ${limit}) page`.execute(
    db,
  );
  const row = rows[0];
  return row?.last ? { last: row.last, n: row.n } : null;
}

export interface OpenPosting {
  txId: string;
  opId: string;
  kind: string;
  ref: string | null;
  currency: string;
  moved: number;
  at: Date;
  contractId: string | null;
  milestoneId: string | null;
}

export interface TxPage {
  after: string | null;
  limit: number;
}
const NO_UUID = '00000000-0000-0000-0000-000000000000';
const txPage = ({ after, limit }: TxPage) =>
  sql`select * from ledger_tx where id > ${after ?? NO_UUID}::uuid order by id limit ${limit}`;

/**
 * Postings that moved money at the provider and have no stored line: their own is missing, or they name none. A fee has
 * the line of its charge.
 */
export const postingsWithoutLine = (db: Db, page: TxPage): Promise<OpenPosting[]> => withoutLine(db, txPage(page));

/** The same of some postings. */
export const stillWithoutLine = (db: Db, ids: readonly string[]): Promise<OpenPosting[]> =>
  ids.length === 0 ? Promise.resolve([]) : withoutLine(db, sql`select * from ledger_tx where id = any(${ids}::uuid[])`);

async function withoutLine(db: Db, page: ReturnType<typeof sql>): Promise<OpenPosting[]> {
  const { rows } = await sql<OpenPosting>`
    select t.id as "txId", t.op_id as "opId", t.kind, t.provider_ref as ref, e.currency, sum(e.debit - e.credit)::bigint as moved, t.posted_at as at,
           t.contract_id as "contractId", t.milestone_id as "milestoneId"
      from (select * from (${page}) p
              where case when p.kind = 'provider_fee'
                         then not exists (select from ledger_tx c where c.op_id in (left(p.op_id, -4), left(p.op_id, -4) || ':suspense') and c.provider_ref is not null)
                         else p.provider_ref is null or not exists (select from provider_lines l where l.id = p.provider_ref) end
              offset 0) t
      cross join lateral (select * from ledger_entries own where own.tx_id = t.id offset 0) e
      join ledger_accounts a on a.id = e.account_id and a.code = 'PSP_BAL'
      group by t.id, t.op_id, t.kind, t.provider_ref, e.currency, t.posted_at, t.contract_id, t.milestone_id
      having sum(e.debit - e.credit) <> 0 order by t.id`.execute(db);
  return rows;
}

export async function endOfPostings(db: Db, page: TxPage): Promise<{ last: string; n: number } | null> {
  const { rows } = await sql<{ last: string | null; n: number }>`
    select max(id::text) as last, count(*)::int as n from (${txPage(page)}) t`.execute(db);
  const row = rows[0];
  return row?.last ? { last: row.last, n: row.n } : null;
}

/** The deals that operations are of. */
export async function dealsOf(
  db: Db,
  opIds: readonly string[],
): Promise<Map<string, { contractId: string | null; milestoneId: string | null }>> {
  if (opIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('operations')
    .select(['op_id', 'contract_id', 'milestone_id'])
    .where('op_id', 'in', [...opIds])
    .execute();
  return new Map(rows.map((r) => [r.op_id, { contractId: r.contract_id, milestoneId: r.milestone_id }]));
}
