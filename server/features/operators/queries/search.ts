import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { likeText } from '../../../../db/like.ts';
import type { Currency, Money } from '../../../core/money.ts';
import type { DocumentDto } from '../../documents/schema.ts';
import type { SearchTerms } from '../rules.ts';
import type { FoundKind } from '../schema.ts';

export interface FoundRow {
  kind: FoundKind;
  id: string;
  title: string;
  names: (string | null)[];
  note: string | null;
  amount: number | null;
  currency: Currency | null;
  at: Date;
  contract_id: string | null;
  org_id: string | null;
  document_kind?: DocumentDto['kind'];
  year?: number;
  number?: number;
  series?: string | null;
}

const anyOf = (conditions: RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` or `)})`;

const sumIs = (
  sums: readonly Money[],
  amount: RawBuilder<unknown>,
  currency: RawBuilder<unknown>,
): RawBuilder<boolean>[] =>
  sums.map((sum) => sql<boolean>`(${amount} = ${sum.amount} and ${currency} = ${sum.currency})`);

const given = <T>(value: T | null, condition: (value: T) => RawBuilder<boolean>): RawBuilder<boolean>[] =>
  value === null ? [] : [condition(value)];

async function findAccounts(db: Db, { id, providerId, words }: SearchTerms, limit: number): Promise<FoundRow[]> {
  const matches = anyOf([
    ...given(id, (v) => sql<boolean>`o.id = ${v}::uuid`),
    ...given(
      providerId,
      (v) =>
        sql<boolean>`exists (select from payout_accounts a where a.org_id = o.id and a.provider_account_id = ${v})`,
    ),
    ...given(words, (v) => sql<boolean>`o.name ilike ${likeText(v)} or o.slug ilike ${likeText(v)}`),
    ...given(
      words,
      (v) =>
        sql<boolean>`exists (select from billing_profiles b where b.org_id = o.id and (b.legal_name ilike ${likeText(v)} or b.invoice_email ilike ${likeText(v)}))`,
    ),
    ...given(
      words,
      (v) =>
        sql<boolean>`exists (select from org_members m join profiles p on p.id = m.user_id where m.org_id = o.id and (p.email ilike ${likeText(v)} or p.display_name ilike ${likeText(v)}))`,
    ),
  ]);
  const { rows } = await sql<FoundRow>`
    select 'account' as kind, o.id, o.name as title, array[]::text[] as names, null as note, null as amount, null as currency, o.created_at as at,
           null as contract_id, o.id as org_id
      from orgs o where o.kind in ('brand', 'creator', 'agency') and ${matches} order by o.name, o.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

async function findDeals(db: Db, { id, sums, words }: SearchTerms, limit: number): Promise<FoundRow[]> {
  const matches = anyOf([
    ...given(
      id,
      (v) =>
        sql<boolean>`c.id = ${v}::uuid or exists (select from milestones m where m.contract_id = c.id and m.id = ${v}::uuid)`,
    ),
    ...sumIs(sums, sql`c.total`, sql`c.currency`),
    ...sums.map(
      (s) =>
        sql<boolean>`exists (select from milestones m where m.contract_id = c.id and m.amount = ${s.amount} and m.currency = ${s.currency})`,
    ),
    ...given(words, (v) => sql<boolean>`c.title ilike ${likeText(v)}`),
  ]);
  const { rows } = await sql<FoundRow>`
    select 'deal' as kind, c.id, c.title, array[b.name, k.name] as names, c.state as note, c.total as amount, c.currency, c.updated_at as at, c.id as contract_id, null as org_id
      from contracts c join orgs b on b.id = c.brand_org join orgs k on k.id = c.creator_org where ${matches} order by c.updated_at desc, c.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

async function findDocuments(db: Db, { id, document, sums }: SearchTerms, limit: number): Promise<FoundRow[]> {
  const matches = anyOf([
    ...given(id, (v) => sql<boolean>`d.id = ${v}::uuid`),
    ...given(
      document,
      (v) =>
        sql<boolean>`d.kind = ${v.kind} and d.year = ${v.year} and d.number = ${v.number}
          and (${v.series}::text is null or d.series = ${v.series})`,
    ),
    ...sumIs(sums, sql`d.amount`, sql`d.currency`),
  ]);
  const { rows } = await sql<FoundRow>`
    select 'document' as kind, d.id, coalesce(d.data->>'deal', c.title, o.name) as title, array[o.name] as names, null as note, d.amount, d.currency, d.issued_at as at, d.contract_id,
           d.org_id, d.kind as document_kind, d.year, d.number, d.series
      from documents d join orgs o on o.id = d.org_id left join contracts c on c.id = d.contract_id where ${matches} order by d.issued_at desc, d.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Payments with the refunds and transfers of their money: an id of any of them leads to the deal. */
async function findPayments(db: Db, { id, providerId, sums }: SearchTerms, limit: number): Promise<FoundRow[]> {
  const matches = anyOf([
    ...given(id, (v) => sql<boolean>`p.id = ${v}::uuid or p.milestone_id = ${v}::uuid`),
    ...given(
      providerId,
      (v) => sql<boolean>`${v} in (p.payment_intent_id, p.charge_id, p.session_id)
      or exists (select from refunds r where r.payment_id = p.id and r.provider_id = ${v})
      or exists (select from transfers t where t.milestone_id = p.milestone_id and t.provider_id = ${v} and p.state in ('paid', 'refunding', 'refunded'))
      or exists (select from card_disputes x where x.payment_id = p.id and ${v} in (x.id, x.share_of))`,
    ),
    ...sumIs(sums, sql`p.total`, sql`p.currency`),
    ...sumIs(sums, sql`p.price`, sql`p.currency`),
  ]);
  const { rows } = await sql<FoundRow>`
    select 'payment' as kind, p.id, c.title, array[b.name, k.name] as names, coalesce(p.payment_intent_id, p.session_id) as note, p.total as amount, p.currency, p.created_at as at, p.contract_id,
           null as org_id
      from payments p join contracts c on c.id = p.contract_id join orgs b on b.id = p.brand_org join orgs k on k.id = p.creator_org
      where ${matches} order by p.created_at desc, p.id limit ${limit}`.execute(db);
  return rows;
}

async function findPayouts(db: Db, { id, providerId, sums }: SearchTerms, limit: number): Promise<FoundRow[]> {
  const matches = anyOf([
    ...given(id, (v) => sql<boolean>`p.id = ${v}::uuid`),
    ...given(providerId, (v) => sql<boolean>`p.provider_id = ${v}`),
    ...sumIs(sums, sql`p.amount`, sql`p.currency`),
  ]);
  const { rows } = await sql<FoundRow>`
    select 'payout' as kind, p.id, o.name as title, array[]::text[] as names, p.provider_id as note, p.amount, p.currency, p.created_at as at, null as contract_id, p.org_id
      from payouts p join orgs o on o.id = p.org_id where ${matches} order by p.created_at desc, p.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Of each kind, at most `limit` rows that fit. */
export async function findAll(db: Db, terms: SearchTerms, limit: number): Promise<FoundRow[][]> {
  const found: FoundRow[][] = [];
  for (const find of [findAccounts, findDeals, findDocuments, findPayments, findPayouts])
    found.push(await find(db, terms, limit));
  return found;
}
