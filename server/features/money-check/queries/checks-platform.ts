import { sql } from 'kysely';
import { queriesOver, type RowInvariant } from './check.ts';

const DAY_MS = 24 * 3_600_000;
/** A command or a webhook may take this long before it is reported. */
const SETTLING_MS = 60_000;

/** Late or abandoned work: an operator has to act; the books agree all the same. */
const work = queriesOver({ phase: 'platform', over: 'whole', stopsMoneyOut: false });

const stops = queriesOver({ phase: 'platform', over: 'whole', stopsMoneyOut: true });

/** Invariants of calls, commands, webhooks, mails and reconciliations. */
export const PLATFORM_INVARIANTS: readonly RowInvariant[] = [
  work(
    'platform.claims-are-settled',
    'I18 V13',
    'No call to the provider stays open for a day, and none waits for a person.',
    ({ now }) => sql`
    select op_id || ' is ' || state || coalesce(': ' || error, '') as detail, currency, op_id as key from operations
      where state = 'unknown' or (state = 'claimed' and begun_at < ${new Date(now.getTime() - DAY_MS)}::timestamptz)`,
  ),
  work(
    'platform.commands-are-delivered',
    'V13',
    'No command to a workflow is stuck.',
    ({ now }) => sql`
    select workflow_id || ': ' || kind || coalesce(' ' || name, '') || ' ' || case when dead_at is not null then 'was given up' else 'waits' end as detail from workflow_outbox
      where dispatched_at is null and (dead_at is not null or available_at < ${new Date(now.getTime() - SETTLING_MS)}::timestamptz)`,
  ),
  work(
    'platform.webhooks-are-read',
    'V8',
    'Every event of the provider was applied, or ignored for a reason.',
    ({ now }) => sql`
    select id || ' (' || type || ') is pending' as detail from psp_events where state = 'pending' and received_at < ${new Date(now.getTime() - 2 * SETTLING_MS)}::timestamptz
    union all
    select id || ' (' || type || ') was ignored without a reason' from psp_events where state = 'ignored' and coalesce(reason, '') = ''`,
  ),
  work(
    'platform.mails-once',
    'V14',
    'Every mail was sent once or waits; none was given up.',
    () => sql`
    select op_id || ' failed: ' || coalesce(last_error, '') as detail from mails where state = 'failed'
    union all
    select op_id || ' stands ' || count(*) || ' times' from mails group by op_id having count(*) > 1`,
  ),
  stops(
    'platform.drift-is-stopped',
    'I11 R2',
    'While the last reconciliation lists a difference, its currency is stopped, or two staff members let it go on.',
    () => sql`
    select 'difference ' || d.key || ' of ' || d.reconciliation_id || ' stops nothing' as detail, d.currency, d.key
      from reconciliation_differences d
      where d.reconciliation_id = (select id from reconciliations where finished_at is not null and state in ('clean', 'drift') order by finished_at desc limit 1)
        and not exists (select from money_stops s where s.currency = d.currency and s.lifted_at is null)
        and (select s.lifted_by from money_stops s where s.currency = d.currency and s.reconciliation_id is not null order by s.since desc limit 1) is distinct from 'staff'`,
  ),
  work(
    'platform.reconciled-daily',
    'I11 R3',
    'No two days pass without a reconciliation that ended with a result, since the first one began.',
    ({ now }) => sql`
    select 'the last reconciliation with a result ended ' || coalesce(max(finished_at) filter (where state in ('clean', 'drift'))::text, 'never') as detail
      from reconciliations
      having min(created_at) < ${new Date(now.getTime() - 2 * DAY_MS)}::timestamptz
         and coalesce(max(finished_at) filter (where state in ('clean', 'drift')), 'epoch') < ${new Date(now.getTime() - 2 * DAY_MS)}::timestamptz`,
  ),
];
