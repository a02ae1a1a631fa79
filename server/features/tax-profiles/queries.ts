import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { nextById, type IdPage } from '../../../db/keyset.ts';
import type { Currency } from '../../core/money.ts';
import { REMINDER_DAYS, type TaxStatus } from './rules.ts';

export interface ProfileRow {
  org_id: string;
  self_billing: boolean;
  self_billing_at: Date | null;
  tax_status: TaxStatus;
  tax_bps: number | null;
  born_on: string | null;
  register_number: string | null;
  requested_at: Date | null;
  reminders: number;
  reminded_at: Date | null;
  business_type: 'individual' | 'company' | null;
  org_kind: string;
  legal_name: string | null;
  address: string | null;
  country: string | null;
  tax_id: string | null;
}

/** What is known of a payee for its taxes; the details of its invoices are its billing profile. */
export async function profileOf(db: Db, orgId: string): Promise<ProfileRow | undefined> {
  const { rows } = await sql<ProfileRow>`
    select o.id as org_id, o.kind as org_kind, coalesce(t.self_billing, false) as self_billing, t.self_billing_at, coalesce(t.tax_status, 'none') as tax_status, t.tax_bps,
           to_char(t.born_on, 'YYYY-MM-DD') as born_on, t.register_number, t.requested_at, coalesce(t.reminders, 0) as reminders, t.reminded_at, a.business_type,
           nullif(b.legal_name, '') as legal_name, nullif(b.address, '') as address, nullif(b.country, '') as country, nullif(b.tax_id, '') as tax_id
      from orgs o left join tax_profiles t on t.org_id = o.id left join payout_accounts a on a.org_id = o.id
        left join billing_profiles b on b.org_id = o.id
     where o.id = ${orgId}::uuid`.execute(db);
  return rows[0];
}

export interface ProfileValues {
  self_billing: boolean;
  self_billing_at: Date | null;
  tax_status: TaxStatus;
  tax_bps: number | null;
  born_on: string | null;
  register_number: string | null;
  changed_by: string;
  updated_at: Date;
}

export async function saveProfile(db: Db, orgId: string, values: ProfileValues): Promise<void> {
  await db
    .insertInto('tax_profiles')
    .values({ org_id: orgId, ...values })
    .onConflict((c) => c.column('org_id').doUpdateSet(values))
    .execute();
}

/** Notes that the details are requested, once; true when they were not before. */
export async function noteRequest(db: Db, { orgId, at }: { orgId: string; at: Date }): Promise<boolean> {
  const { rows } = await sql`
    insert into tax_profiles(org_id, requested_at, updated_at) values (${orgId}::uuid, ${at}, ${at})
      on conflict (org_id) do update set requested_at = ${at}, updated_at = ${at} where tax_profiles.requested_at is null
    returning org_id`.execute(db);
  return rows.length > 0;
}

/** Counts a reminder if no other run counted it. */
export async function noteReminder(db: Db, input: { orgId: string; reminder: number; at: Date }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tax_profiles')
    .set({ reminders: input.reminder, reminded_at: input.at, updated_at: input.at })
    .where('org_id', '=', input.orgId)
    .where('reminders', '=', input.reminder - 1)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The last reminder is not sent any more, so that it is sent again when details go missing. */
export async function reopenReminder(db: Db, input: { orgId: string; reminder: number; at: Date }): Promise<void> {
  await db
    .updateTable('tax_profiles')
    .set({ reminders: input.reminder - 1, updated_at: input.at })
    .where('org_id', '=', input.orgId)
    .where('reminders', '=', input.reminder)
    .execute();
}

/**
 * Payees whose details are requested and who may still be reminded, with what `missingFacts` requires: a request whose
 * details are complete needs no workflow. `ids`: of these alone.
 */
async function remindable(db: Db, where: RawBuilder<boolean>, limit: number): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select t.org_id as id
      from tax_profiles t join orgs o on o.id = t.org_id left join payout_accounts a on a.org_id = o.id left join billing_profiles b on b.org_id = o.id
     where t.requested_at is not null and o.closed_at is null and t.reminders < ${REMINDER_DAYS.length} and ${where}
       and (coalesce(b.legal_name, '') = '' or coalesce(b.address, '') = '' or coalesce(b.country, '') = '' or coalesce(b.tax_id, '') = ''
         or case coalesce(a.business_type, case o.kind when 'agency' then 'company' else 'individual' end) when 'company' then t.register_number is null else t.born_on is null end)
     order by t.org_id limit ${limit}`.execute(db);
  return rows;
}

export const openRequests = (db: Db, { before, ...page }: IdPage & { before: Date }): Promise<{ id: string }[]> =>
  remindable(db, sql<boolean>`t.updated_at < ${before} and ${nextById('t.org_id', page)}`, page.limit);

export const hasRequest = async (db: Db, { id }: { id: string }): Promise<boolean> =>
  (await remindable(db, sql<boolean>`t.org_id = ${id}::uuid`, 1)).length > 0;

export interface ReportRow extends Pick<
  ProfileRow,
  | 'org_id'
  | 'org_kind'
  | 'business_type'
  | 'legal_name'
  | 'address'
  | 'country'
  | 'tax_id'
  | 'born_on'
  | 'register_number'
> {
  name: string;
  /** At the payment provider, to which it is paid. */
  provider_account_id: string | null;
  quarter: number;
  currency: Currency;
  activities: number;
  /** Minor units. */
  amount: number;
}

/**
 * What each payee was paid in a year (UTC) by quarter and currency, with what is known of the payee. Parts of one milestone
 * are one activity; what was taken back in full was not paid for, unless it was paid by bank after that. `orgId`: of this
 * payee alone.
 */
export async function paidByQuarter(db: Db, { year, orgId }: { year: number; orgId?: string }): Promise<ReportRow[]> {
  const start = new Date(Date.UTC(year, 0, 1));
  const end = new Date(Date.UTC(year + 1, 0, 1));
  const { rows } = await sql<ReportRow>`
    select o.id as org_id, o.kind as org_kind, o.name, a.business_type, b.legal_name, b.address, b.country, b.tax_id, to_char(t.born_on, 'YYYY-MM-DD') as born_on, t.register_number,
           a.provider_account_id, x.quarter, x.currency, x.activities, x.amount
      from (select payee_org, currency, extract(quarter from sent_at at time zone 'UTC')::int as quarter, count(distinct milestone_id)::int as activities,
                   sum(amount - reversed_amount + reversed_by_bank)::bigint as amount
              from transfers where state = 'sent' and reversed_amount - reversed_by_bank < amount and sent_at >= ${start} and sent_at < ${end}
               ${orgId === undefined ? sql`` : sql`and payee_org = ${orgId}::uuid`} group by 1, 2, 3) x
        join orgs o on o.id = x.payee_org left join tax_profiles t on t.org_id = o.id left join payout_accounts a on a.org_id = o.id
        left join billing_profiles b on b.org_id = o.id
     order by coalesce(b.legal_name, o.name), o.id, x.currency, x.quarter`.execute(db);
  return rows;
}
