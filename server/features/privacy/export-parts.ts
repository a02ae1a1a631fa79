import { sql, type RawBuilder } from 'kysely';

/** Whose copy is made: the person, and the orgs whose records the person's role may take along. */
export interface ExportScope {
  userId: string;
  email: string;
  /** Orgs that the person owns; a team's records are not part of a member's copy. */
  orgIds: string[];
}

/** One file of the copy: its name without ending and the rows in it. */
export interface ExportPart {
  name: string;
  rows(scope: ExportScope): RawBuilder<{ row: unknown }>;
}

const orgs = (scope: ExportScope) => sql`any(${scope.orgIds}::uuid[])`;
const party = (table: string) => (s: ExportScope) =>
  sql<{
    row: unknown;
  }>`select to_jsonb(t) as row from ${sql.table(table)} t where brand_org = ${orgs(s)} or creator_org = ${orgs(s)} or agency_org = ${orgs(s)}`;
const own = (table: string, column: string) => (s: ExportScope) =>
  sql<{ row: unknown }>`select to_jsonb(t) as row from ${sql.table(table)} t where ${sql.ref(column)} = ${orgs(s)}`;

/** Everything about a person and the orgs that are theirs, table by table; rows leave as they are stored. */
export const EXPORT_PARTS: readonly ExportPart[] = [
  { name: 'account', rows: (s) => sql`select account_card(${s.userId}) as row` },
  { name: 'profile', rows: (s) => sql`select to_jsonb(t) as row from profiles t where id = ${s.userId}` },
  { name: 'memberships', rows: (s) => sql`select to_jsonb(t) as row from org_members t where user_id = ${s.userId}` },
  { name: 'organisations', rows: (s) => sql`select to_jsonb(t) as row from orgs t where id = ${orgs(s)}` },
  {
    name: 'notifications',
    rows: (s) => sql`select to_jsonb(t) as row from notifications t where user_id = ${s.userId}`,
  },
  {
    name: 'mails',
    rows: (s) =>
      sql`select to_jsonb(t) - 'op_id' as row from mails t where user_id = ${s.userId} and template not like 'code\\_%'`,
  },
  {
    name: 'sign-ins',
    rows: (s) =>
      sql`select to_jsonb(t) - '{device,session_id}'::text[] as row from sign_ins t where user_id = ${s.userId}`,
  },
  // With the choices of the same browser before its sign-in.
  {
    name: 'consents',
    rows: (s) =>
      sql`select to_jsonb(t) as row from consents t where user_id = ${s.userId} or (user_id is null and consent_id in (select consent_id from consents where user_id = ${s.userId}))`,
  },
  { name: 'activity', rows: (s) => sql`select to_jsonb(t) as row from audit_log t where actor_user = ${s.userId}` },
  {
    name: 'cases',
    rows: (s) =>
      sql`select to_jsonb(t) - '{details,closed_by,note}'::text[] as row from cases t where opened_by = ${s.userId}`,
  },
  { name: 'creator-profile', rows: own('creator_profiles', 'org_id') },
  { name: 'billing', rows: own('billing_profiles', 'org_id') },
  { name: 'campaigns', rows: own('campaigns', 'brand_org') },
  { name: 'saved-campaigns', rows: own('saved_campaigns', 'org_id') },
  {
    name: 'applications',
    rows: (s) =>
      sql`select to_jsonb(t) as row from applications t where brand_org = ${orgs(s)} or creator_org = ${orgs(s)}`,
  },
  { name: 'offers', rows: party('offers') },
  { name: 'offer-versions', rows: party('offer_versions') },
  { name: 'contracts', rows: party('contracts') },
  // The other side's address and browser are its personal data.
  {
    name: 'signatures',
    rows: (s) =>
      sql`select to_jsonb(t) - case when user_id = ${s.userId} then '{}'::text[] else '{ip,user_agent,user_id}'::text[] end as row from signatures t where brand_org = ${orgs(s)} or creator_org = ${orgs(s)}`,
  },
  { name: 'milestones', rows: party('milestones') },
  { name: 'submissions', rows: party('submissions') },
  { name: 'brief-marks', rows: party('brief_marks') },
  { name: 'review-comments', rows: party('review_comments') },
  { name: 'messages', rows: party('messages') },
  // Messages between the org and the operators; the operator's name is the operator's personal data.
  {
    name: 'help',
    rows: (s) =>
      sql`select to_jsonb(t) - case when from_staff then '{author_user}'::text[] else '{}'::text[] end as row from help_messages t where org_id = ${orgs(s)} or author_user = ${s.userId}`,
  },
  { name: 'read-threads', rows: (s) => sql`select to_jsonb(t) as row from thread_reads t where user_id = ${s.userId}` },
  { name: 'deal-events', rows: party('escrow_events') },
  { name: 'payments', rows: own('payments', 'brand_org') },
  { name: 'refunds', rows: own('refunds', 'brand_org') },
  { name: 'transfers', rows: own('transfers', 'payee_org') },
  { name: 'payouts', rows: own('payouts', 'org_id') },
  { name: 'payout-account', rows: own('payout_accounts', 'org_id') },
  { name: 'documents', rows: own('documents', 'org_id') },
  {
    name: 'document-exports',
    rows: (s) => sql`select to_jsonb(t) as row from document_exports t where user_id = ${s.userId}`,
  },
  {
    name: 'ledger',
    rows: (
      s,
    ) => sql`select jsonb_build_object('account', a.code, 'currency', e.currency, 'debit', e.debit, 'credit', e.credit, 'kind', t.kind, 'postedAt', t.posted_at, 'milestone', t.milestone_id) as row
      from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_tx t on t.id = e.tx_id where a.org_id = ${orgs(s)} order by e.id`,
  },
  {
    name: 'files',
    rows: (s) =>
      sql`select to_jsonb(t) - 'storage_key' as row from files t where org_id = ${orgs(s)} and state = 'ready'`,
  },
];
