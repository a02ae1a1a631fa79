import type pg from 'pg';
import { orgOf } from '../../bench/lib/lists-data.ts';
import { bulkLoad, idOf as listed } from '../../db/seed/bulk.ts';

/** The deal with a tenth of all messages, and the campaign with half of all applicants. */
export const LONG_THREAD = '00000007-0000-7000-8000-00000000000a';
export const LONG_CAMPAIGN = '00000003-0000-7000-8000-00000000000a';

/**
 * Adds rows that staff's lists, one conversation and the applicants of one campaign are read from, `size` of each kind,
 * to a database that `loadLists` filled; a hundredth of them needs an act.
 */
export async function loadStaffLists(pool: pg.Pool, size: number): Promise<void> {
  const at = 'now() - make_interval(mins => n)';
  const rows = `generate_series(1, ${size}) n`;
  const rare = 'n % 100 = 1';
  const thread = 'case when n % 10 = 0 then 10 else n end';
  const uuid = (name: string): string => `md5('${name}' || n)::uuid`;
  const [brand, creator] = [orgOf('brand', 0), orgOf('creator', 0)];
  await bulkLoad(pool, async (client) => {
    for (const statement of [
      `update campaigns set brand_org = '${brand}' where id = '${LONG_CAMPAIGN}'`,
      `update contracts set brand_org = '${brand}', creator_org = '${creator}' where id = '${LONG_THREAD}'`,
      `update offers set brand_org = '${brand}', creator_org = '${creator}' where id = ${listed(5, '10')}`,
      `insert into messages(id, contract_id, offer_id, brand_org, creator_org, author_user, author_name, author_org, body, created_at)
        select ${uuid('message')}, ${listed(7, thread)}, ${listed(5, thread)}, '${brand}', '${creator}', 'creator-0', 'Person', '${creator}', 'Hello', ${at} from ${rows}`,
      `insert into applications(id, campaign_id, brand_org, creator_org, state, pitch, price, currency, created_by, created_at, updated_at)
        select ${uuid('applicant')}, '${LONG_CAMPAIGN}', '${brand}', ${uuid('org')}, (array['submitted', 'declined'])[1 + n % 2], 'I would like to show this to my readers.', 100, 'EUR', 'creator-0', ${at}, ${at} from ${rows}`,
      `insert into cases(id, kind, key, state, org_id, contract_id, details, opened_at, closed_at)
        select ${uuid('case')}, 'help', 'help' || n, case when ${rare} then 'open' else 'closed' end, '${brand}', ${listed(7, 'n')}, '{}', ${at}, case when not (${rare}) then now() end from ${rows}`,
      `insert into help_messages(id, case_id, contract_id, org_id, from_staff, author_name, body, created_at)
        select ${uuid('help')}, ${uuid('case')}, ${listed(7, 'n')}, '${brand}', false, 'Person', 'Hello', ${at} from ${rows}`,
      `insert into files(id, org_id, brand_org, creator_org, name, mime, size, storage_key, state, created_by, created_at, offer_id, message_id)
        select ${uuid('file')}, '${brand}', '${brand}', '${creator}', 'a.txt', 'text/plain', 1, 'file' || n, 'ready', 'brand-0', ${at}, ${listed(5, 'n')}, ${uuid('message')} from ${rows}`,
      `insert into staff_approvals(id, kind, subject, state, proposed_by, proposed_at, note, expires_at, decided_at, decided_by)
        select ${uuid('approval')}, 'suspense', 'subject' || n, case when ${rare} then 'proposed' else 'refused' end, 'another', ${at}, 'paid twice', now() + interval '2 days',
          case when not (${rare}) then now() end, case when not (${rare}) then 'staff' end from ${rows}`,
      `insert into operations(op_id, kind, org_id, amount, currency, idempotency_key, state, claimed_at)
        select 'list:' || n, 'transfer', '${creator}', 100, 'EUR', 'list:' || n, case when ${rare} then 'unknown' else 'done' end, ${at} from ${rows}`,
      `insert into refunds(id, op_id, payment_id, milestone_id, brand_org, amount, currency, reason, state, created_at)
        select ${uuid('refund')}, 'list:' || n, ${listed(9, '1 + n % 1000 * 4')}, ${listed(8, '1 + n % 1000 * 4')}, '${brand}', 100, 'EUR', 'cancelled_by_brand', 'done', now() - make_interval(hours => n) from ${rows}`,
      `update payments set provider_fee = 1_000_000 where id in (select payment_id from refunds)`,
      `insert into mails(id, op_id, to_address, template, locale, state, created_at)
        select ${uuid('mail')}, 'mail' || n, 'a' || n || '@test.example', 'code', 'en', case when ${rare} then 'failed' else 'sent' end, ${at} from ${rows}`,
      `insert into workflow_outbox(dedupe_key, kind, workflow_id, dispatched_at, dead_at)
        select 'list' || n, 'signal', 'escrow/' || ${uuid('outbox')}, case when not (${rare}) then now() end, case when ${rare} then now() end from ${rows}`,
      `insert into audit_log(org_id, actor_kind, actor_user, action, target, at)
        select case when n % 2 = 0 then '${brand}'::uuid end, 'org', 'brand-0', 'message.sent', 'org:' || case when n % 20 = 0 then '${creator}' else ${uuid('org')}::text end, ${at} from ${rows}`,
      `update payouts set state = 'failed', paid_at = null where id in (select id from payouts order by created_at desc limit 30)`,
      `update payments set state = 'processing', created_at = now() - interval '20 days' where id in (select id from payments where failure_code is null order by id limit 30)`,
    ])
      await client.query(statement);
  });
}
