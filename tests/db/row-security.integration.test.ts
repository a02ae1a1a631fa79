import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DB } from '../../db/types.ts';
import { withTx, type Actor, type OrgActor } from '../../server/context.ts';
import { newId } from '../../server/core/ids.ts';
import { issueCode } from '../../server/features/accounts/codes.ts';
import { refund } from '../../server/features/escrow/refund/refund.ts';
import { release } from '../../server/features/escrow/release/release.ts';
import { approve } from '../../server/features/escrow/review/service.ts';
import { cancel } from '../../server/features/escrow/refund/cancel.ts';
import { findInput } from '../../server/features/find/schema.ts';
import { FINDS } from '../../server/features/finds.gen.ts';
import { REGISTRATIONS } from '../../server/features/registrations.gen.ts';
import { findRecords } from '../../server/features/find/service.ts';
import { startWorkflow } from '../../server/features/outbox/commands.ts';
import { confirmFunding } from '../../server/features/payments/confirm/confirm.ts';
import {
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type MoneyWorld,
} from '../server/features/escrow/deal-kit.ts';
import { addRows } from '../support/matrix-fixtures.ts';
import { apply, liveCampaign, offerTo } from '../support/negotiation.ts';
import { createOrg, createStaff, member, prove } from '../support/people.ts';

/** What one brand and one creator leave behind: at least one row in every table. */
interface Traces {
  brand: OrgActor;
  creator: OrgActor;
  contractId: string;
  milestoneId: string;
  offerId: string;
  /** Anything that names them, as it would stand in a row. */
  names: string[];
}

let world: MoneyWorld;
let own: Traces;
let foreign: Traces;
let tables: string[];

async function traces(): Promise<Traces> {
  const paid = await openDeal(world);
  const { brand, creator, contractId, milestoneId } = paid;
  await payAtProvider(world, paid);
  await confirmFunding(world.system(), paid);
  await deliver(world, paid);
  await approve(world.as(brand), { milestoneId, version: (await milestone(world, milestoneId)).version });
  await release(world.system(), paid);
  const back = await openDeal(world);
  await payAtProvider(world, back);
  await confirmFunding(world.system(), back);
  await cancel(world.as(back.brand), {
    milestoneId: back.milestoneId,
    version: (await milestone(world, back.milestoneId)).version,
    reason: '',
  });
  await refund(world.system(), back);

  const applicant = await createOrg(world, 'creator', 'Applicant');
  const agency = await createOrg(world, 'agency', 'Agency');
  const campaignId = await liveCampaign(world, brand);
  const offer = await offerTo(world, brand, await apply(world, applicant, campaignId));
  const sides = { brand_org: brand.orgId, creator_org: creator.orgId };
  await addRows(world, { brand, creator });
  const { owner } = world;
  const { id: submissionId } = await owner
    .selectFrom('submissions')
    .select('id')
    .where('milestone_id', '=', milestoneId)
    .executeTakeFirstOrThrow();
  const [fileId, payoutId] = [newId(), newId()];
  await owner
    .insertInto('files')
    .values({
      id: fileId,
      org_id: creator.orgId,
      submission_id: submissionId,
      ...sides,
      name: 'a.png',
      mime: 'image/png',
      size: 1,
      storage_key: fileId,
      state: 'ready',
      created_by: creator.userId,
    })
    .execute();
  await owner
    .insertInto('review_comments')
    .values({
      id: newId(),
      submission_id: submissionId,
      ...sides,
      body: 'A note',
      author_user: brand.userId,
      author_name: brand.name,
      author_org: brand.orgId,
    })
    .execute();
  await owner
    .insertInto('brief_marks')
    .values({
      submission_id: submissionId,
      ...sides,
      item: 'All three drinks shown',
      mark: 'met',
      marked_at: new Date(),
    })
    .execute();
  await owner
    .insertInto('messages')
    .values({
      id: newId(),
      offer_id: offer.id,
      ...sides,
      author_user: brand.userId,
      author_name: brand.name,
      author_org: brand.orgId,
      body: 'Hello',
    })
    .execute();
  await owner
    .insertInto('thread_reads')
    .values({ user_id: brand.userId, offer_id: offer.id, read_at: new Date() })
    .execute();
  await owner
    .insertInto('contract_files')
    .values({ sha256: newId(), contract_id: contractId, ...sides, locale: 'en', storage_key: newId(), size: 1 })
    .execute();
  await owner
    .insertInto('notifications')
    .values({
      id: newId(),
      user_id: brand.userId,
      org_id: brand.orgId,
      kind: 'message_received',
      link: '/',
      dedupe_key: newId(),
    })
    .execute();
  await owner
    .insertInto('mails')
    .values({ id: newId(), op_id: newId(), to_address: brand.email, template: 'notice', locale: 'en' })
    .execute();
  await owner
    .insertInto('consents')
    .values({
      id: newId(),
      consent_id: newId(),
      user_id: brand.userId,
      policy_version: '1',
      text_hash: 'a'.repeat(64),
      locale: 'en',
      categories: [],
      action: 'necessary',
    })
    .execute();
  await prove(world, brand);
  await owner
    .insertInto('sign_ins')
    .values({
      id: newId(),
      user_id: brand.userId,
      session_id: newId(),
      method: 'password',
      new_device: false,
      at: new Date(),
    })
    .execute();
  await issueCode(world.as(brand), { purpose: 'verify', email: brand.email, userId: brand.userId });
  await owner
    .insertInto('avatar_files')
    .values({ name: newId(), user_id: creator.userId, state: 'shown', claimed_at: new Date() })
    .execute();
  await owner.insertInto('used_codes').values({ key: newId(), expires_at: new Date() }).execute();
  await owner.insertInto('sign_in_attempts').values({ mailbox_key: newId(), device_key: '' }).execute();
  await owner.insertInto('address_counts').values({ key: newId(), window_start: new Date(), count: 1 }).execute();
  await owner.insertInto('saved_campaigns').values({ org_id: creator.orgId, campaign_id: campaignId }).execute();
  await owner
    .insertInto('representations')
    .values({
      id: newId(),
      agency_org: agency.orgId,
      creator_org: creator.orgId,
      commission_bps: 1_000,
      valid_from: new Date(),
    })
    .execute();
  await owner
    .insertInto('operations')
    .values({
      op_id: `po:${payoutId}`,
      kind: 'payout',
      org_id: creator.orgId,
      idempotency_key: `po:${payoutId}`,
      state: 'done',
      claimed_at: new Date(),
    })
    .execute();
  await owner
    .insertInto('refund_decisions')
    .values({
      op_id: `po:${payoutId}`,
      attempt: 1,
      decision: 'paid_by_bank',
      reference: payoutId,
      decided_by: newId(),
      decided_at: new Date(),
    })
    .execute();
  await owner
    .insertInto('fee_allowances')
    .values({
      id: newId(),
      org_id: brand.orgId,
      currency: 'EUR',
      amount: 1,
      note: 'A known brand',
      decided_by: newId(),
      decided_at: new Date(),
    })
    .execute();
  await owner.insertInto('restores').values({ taken_at: new Date() }).execute();
  await owner
    .insertInto('send_again_decisions')
    .values({ op_id: `po:${payoutId}`, attempt: 1, decided_by: newId(), decided_at: new Date() })
    .execute();
  await owner
    .insertInto('payouts')
    .values({
      id: payoutId,
      org_id: creator.orgId,
      op_id: `po:${payoutId}`,
      request_key: newId(),
      amount: 1,
      currency: 'EUR',
      state: 'paid',
      created_at: new Date(),
    })
    .execute();
  await owner
    .insertInto('psp_events')
    .values({
      id: newId(),
      type: 'payment_intent.succeeded',
      object_id: 'pi',
      milestone_id: milestoneId,
      payload: '{}',
      received_at: new Date(),
    })
    .execute();
  const checkId = newId();
  await owner
    .insertInto('money_checks')
    .values({
      id: checkId,
      state: 'clean',
      begun_by: 'schedule',
      created_at: new Date(),
      updated_at: new Date(),
      finished_at: new Date(),
    })
    .execute();
  await owner
    .insertInto('money_stops')
    .values({ id: newId(), currency: 'KWD', check_id: checkId, since: new Date() })
    .onConflict((c) => c.doNothing())
    .execute();
  const caseId = newId();
  await owner
    .insertInto('cases')
    .values({
      id: caseId,
      kind: 'help',
      key: newId(),
      org_id: brand.orgId,
      contract_id: contractId,
      opened_by: brand.userId,
      opened_at: new Date(),
    })
    .execute();
  await owner
    .insertInto('help_messages')
    .values({
      id: newId(),
      case_id: caseId,
      contract_id: contractId,
      org_id: brand.orgId,
      from_staff: false,
      author_user: brand.userId,
      author_name: brand.name,
      body: 'Help',
      created_at: new Date(),
    })
    .execute();
  const approvalId = newId();
  await owner
    .insertInto('staff_approvals')
    .values({
      id: approvalId,
      kind: 'lift_freeze',
      subject: contractId,
      proposed_by: newId(),
      proposed_at: new Date(),
      note: 'because',
      expires_at: new Date(),
    })
    .execute();
  const { id: paymentId } = await owner
    .selectFrom('payments')
    .select('id')
    .where('milestone_id', '=', milestoneId)
    .executeTakeFirstOrThrow();
  const disputeId = newId();
  await owner
    .insertInto('card_disputes')
    .values({
      id: disputeId,
      payment_id: paymentId,
      milestone_id: milestoneId,
      contract_id: contractId,
      brand_org: brand.orgId,
      charge_id: 'ch',
      amount: 1,
      currency: 'EUR',
      reason: 'fraudulent',
      status: 'needs_response',
      state: 'open',
      opened_at: new Date(),
      updated_at: new Date(),
    })
    .execute();
  await owner
    .insertInto('evidence_packs')
    .values({
      id: newId(),
      dispute_id: disputeId,
      contract_id: contractId,
      milestone_id: milestoneId,
      state: 'waiting',
      submit_at: new Date(),
      created_at: new Date(),
      updated_at: new Date(),
    })
    .execute();
  const debtId = newId();
  await owner
    .insertInto('brand_debts')
    .values({
      id: debtId,
      brand_org: brand.orgId,
      contract_id: contractId,
      milestone_id: milestoneId,
      dispute_id: disputeId,
      currency: 'EUR',
      amount: 1,
      opened_at: new Date(),
      updated_at: new Date(),
    })
    .execute();
  await owner
    .insertInto('debt_write_offs')
    .values({ approval_id: approvalId, debt_id: debtId, amount: 1, decided_at: new Date() })
    .execute();
  const { op_id: debtOp } = await owner
    .selectFrom('operations')
    .select('op_id')
    .where('org_id', '=', brand.orgId)
    .limit(1)
    .executeTakeFirstOrThrow();
  await owner
    .insertInto('debt_payments')
    .values({
      id: newId(),
      brand_org: brand.orgId,
      currency: 'EUR',
      amount: 1,
      op_id: debtOp,
      state: 'claimed',
      created_by: brand.userId,
      created_at: new Date(),
      expires_at: new Date(),
    })
    .execute();
  await owner
    .insertInto('suspense_decisions')
    .values({ payment_id: paymentId, attempt: 1, decision: 'return', approval_id: approvalId, decided_at: new Date() })
    .execute();
  await owner
    .insertInto('parked_decisions')
    .values({
      approval_id: approvalId,
      case_id: caseId,
      decision: 'platform',
      amount: 1,
      currency: 'EUR',
      lines: ['txn'],
      decided_at: new Date(),
    })
    .execute();
  await withTx(world.as(creator), async (tx) => {
    const now = new Date();
    const [exportId, deletionId] = [newId(), newId()];
    await tx.db
      .insertInto('data_exports')
      .values({
        id: exportId,
        user_id: creator.userId,
        org_id: creator.orgId,
        state: 'queued',
        created_at: now,
        updated_at: now,
      })
      .execute();
    await startWorkflow(tx, 'dataExport', exportId);
    const zipId = newId();
    await tx.db
      .insertInto('document_exports')
      .values({
        id: zipId,
        user_id: creator.userId,
        org_id: creator.orgId,
        locale: 'en',
        state: 'queued',
        total: 1,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await startWorkflow(tx, 'documentExport', zipId);
    await tx.db
      .insertInto('deletion_requests')
      .values({
        id: deletionId,
        code: deletionId,
        user_id: creator.userId,
        source: 'profile',
        state: 'checking',
        requested_at: now,
        updated_at: now,
      })
      .execute();
    await startWorkflow(tx, 'accountDeletion', deletionId);
    const removalId = newId();
    await tx.db
      .insertInto('factor_removals')
      .values({ id: removalId, user_id: creator.userId, requested_at: now, due_at: now, updated_at: now })
      .execute();
    await startWorkflow(tx, 'factorRemoval', removalId);
  });
  const people = [brand, creator, back.brand, back.creator, applicant, agency];
  const documents = await owner
    .selectFrom('documents')
    .select('id')
    .where('org_id', 'in', [brand.orgId, creator.orgId])
    .execute();
  return {
    brand,
    creator,
    contractId,
    milestoneId,
    offerId: offer.id,
    names: [
      ...people.flatMap((p) => [p.orgId, p.userId, p.email]),
      contractId,
      milestoneId,
      back.contractId,
      back.milestoneId,
      debtId,
      campaignId,
      offer.id,
      submissionId,
      fileId,
      payoutId,
      paymentId,
      caseId,
      ...documents.map(({ id }) => id),
    ],
  };
}

beforeAll(async () => {
  world = await createMoneyWorld('row_security');
  await createStaff(world);
  own = await traces();
  foreign = await traces();
  const { rows } = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1`.execute(
    world.owner,
  );
  tables = rows.map((r) => r.name);
}, 120_000);
afterAll(() => world?.close());

type Row = Record<string, unknown>;
const rowsAs = <A extends Actor>(actor: A, table: string): Promise<Row[]> =>
  withTx(world.as(actor), async ({ db }) =>
    (await sql<{ row: Row }>`select to_jsonb(t) as row from ${sql.table(table)} t`.execute(db)).rows.map((r) => r.row),
  );
const allRows = async (table: string): Promise<Row[]> =>
  (await sql<{ row: Row }>`select to_jsonb(t) as row from ${sql.table(table)} t`.execute(world.owner)).rows.map(
    (r) => r.row,
  );
const names = (row: Row, who: Traces): boolean => who.names.some((name) => JSON.stringify(row).includes(name));

/** A column that the application may update, else any that the database does not make itself. */
const plainColumn = async (table: string): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select attname::text as name from pg_attribute where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped and attname <> 'id'
      order by has_column_privilege('sponsio_app', attrelid, attnum, 'update') desc, attnum limit 1`.execute(
    world.owner,
  );
  return rows[0]!.name;
};

/** The SQLSTATE of what the database says no with, or the number of rows it touched. */
async function outcome(act: Promise<{ numAffectedRows?: bigint }>): Promise<string> {
  return act.then(
    (r) => `${r.numAffectedRows ?? 0n} rows`,
    (error: unknown) => String((error as { code?: string }).code ?? error),
  );
}
const DENIED = '42501';
const run = (db: Kysely<DB>, text: ReturnType<typeof sql>) => text.execute(db);
/** Columns that the database computes; no statement writes them. */
const GENERATED: Record<string, string[]> = { milestones: ['next_at'] };
const copyOf = (table: string, row: Row) => {
  const columns = sql.join(
    Object.keys(row)
      .filter((column) => !GENERATED[table]?.includes(column))
      .map((column) => sql.ref(column)),
  );
  return sql`insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::jsonb)`;
};

const NEWCOMER: Actor = { kind: 'newcomer', userId: newId(), email: 'new@test.example' };
const ANONYMOUS: Actor = { kind: 'anonymous' };
const WEBHOOK: Actor = { kind: 'system', name: 'webhook' };

describe('every table', () => {
  test('has row security and at least one policy for the application besides the one for staff', async () => {
    const { rows } = await sql<{ name: string; secured: boolean; policies: string[] }>`
      select c.relname as name, c.relrowsecurity as secured,
             array(select p.policyname::text from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname and 'sponsio_app' = any(p.roles)) as policies
        from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'kysely%'`.execute(
      world.owner,
    );
    expect(rows.filter((r) => !r.secured).map((r) => r.name)).toEqual([]);
    expect(
      rows
        .filter((r) => r.policies.filter((p) => p !== 'staff_reads').length === 0)
        .map((r) => r.name)
        .toSorted(),
    ).toEqual([
      'card_disputes',
      'document_counters',
      'network_calls',
      'provider_lines',
      'reconciliation_differences',
      'restores',
    ]);
  });

  test('of an agency ends with the representation, except for what its statements of earnings are made of', async () => {
    const { rows } = await sql<{ name: string }>`
      select tablename || '.' || policyname as name from pg_policies
        where 'sponsio_app' = any(roles) and coalesce(qual, with_check) like '%agency_org%' and coalesce(qual, with_check) not like '%app_represents%'
          and tablename not like 'representation%' order by 1`.execute(world.owner);
    // Three of them ask for an offer or a message that the org may read, and end with it.
    expect(rows.map((row) => row.name)).toEqual([
      'contracts.party',
      'conversations.party',
      'creator_rates.partners_read',
      'milestones.party',
      'portfolio_works.partners_read',
      'release_parts.party',
    ]);
  });

  test('no view and no materialised view goes around it', async () => {
    const { rows } = await sql<{
      name: string;
    }>`select relname as name from pg_class where relnamespace in ('public'::regnamespace, 'auth'::regnamespace) and relkind in ('v', 'm')`.execute(
      world.owner,
    );
    expect(rows).toEqual([]);
  });

  test('has rows of both worlds here, so that what follows means something', async () => {
    const UNOWNED = [
      'clock_policies',
      'dispute_limits',
      'fee_schedules',
      'tax_rates',
      'policy_texts',
      'fx_rates',
      'engagement_benchmarks',
      'staff',
      'document_counters',
      'network_calls',
      'address_counts',
      'sign_in_attempts',
      'used_codes',
      'money_checks',
      'money_stops',
      'provider_lines',
      'reconciliation_differences',
      'reconciliations',
      'restores',
    ];
    const unprotected: string[] = [];
    for (const table of tables) {
      const rows = await allRows(table);
      if (rows.length === 0) unprotected.push(table);
      else if (
        !UNOWNED.includes(table) &&
        ![
          'ledger_entries',
          'ledger_tx',
          'ledger_accounts',
          'account_audience',
          'account_days',
          'social_comments',
          'social_posts',
        ].includes(table) &&
        !rows.some((r) => names(r, foreign))
      )
        unprotected.push(table);
    }
    expect(unprotected).toEqual([]);
  });
});

describe('what the application reads', () => {
  test('is nothing before an actor is set', async () => {
    const visible: string[] = [];
    for (const table of tables) {
      const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(world.app);
      if (rows.length > 0) visible.push(table);
    }
    expect(visible).toEqual([
      'clock_policies',
      'creator_search',
      'engagement_benchmarks',
      'fee_schedules',
      'fx_rates',
      'policy_texts',
      'tax_rates',
    ]);
  });

  test('without a sign-in, and without an org, is public data only', async () => {
    const seen = async (actor: Actor) => {
      const visible: string[] = [];
      for (const table of tables) if ((await rowsAs(actor, table)).length > 0) visible.push(table);
      return visible;
    };
    expect(await seen(ANONYMOUS)).toEqual([
      'address_counts',
      'clock_policies',
      'creator_search',
      'engagement_benchmarks',
      'fee_schedules',
      'fx_rates',
      'one_time_codes',
      'policy_texts',
      'sign_in_attempts',
      'tax_rates',
      'used_codes',
    ]);
    expect(await seen(NEWCOMER)).toEqual([
      'account_audience',
      'account_days',
      'campaigns',
      'clock_policies',
      'creator_profiles',
      'creator_rates',
      'creator_search',
      'engagement_benchmarks',
      'fee_schedules',
      'fx_rates',
      'orgs',
      'policy_texts',
      'portfolio_works',
      'social_accounts',
      'social_posts',
      'tax_rates',
    ]);
    // Networks return browsers that are signed out, and report ended consents.
    expect(await seen(WEBHOOK)).toEqual([
      'clock_policies',
      'connection_attempts',
      'creator_search',
      'engagement_benchmarks',
      'fee_schedules',
      'fx_rates',
      'policy_texts',
      'psp_events',
      'social_connections',
      'tax_rates',
    ]);
  });

  test('for one org has no rows of others, except what all signed-in users may read', async () => {
    const SHOWN = [
      'ad_photos',
      'ads',
      'brand_locations',
      'brand_pictures',
      'brand_profiles',
      'campaigns',
      'creator_profiles',
      'creator_rates',
      'creator_search',
      'orgs',
      'packages',
      'portfolio_works',
      'social_accounts',
    ];
    for (const who of [own.brand, own.creator]) {
      const leaks: string[] = [];
      for (const table of tables) if ((await rowsAs(who, table)).some((row) => names(row, foreign))) leaks.push(table);
      expect([who.orgKind, leaks]).toEqual([who.orgKind, SHOWN]);
    }
    const drafts = (await rowsAs(own.brand, 'campaigns')).filter(
      (c) => c['state'] === 'draft' && c['brand_org'] !== own.brand.orgId,
    );
    expect(drafts).toEqual([]);
  });

  test('of the ledger is its own accounts and its deals, though nothing there names an org', async () => {
    const accounts = new Set(
      (await allRows('ledger_accounts'))
        .filter((a) => foreign.names.includes(String(a['org_id'])) || foreign.names.includes(String(a['scope'])))
        .map((a) => a['id']),
    );
    expect(accounts.size).toBeGreaterThan(3);
    const posted = new Set(
      (await allRows('ledger_tx')).filter((t) => foreign.names.includes(String(t['milestone_id']))).map((t) => t['id']),
    );
    expect(posted.size).toBeGreaterThan(3);
    for (const who of [own.brand, own.creator]) {
      expect((await rowsAs(who, 'ledger_accounts')).filter((a) => accounts.has(a['id']) || a['scope'] === '')).toEqual(
        [],
      );
      expect((await rowsAs(who, 'ledger_tx')).filter((t) => posted.has(t['id']))).toEqual([]);
      expect(
        (await rowsAs(who, 'ledger_entries'))
          .filter((e) => accounts.has(e['account_id']) || posted.has(e['tx_id']))
          .map((e) => e['id']),
      ).toEqual([]);
    }
  });

  test("by a search is its own records of every kind, and no text finds another org's", async () => {
    expect(REGISTRATIONS.flatMap(({ find = {} }) => Object.keys(find)).sort()).toEqual(Object.keys(FINDS).sort());
    const find = async (who: OrgActor, text: string) =>
      (await findRecords(world.as(who), { text })).flatMap((group) =>
        group.records.map((record) => ({ kind: group.kind, ...record })),
      );
    const { title } = await world.owner
      .selectFrom('contracts')
      .select('title')
      .where('id', '=', own.contractId)
      .executeTakeFirstOrThrow();
    expect(await find(own.brand, title.slice(1, 8).toUpperCase())).toContainEqual(
      expect.objectContaining({ kind: 'deal', id: own.contractId, path: `/smart-contracts/${own.contractId}` }),
    );
    expect(await find(own.creator, own.brand.name.slice(0, 3))).toContainEqual(
      expect.objectContaining({ kind: 'person', id: own.brand.orgId }),
    );
    const campaign = await world.owner
      .selectFrom('campaigns')
      .select(['id', 'title'])
      .where('brand_org', '=', own.brand.orgId)
      .executeTakeFirstOrThrow();
    expect(await find(own.brand, campaign.title)).toContainEqual(
      expect.objectContaining({ kind: 'campaign', id: campaign.id }),
    );
    expect(await find(own.brand, 'Applicant')).toContainEqual(
      expect.objectContaining({ kind: 'offer', id: own.offerId }),
    );
    const receipts = (await find(own.brand, 'r-20')).filter((r) => r.kind === 'document');
    expect(receipts.map((r) => r.title[0])).toContain('R');
    expect(await find(own.brand, receipts[0]!.title)).toEqual([receipts[0]]);

    const ownRows = (
      await world.owner
        .selectFrom('documents as d')
        .innerJoin('contracts as c', 'c.id', 'd.contract_id')
        .select('d.id')
        .where((eb) => eb.or([eb('d.org_id', '=', own.brand.orgId), eb('c.brand_org', '=', own.brand.orgId)]))
        .execute()
    ).map((r) => r.id);
    const foreignDeal = await world.owner
      .selectFrom('contracts')
      .select('title')
      .where('id', '=', foreign.contractId)
      .executeTakeFirstOrThrow();
    for (const text of [
      foreignDeal.title,
      foreign.brand.name,
      foreign.contractId,
      'Autumn',
      '-2026-',
      '20',
      'e',
      '%',
      '__',
      '\\',
      '%%%',
      "' or true --",
    ]) {
      const found = await find(own.brand, text);
      expect([
        text,
        found.filter((r) => foreign.names.includes(r.id) || (r.kind === 'document' && !ownRows.includes(r.id))),
      ]).toEqual([text, []]);
    }
    for (const text of ['%', '_%', '\\\\']) expect([text, await find(own.brand, text)]).toEqual([text, []]);
    for (const text of ['x'.repeat(10_000), ' ', 'a']) expect(findInput.safeParse({ text }).success).toBe(false);
    const viewer = await member(world, own.brand, 'viewer', 'Vera');
    expect((await find(viewer, 'r-20')).filter((r) => r.kind === 'document')).toEqual([]);
  });

  test('through the definer functions is limited to its own deals', async () => {
    await withTx(world.as(own.brand), async ({ db }) => {
      const count = async (text: ReturnType<typeof sql>) => (await text.execute(db)).rows.length;
      expect(await count(sql`select * from milestone_balances(array[${own.milestoneId}::uuid])`)).toBe(1);
      expect(await count(sql`select * from milestone_balances(array[${foreign.milestoneId}::uuid])`)).toBe(0);
      expect(await count(sql`select * from contract_balances(array[${own.contractId}::uuid])`)).toBe(1);
      expect(await count(sql`select * from contract_balances(array[${foreign.contractId}::uuid])`)).toBe(0);
      expect(await count(sql`select * from brand_money(${own.brand.orgId}::uuid)`)).toBe(1);
      expect(await count(sql`select * from brand_money(${foreign.brand.orgId}::uuid)`)).toBe(0);
      expect(await count(sql`select * from milestone_postings(${own.milestoneId}::uuid)`)).toBeGreaterThan(5);
      expect(await count(sql`select * from milestone_postings(${foreign.milestoneId}::uuid)`)).toBe(0);
      expect(await count(sql`select * from offer_facts(${own.offerId}::uuid, now())`)).toBe(1);
      expect(await count(sql`select * from offer_facts(${foreign.offerId}::uuid, now())`)).toBe(0);
    });
    await world.owner
      .updateTable('operations')
      .set({ state: 'unknown', error: 'timeout' })
      .where('milestone_id', 'in', [own.milestoneId, foreign.milestoneId])
      .where('kind', '=', 'transfer')
      .execute();
    for (const [reader, seen] of [
      [own.brand, [1, 0]],
      [foreign.brand, [0, 1]],
      // Its own transfers it reads in their table.
      [own.creator, [0, 0]],
    ] as const) {
      const late = async ({ contractId }: Traces) =>
        withTx(
          world.as(reader),
          async ({ db }) => (await sql`select * from late_transfers(${contractId}::uuid)`.execute(db)).rows.length,
        );
      expect([await late(own), await late(foreign)]).toEqual(seen);
    }
    const { rows } = await sql<{ name: string; config: string[] | null }>`
      select proname as name, proconfig as config from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`.execute(
      world.owner,
    );
    expect(rows.length).toBeGreaterThan(5);
    for (const { name, config } of rows) expect([name, config]).toEqual([name, ['search_path=public, pg_temp']]);
  });
});

describe('a picture', () => {
  const PEOPLE = ['brand', 'creator', 'applicant', 'agent', 'stranger', 'hidden'] as const;
  type Name = (typeof PEOPLE)[number];
  const people = {} as Record<Name, OrgActor>;

  beforeAll(async () => {
    Object.assign(people, { brand: own.brand, creator: own.creator });
    for (const [name, kind] of [
      ['applicant', 'creator'],
      ['agent', 'agency'],
      ['stranger', 'brand'],
      ['hidden', 'creator'],
    ] as const)
      people[name] = await createOrg(world, kind, name);
    const { brand, creator, applicant, agent, hidden } = people;
    await apply(world, applicant, await liveCampaign(world, brand));
    await world.owner
      .insertInto('representations')
      .values({
        id: newId(),
        agency_org: agent.orgId,
        creator_org: creator.orgId,
        // An agency at a time: this one was before.
        state: 'ended',
        commission_bps: 1_000,
        valid_from: new Date(),
      })
      .execute();
    for (const name of PEOPLE)
      await world.owner.updateTable('profiles').set({ avatar: name }).where('id', '=', people[name].userId).execute();
    // One draft, one hidden: neither stands in the directory.
    await world.owner
      .updateTable('creator_profiles')
      .set({ published_at: null })
      .where('org_id', 'in', [creator.orgId, applicant.orgId])
      .execute();
    await world.owner
      .updateTable('creator_profiles')
      .set({ hidden_at: new Date() })
      .where('org_id', '=', hidden.orgId)
      .execute();
  });

  const visibleTo = async (reader: Actor): Promise<{ people: string[]; creators: string[] }> => {
    const all = PEOPLE.map((name) => people[name]);
    return withTx(world.as(reader), async ({ db }) => {
      const ofPeople = await sql<{
        avatar: string;
      }>`select avatar from pictures_of_people(${all.map((p) => p.userId)}::text[])`.execute(db);
      const ofCreators = await sql<{
        avatar: string;
      }>`select avatar from pictures_of_creators(${all.map((p) => p.orgId)}::uuid[])`.execute(db);
      return {
        people: ofPeople.rows.map((r) => r.avatar).toSorted(),
        creators: ofCreators.rows.map((r) => r.avatar).toSorted(),
      };
    });
  };

  test("is visible to the person's counterparties: by contract, offer, application or representation", async () => {
    expect(await visibleTo(people.brand)).toEqual({
      people: ['applicant', 'brand', 'creator'],
      creators: ['applicant', 'creator'],
    });
    expect(await visibleTo(people.creator)).toEqual({ people: ['agent', 'brand', 'creator'], creators: ['creator'] });
    expect(await visibleTo(people.applicant)).toEqual({ people: ['applicant', 'brand'], creators: ['applicant'] });
    expect(await visibleTo(people.agent)).toEqual({ people: ['agent', 'creator'], creators: ['creator'] });
  });

  test('is visible to no other user, unless the creator is in the directory', async () => {
    expect(await visibleTo(people.stranger)).toEqual({ people: ['stranger'], creators: [] });
    await world.owner
      .updateTable('creator_profiles')
      .set({ hidden_at: null })
      .where('org_id', '=', people.hidden.orgId)
      .execute();
    expect(await visibleTo(people.stranger)).toEqual({ people: ['stranger'], creators: ['hidden'] });
    expect(await visibleTo(NEWCOMER)).toEqual({ people: [], creators: ['hidden'] });
    for (const actor of [ANONYMOUS, WEBHOOK]) expect(await visibleTo(actor)).toEqual({ people: [], creators: [] });
  });
});

describe('what the application writes', () => {
  /** Messages to the platform: any user may insert one, no user may read or change it. */
  const LETTERBOXES = ['audit_log', 'mails', 'notices', 'one_time_codes', 'workflow_outbox'];
  /** Counts of attempts and calls by keyed hashes: rows without an owner, written before a user is authenticated. */
  const COUNTERS = ['address_counts', 'sign_in_attempts', 'used_codes'];

  const DELETED_BY_THE_APPLICATION = [
    'ad_hides',
    'ad_saves',
    'ads',
    'brand_pictures',
    'saved_campaigns',
    'campaigns',
    'creator_rates',
    'social_accounts',
    'org_blocks',
    'creator_lists',
    'creator_list_items',
    'creator_tags',
    'cart_lines',
    'deal_templates',
    'review_assignments',
    'match_votes',
    'message_templates',
    'saved_searches',
    'brand_locations',
    'hidden_campaigns',
    'import_refused_rows',
    'imported_creators',
    'portfolio_works',
    'outreach_recipients',
    'outreach_sequences',
    'outreach_suppressions',
  ];

  test('in the name of another org is refused, in every table', async () => {
    for (const who of [own.brand, own.creator, NEWCOMER, ANONYMOUS]) {
      const wrong: string[] = [];
      for (const table of tables) {
        const row = (await allRows(table)).find((r) => names(r, foreign)) ?? (await allRows(table)).at(-1)!;
        const answer = await outcome(withTx(world.as(who), ({ db }) => run(db, copyOf(table, row))));
        const may = LETTERBOXES.includes(table) || (who === ANONYMOUS && COUNTERS.includes(table));
        if ((answer === DENIED) === may) wrong.push(`${table}: ${answer}`);
      }
      expect(wrong).toEqual([]);
    }
  });

  test('never touches a row of another org, and deletes nothing but what it saved', async () => {
    for (const who of [own.brand, own.creator, NEWCOMER, ANONYMOUS]) {
      const touched: string[] = [];
      for (const table of tables) {
        const column = await plainColumn(table);
        const visible = (await rowsAs(who, table)).length;
        const changed = await outcome(
          withTx(world.as(who), async ({ db }) => {
            const result = await run(db, sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)}`);
            // Undone: only the number of rows is of interest.
            throw Object.assign(new Error('undo'), { code: `${result.numAffectedRows ?? 0n} rows` });
          }),
        );
        const count = changed.endsWith(' rows') ? Number.parseInt(changed, 10) : 0;
        if (count > visible) touched.push(`${table}: ${changed} of ${visible} visible`);
        if (count > 0 && (await rowsAs(who, table)).every((row) => names(row, foreign)))
          touched.push(`${table}: ${changed}`);
        const gone = await outcome(
          withTx(world.as(who), ({ db }) => run(db, sql`delete from ${sql.table(table)} where false`)),
        );
        if (gone !== DENIED && ![...DELETED_BY_THE_APPLICATION, ...COUNTERS].includes(table))
          touched.push(`${table} may be deleted from`);
      }
      expect(touched).toEqual([]);
    }
  });

  test('deletes of its own campaigns drafts alone', async () => {
    expect(
      await outcome(
        withTx(world.as(own.brand), ({ db }) => run(db, sql`delete from campaigns where state <> 'draft'`)),
      ),
    ).toBe('0 rows');
    expect(
      await outcome(
        withTx(world.as(own.brand), ({ db }) =>
          run(db, sql`delete from campaigns where brand_org <> ${own.brand.orgId}`),
        ),
      ),
    ).toBe('0 rows');
  });

  test('cannot pay, post, number documents or change what is written once', async () => {
    const LEDGER = ['ledger_accounts', 'ledger_tx', 'ledger_entries', 'ledger_org_totals'];
    const denied = async (db: Kysely<DB>, verb: 'insert' | 'update' | 'delete' | 'truncate', table: string) => {
      const column = await plainColumn(table);
      const text = {
        insert: sql`insert into ${sql.table(table)} default values`,
        update: sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)}`,
        delete: sql`delete from ${sql.table(table)}`,
        truncate: sql`truncate ${sql.table(table)}`,
      }[verb];
      expect([verb, table, await outcome(run(db, text))]).toEqual([verb, table, DENIED]);
    };
    for (const table of [...LEDGER, 'document_counters', 'documents', 'refunds', 'transfers'])
      for (const verb of ['insert', 'update', 'delete', 'truncate'] as const) await denied(world.app, verb, table);
    for (const table of LEDGER)
      for (const verb of ['insert', 'update', 'delete', 'truncate'] as const) await denied(world.worker, verb, table);
    for (const table of ['consents', 'escrow_events', 'audit_log', 'signatures', 'offer_versions']) {
      for (const verb of ['update', 'delete', 'truncate'] as const)
        for (const db of [world.app, world.worker]) await denied(db, verb, table);
    }
    const postAll = sql`select ledger_post_all(${[newId()]}, ${[newId()]}, ${['float']}, ${[null]}, ${[null]}, ${[null]}, ${[new Date()]}, ${[1, 1]}, ${['PSP_BAL', 'FLOAT_EQUITY']}, ${['', '']},
      ${['EUR', 'EUR']}, ${['debit', 'credit']}, ${[null, null]}, ${[false, false]}, ${[1, 0]}, ${[0, 1]})`;
    expect(await outcome(withTx(world.as(own.brand), ({ db }) => run(db, postAll)))).toBe(DENIED);
    expect(await outcome(run(world.app, sql`select * from kysely_migration`))).toBe(DENIED);
    expect(await outcome(run(world.app, sql`create table public.mine (id int)`))).toBe(DENIED);
    expect(await outcome(run(world.app, sql`set role sponsio_worker`))).toBe(DENIED);
  });

  test('cannot make a user staff, a member of another org, or the agent of a creator', async () => {
    const attempts = [
      sql`insert into staff(user_id, display_name, role) values (${own.brand.userId}, 'Me', 'super')`,
      sql`insert into org_members(org_id, user_id, role) values (${foreign.brand.orgId}, ${own.brand.userId}, 'owner')`,
      sql`insert into org_members(org_id, user_id, role) values (${own.brand.orgId}, ${foreign.brand.userId}, 'owner')`,
      sql`insert into representations(id, agency_org, creator_org, commission_bps, valid_from) values (${newId()}, ${own.brand.orgId}, ${foreign.creator.orgId}, 3000, now())`,
      sql`insert into orgs(id, kind, name, slug, created_by) values (${newId()}, 'platform', 'Us', 'us', ${own.brand.userId})`,
      sql`insert into clock_policies(name, valid_from, ranges) values ('test', now(), '{}')`,
      sql`insert into fee_schedules(id, payer, bps, valid_from) values (${newId()}, 'brand', 0, now())`,
    ];
    for (const [i, attempt] of attempts.entries())
      expect([i, await outcome(withTx(world.as(own.brand), ({ db }) => run(db, attempt)))]).toEqual([i, DENIED]);
    for (const column of ['role']) {
      const raised = await outcome(
        withTx(world.as(own.brand), ({ db }) => run(db, sql`update org_members set ${sql.ref(column)} = 'owner'`)),
      );
      expect(['0 rows', DENIED]).toContain(raised);
    }
  });

  test('as staff is nothing but a settled call, an org on hold, an ad, the proof of a domain, a case, a request to submit evidence, a removed rating, a held text and where it is shown, a dispute, a decision about it or about suspense, parked money or a debt, and a command or a mail put back into the queue', async () => {
    const staff = await createStaff(world, 'super');
    const changed: string[] = [];
    for (const table of tables) {
      const row = (await allRows(table))[0]!;
      const column = await plainColumn(table);
      const answer = await outcome(
        withTx(world.as(staff), async ({ db }) => {
          const result = await run(db, sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)}`);
          throw Object.assign(new Error('undo'), { code: `${result.numAffectedRows ?? 0n} rows` });
        }),
      );
      if (![DENIED, '0 rows'].includes(answer)) changed.push(table);
      const put = await outcome(withTx(world.as(staff), ({ db }) => run(db, copyOf(table, row))));
      if (
        put !== DENIED &&
        ![
          ...LETTERBOXES,
          'brand_verifications',
          'cases',
          'suspense_decisions',
          'parked_decisions',
          'debt_write_offs',
          'dispute_decisions',
        ].includes(table)
      )
        changed.push(`${table}: ${put}`);
    }
    expect(changed.toSorted()).toEqual([
      'ads',
      'brand_profiles',
      'brand_verifications',
      'cases',
      'creator_profiles',
      'dispute_decisions',
      'disputes',
      'evidence_packs',
      'held_texts',
      'mails',
      'messages',
      'operations',
      'orgs',
      'outreach_sequences',
      'ratings',
      'workflow_outbox',
    ]);
    const rename = withTx(world.as(staff), ({ db }) => run(db, sql`update orgs set name = 'Renamed'`));
    expect(await outcome(rename), 'of an org staff change nothing but its hold').toBe(DENIED);
  });
});

test('what is written once stays, even for the owner of the tables', async () => {
  for (const table of [
    'consents',
    'ledger_entries',
    'ledger_tx',
    'escrow_events',
    'audit_log',
    'signatures',
    'offer_versions',
  ]) {
    const column = await plainColumn(table);
    expect([
      table,
      await outcome(run(world.owner, sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)}`)),
    ]).toEqual([table, '23001']);
    expect([table, await outcome(run(world.owner, sql`delete from ${sql.table(table)}`))]).toEqual([table, '23001']);
  }
});

test('only the API reads passwords and sessions', async () => {
  const { rows } = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = 'auth'`.execute(world.owner);
  expect(rows.length).toBeGreaterThan(3);
  for (const { name } of rows)
    expect([name, await outcome(run(world.worker, sql`select 1 from ${sql.table(`auth.${name}`)}`))]).toEqual([
      name,
      DENIED,
    ]);
});
