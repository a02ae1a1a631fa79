import { createHash } from 'node:crypto';
import pg from 'pg';
import { asMaintenance } from '../../scripts/stack/postgres-roles.ts';
import { canonicalJson } from '../../server/core/canonical.ts';
import { hashedText, ZERO_HASH, type HashedEvent } from '../../server/features/escrow/timeline/rules.ts';
import { TOTALLED } from '../../server/features/ledger/schema.ts';

export interface LargeOptions {
  /** Rows that one brand and one creator of the demo get in each of their lists. */
  rows?: number;
  /** Other orgs, half of them brands; each has ten rows. */
  orgs?: number;
}

type Row = Record<string, unknown>;

const KINDS = { brand: 1, creator: 2 } as const;
/** Ids that rows of a deal share; each is a column of the table of deals. */
const IDS = [
  'contract',
  'offer',
  'campaign',
  'application',
  'milestone',
  'submission',
  'payment',
  'quote',
  'transfer',
  'payout',
] as const;
/** Columns whose values are unique and are not made of such an id. */
const UNIQUE = new Set([
  'charge_id',
  'payment_intent_id',
  'provider_id',
  'provider_ref',
  'request_key',
  'session_id',
  'session_url',
]);
const DEALS_OF_A_SMALL_ORG = 10;
/** Between two deals of the same pair. */
const SPACING = `interval '2 minutes'`;

/** An id made of a kind and a number, so that rows refer to each other without a query. */
const idOf = (kind: number, n: string): string =>
  `(lpad(to_hex(${kind}), 8, '0') || '-0000-7000-8000-' || lpad(to_hex((${n})::bigint), 12, '0'))::uuid`;

const text = (value: string): string => pg.escapeLiteral(value);

/** The finished deal of the demo whose rows are copied, its parties, and its payout. */
interface Template {
  ids: Record<(typeof IDS)[number], string>;
  /** Text of the template's rows → column of the table of deals that replaces it. */
  replaced: Map<string, string>;
  amount: number;
  contract: Row;
  brandOrg: string;
  creatorOrg: string;
}

async function one(client: pg.PoolClient, query: string, values: unknown[] = []): Promise<Row> {
  const { rows } = await client.query<Row>(query, values);
  if (!rows[0]) throw new Error('The scenario "large" copies a deal of the demo: load that first (npm run db:seed).');
  return rows[0];
}

async function readTemplate(client: pg.PoolClient): Promise<Template> {
  const contract = await one(
    client,
    `select c.*, o.application_id as of_application, m.id as milestone_id from contracts c
       join offers o on o.id = c.offer_id join milestones m on m.contract_id = c.id
       join transfers t on t.milestone_id = m.id join payouts p on p.id = t.payout_id and p.state = 'paid'
      where c.state = 'completed' and c.currency = 'EUR' and c.agency_org is null and o.application_id is not null
        and c.brand_org = (select org_id from org_members m join profiles p on p.id = m.user_id where p.email = 'nadia@lumen.example')
        and c.creator_org = (select org_id from org_members m join profiles p on p.id = m.user_id where p.email = 'maya@maya.example')
        and (select count(*) from milestones own where own.contract_id = c.id) = 1
      order by c.created_at limit 1`,
  );
  const of = async (table: string, column: string): Promise<string> =>
    String(
      (await one(client, `select ${column} as id from ${table} where milestone_id = $1`, [contract.milestone_id])).id,
    );
  const ids: Template['ids'] = {
    contract: String(contract.id),
    offer: String(contract.offer_id),
    campaign: String(contract.campaign_id),
    application: String(contract.of_application),
    milestone: String(contract.milestone_id),
    submission: await of('submissions', 'id'),
    payment: await of('payments', 'id'),
    quote: await of('payments', 'quote_id'),
    transfer: await of('transfers', 'id'),
    payout: await of('transfers', 'payout_id'),
  };
  const replaced = new Map<string, string>(IDS.map((name) => [ids[name], `d.${name}::text`]));
  for (const side of ['brand', 'creator'] as const) {
    const org = String(contract[`${side}_org`]);
    replaced.set(org, `d.${side}_org::text`);
    const { rows } = await client.query<{ id: string; name: string }>(
      'select p.id, p.display_name as name from org_members m join profiles p on p.id = m.user_id where m.org_id = $1',
      [org],
    );
    for (const { id, name } of rows) {
      replaced.set(id, `coalesce(d.${side}_user, ${text(id)})`);
      replaced.set(name, `coalesce(d.${side}_person, ${text(name)})`);
    }
    const { name } = await one(client, 'select name from orgs where id = $1', [org]);
    replaced.set(String(name), `coalesce(d.${side}_name, ${text(String(name))})`);
  }
  return {
    ids,
    replaced,
    amount: Number(contract.total),
    contract,
    brandOrg: String(contract.brand_org),
    creatorOrg: String(contract.creator_org),
  };
}

/** The value as an expression over a deal `d`, ids and names of the template replaced by those of the deal. */
function mapped(value: string, { replaced }: Template): string {
  const exact = replaced.get(value);
  if (exact) return exact;
  return [...replaced]
    .filter(([old]) => value.includes(old))
    .reduce((expression, [old, column]) => `replace(${expression}, ${text(old)}, ${column})`, text(value));
}

function expressionOf(column: string, type: string, value: unknown, template: Template): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return `${text(value.toISOString())}::timestamptz + d.shift`;
  if (type === 'jsonb') return `(${mapped(JSON.stringify(value), template)})::jsonb`;
  if (Array.isArray(value)) return `array[${value.map((v) => mapped(String(v), template)).join(', ')}]::${type}`;
  if (typeof value !== 'string') return String(value);
  const expression = mapped(value, template);
  const unique = UNIQUE.has(column) && expression === text(value) ? `${expression} || ':' || d.n` : expression;
  return type === 'uuid' ? `(${unique})::uuid` : unique;
}

let kinds = 100;
const nextKind = (): number => (kinds += 1);

/** Copies a row of the template for every deal. `set`: expressions over the deal `d` instead of the template's values. */
async function copy(
  client: pg.PoolClient,
  template: Template,
  table: string,
  row: Row,
  set: Record<string, string> = {},
): Promise<void> {
  const { rows: columns } = await client.query<{ name: string; type: string; primary: boolean }>(
    `select a.attname as name, format_type(a.atttypid, null) as type,
        exists (select from pg_index i where i.indrelid = a.attrelid and i.indisprimary and i.indnatts = 1 and i.indkey[0] = a.attnum) as primary
       from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and a.attgenerated = ''`,
    [table],
  );
  const kind = nextKind();
  const expressions = columns.map(({ name, type, primary }) => {
    const given = set[name];
    if (given !== undefined) return given;
    const known = template.replaced.has(String(row[name]));
    if (primary && type === 'uuid' && !known) return idOf(kind, 'd.n');
    return expressionOf(name, type, row[name], template);
  });
  await client.query(
    `insert into ${table} (${columns.map((c) => c.name).join(', ')}) select ${expressions.join(', ')} from deal d`,
  );
}

async function createOrgs(client: pg.PoolClient, count: number): Promise<void> {
  const rows = `generate_series(1, ${count}) n`;
  for (const [kind, type] of [
    ['brand', 'business'],
    ['creator', 'influencer'],
  ] as const) {
    const id = idOf(KINDS[kind], 'n');
    const user = `'large-${kind}-' || n`;
    await client.query(`insert into orgs(id, kind, name, slug, country, city, created_by)
      select ${id}, '${kind}', initcap('${kind}') || ' ' || n, 'large.${kind}.' || n, 'FR', 'Lyon', ${user} from ${rows}`);
    await client.query(`insert into profiles(id, display_name, user_type, email, email_verified_at)
      select ${user}, initcap('${kind}') || ' Person ' || n, '${type}', '${kind}' || n || '@large.example', now() from ${rows}`);
    await client.query(`insert into org_members(org_id, user_id, role) select ${id}, ${user}, 'owner' from ${rows}`);
    await client.query(`insert into policy_acceptances(id, user_id, org_id, policy, version, language, text_sha256, act, at)
      select gen_random_uuid(), ${user}, ${id}, 'terms', t.version, t.language, t.sha256, 'sign_up', now()
        from ${rows}, (select * from policy_texts where policy = 'terms' order by version desc limit 1) t`);
  }
  await client.query(`insert into billing_profiles(org_id, legal_name, country)
    select ${idOf(KINDS.brand, 'n')}, 'Brand ' || n, 'FR' from ${rows}`);
  await client.query(`insert into creator_profiles(org_id, handle, published_at)
    select ${idOf(KINDS.creator, 'n')}, 'large.' || n, now() from ${rows}`);
}

/** The deals to be made, with the ids of their rows. Columns about people are null for the demo's own pair. */
async function createDeals(client: pg.PoolClient, template: Template, rows: number, pairs: number): Promise<void> {
  const ids = IDS.map((name) => `${idOf(nextKind(), 'n')} as ${name}`).join(', ');
  const small = (kind: keyof typeof KINDS) =>
    `'large-${kind}-' || pair as ${kind}_user, initcap('${kind}') || ' Person ' || pair as ${kind}_person, initcap('${kind}') || ' ' || pair as ${kind}_name`;
  const none = (kind: string) => `null::text as ${kind}_user, null::text as ${kind}_person, null::text as ${kind}_name`;
  await client.query(`create temp table deal on commit drop as
    select n, pair, ${ids}, brand_org, creator_org, brand_user, brand_person, brand_name, creator_user, creator_person, creator_name, - n * ${SPACING} as shift
    from (
      select n, 0 as pair, ${text(template.brandOrg)}::uuid as brand_org, ${text(template.creatorOrg)}::uuid as creator_org, ${none('brand')}, ${none('creator')}
        from generate_series(1, ${rows}) n
      union all
      select ${rows} + n, pair, ${idOf(KINDS.brand, 'pair')}, ${idOf(KINDS.creator, 'pair')}, ${small('brand')}, ${small('creator')}
        from (select n, 1 + n % ${Math.max(pairs, 1)} as pair from generate_series(1, ${pairs * DEALS_OF_A_SMALL_ORG}) n) small
    ) pairs`);
  // The texts that both sides sign name them; their hash is over the canonical text, which the database cannot write.
  await client.query('create temp table document (pair int primary key, document jsonb, hash text) on commit drop');
  const names = [...template.replaced].filter(([, column]) => /_(?:person|name)/.test(column));
  const written = JSON.stringify(template.contract.document);
  const documents = Array.from({ length: pairs }, (_, i) => {
    const pair = i + 1;
    const own = names.reduce((all, [old, column]) => {
      const side = column.includes('brand') ? 'Brand' : 'Creator';
      return all.replaceAll(old, column.includes('_person') ? `${side} Person ${pair}` : `${side} ${pair}`);
    }, written);
    const value: unknown = JSON.parse(own);
    return { pair, document: value, hash: createHash('sha256').update(canonicalJson(value)).digest('hex') };
  });
  await client.query(
    'insert into document select * from jsonb_to_recordset($1) as r(pair int, document jsonb, hash text)',
    [JSON.stringify(documents)],
  );
  await client.query('analyze deal; analyze document');
}

const documentOf = (column: string, otherwise: string): string =>
  `coalesce((select own.${column} from document own where own.pair = d.pair), ${otherwise})`;

async function copyRows(client: pg.PoolClient, template: Template, pairs: number): Promise<void> {
  const { ids, contract } = template;
  const all = async (table: string, where: string, set: Record<string, string> = {}): Promise<void> => {
    const { rows } = await client.query<Row>(`select * from ${table} where ${where}`);
    for (const row of rows) await copy(client, template, table, row, set);
  };
  const hash = documentOf('hash', text(String(contract.document_hash)));
  await all('campaigns', `id = '${ids.campaign}'`);
  // The market: without a deadline they need no workflow.
  await all('campaigns', `id = '${ids.campaign}'`, {
    id: idOf(nextKind(), 'd.n'),
    state: `'live'`,
    application_deadline: 'null',
    deadline_at: 'null',
    request_key: 'null',
    ...(pairs > 0 ? { brand_org: idOf(KINDS.brand, `1 + d.n % ${pairs}`) } : {}),
  });
  await all('applications', `id = '${ids.application}'`);
  await all('offers', `id = '${ids.offer}'`);
  await all('offer_versions', `offer_id = '${ids.offer}'`);
  await all('contracts', `id = '${ids.contract}'`, {
    document: documentOf('document', `${text(JSON.stringify(contract.document))}::jsonb`),
    document_hash: hash,
  });
  await all('signatures', `contract_id = '${ids.contract}'`, { document_hash: hash });
  await all('milestones', `id = '${ids.milestone}'`);
  await all('submissions', `id = '${ids.submission}'`);
  await all('messages', `contract_id = '${ids.contract}'`);
  await all('quotes', `id = '${ids.quote}'`);
  await all('payments', `id = '${ids.payment}'`);
  await all('operations', `milestone_id = '${ids.milestone}'`);
  await all('transfers', `id = '${ids.transfer}'`);
  const paid = { amount: String(template.amount), transfer_ids: 'array[d.transfer]' };
  await all('payouts', `id = '${ids.payout}'`, paid);
  await all('operations', `op_id = 'po:${ids.payout}'`, paid);
  await all('workflow_outbox', `workflow_id = 'escrow/${ids.milestone}' and kind = 'start' and generation = 1`);
  for (const org of [template.brandOrg, template.creatorOrg])
    await all(
      'notifications',
      `id = (select id from notifications where org_id = '${org}' and link like '%${ids.contract}%' order by created_at, id limit 1)`,
      { dedupe_key: `'large:${org}:' || d.n` },
    );
  const { rows: documents } = await client.query<Row>('select * from documents where milestone_id = $1', [
    ids.milestone,
  ]);
  for (const row of documents) {
    const year = `extract(year from ${text((row.issued_at as Date).toISOString())}::timestamptz + d.shift)::int`;
    await copy(client, template, 'documents', row, {
      year,
      number: `coalesce((select c.last from document_counters c where c.kind = ${text(String(row.kind))} and c.year = ${year}), 0)
        + row_number() over (partition by ${year} order by d.n desc)`,
    });
  }
  await client.query(`insert into document_counters(kind, year, last) select kind, year, max(number) from documents group by kind, year
    on conflict (kind, year) do update set last = excluded.last`);
}

/** The history of every deal, with the hashes that chain its events. */
async function copyEvents(client: pg.PoolClient, template: Template): Promise<void> {
  const { rows } = await client.query<Row>('select * from escrow_events where contract_id = $1 order by seq', [
    template.ids.contract,
  ]);
  let chained = `select d.*, ${text(ZERO_HASH)} as h0 from deal d`;
  for (const [i, row] of rows.entries()) {
    const at = (row.at as Date).toISOString();
    const event = {
      contractId: row.contract_id,
      seq: row.seq,
      type: row.type,
      milestoneId: row.milestone_id,
      actorKind: row.actor_kind,
      actorName: row.actor_name,
      data: row.data,
      at: row.at,
      held: row.held,
      released: row.released,
      refunded: row.refunded,
      disputed: row.disputed,
    } as unknown as HashedEvent;
    const own = mapped(hashedText('', event), template);
    const shifted = `to_char((${text(at)}::timestamptz + d.shift) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
    chained = `select d.*, encode(sha256(convert_to(d.h${i} || replace(${own}, ${text(at)}, ${shifted}), 'UTF8')), 'hex') as h${i + 1} from (${chained}) d`;
  }
  await client.query(`create temp table chained on commit drop as ${chained}`);
  await client.query('alter table deal rename to plain_deal; alter table chained rename to deal');
  for (const [i, row] of rows.entries())
    await copy(client, template, 'escrow_events', row, { prev_hash: `d.h${i}`, hash: `d.h${i + 1}` });
  await client.query('alter table deal rename to chained; alter table plain_deal rename to deal');
}

interface LegRow {
  code: string;
  scope: string;
  currency: string;
  side: string;
  org_id: string | null;
  may_be_negative: boolean;
  debit: number;
  credit: number;
}

/** The postings of every deal, their entries in the order of the journal, and the balances that they lead to. */
async function copyPostings(client: pg.PoolClient, template: Template): Promise<void> {
  const { ids, amount } = template;
  const { rows: postings } = await client.query<Row>(
    'select * from ledger_tx where milestone_id = $1 or op_id like $2 order by posted_at, id',
    [ids.milestone, `po:${ids.payout}:%`],
  );
  await client.query(`create temp table leg (n bigint, k int, j int, tx uuid, code text, scope text, currency text, side text,
    org uuid, negative boolean, debit bigint, credit bigint) on commit drop`);
  for (const [k, row] of postings.entries()) {
    const tx = idOf(nextKind(), 'd.n');
    await copy(client, template, 'ledger_tx', row, { id: tx });
    const { rows: legs } = await client.query<LegRow>(
      `select a.code, a.scope, a.currency, a.side, a.org_id, a.may_be_negative, e.debit, e.credit
         from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.tx_id = $1 order by e.id`,
      [row.id],
    );
    // A payout of the template may pay several deals; each copy pays its own.
    const sum = (value: number) => (String(row.kind).startsWith('payout_') && value > 0 ? amount : value);
    for (const [j, leg] of legs.entries())
      await client.query(`insert into leg select d.n, ${k}, ${j}, ${tx}, '${leg.code}', ${mapped(leg.scope, template)}, '${leg.currency}', '${leg.side}',
        ${leg.org_id ? `(${mapped(leg.org_id, template)})::uuid` : 'null'}, ${leg.may_be_negative}, ${sum(leg.debit)}, ${sum(leg.credit)} from deal d`);
  }
  const moved = `case side when 'debit' then debit - credit else credit - debit end`;
  await client.query(
    'create temp table before on commit drop as select code, scope, currency, balance, version from ledger_accounts',
  );
  await client.query(`insert into ledger_accounts(code, scope, currency, side, org_id, may_be_negative, balance, version)
    select code, scope, currency, side, min(org::text)::uuid, negative, sum(${moved}), count(*) from leg group by code, scope, currency, side, negative
    on conflict (code, scope, currency) do update
      set balance = ledger_accounts.balance + excluded.balance, version = ledger_accounts.version + excluded.version`);
  await client.query('analyze leg; analyze before; analyze ledger_accounts');
  await client.query(`insert into ledger_entries(tx_id, account_id, currency, debit, credit, balance_after, account_version)
    select tx, account, currency, debit, credit, balance, version from (
      select l.n, l.k, l.j, l.tx, a.id as account, l.currency, l.debit, l.credit,
          coalesce(b.balance, 0) + sum(case l.side when 'debit' then l.debit - l.credit else l.credit - l.debit end) over own as balance,
          coalesce(b.version, 0) + row_number() over own as version
        from leg l join ledger_accounts a using (code, scope, currency) left join before b using (code, scope, currency)
        window own as (partition by a.id order by l.n, l.k, l.j)) entry
      order by n, k, j`);
  // What the trigger of the entries keeps, which does not run here.
  await client.query(`delete from ledger_org_totals`);
  await client.query(`insert into ledger_org_totals(org_id, currency, code, kind, debit, credit)
    select a.org_id, e.currency, a.code, t.kind, sum(e.debit), sum(e.credit)
      from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_tx t on t.id = e.tx_id
      where a.org_id is not null and a.code in (${TOTALLED.map((code) => `'${code}'`).join(', ')})
      group by a.org_id, e.currency, a.code, t.kind`);
}

/**
 * Gives one brand (Café Lumen) and one creator (Maya) of the demo that many rows in each of their lists, beside small orgs:
 * copies of one finished deal with all its rows, and as many live campaigns, loaded as sponsio_maintenance without triggers.
 * None of them needs a workflow. The payment provider has no objects of them: run the money check with --no-provider.
 */
export async function loadLarge(ownerUrl: string, { rows = 100_000, orgs = 1_000 }: LargeOptions = {}): Promise<void> {
  const pool = new pg.Pool({ connectionString: asMaintenance(ownerUrl), max: 1 });
  const client = await pool.connect();
  const pairs = Math.floor(orgs / 2);
  try {
    await client.query('begin');
    await client.query(
      `set local session_replication_role = replica; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local work_mem = '256MB'`,
    );
    const { rows: loaded } = await client.query(`select from orgs where slug like 'large.%' limit 1`);
    if (loaded.length > 0) throw new Error('The scenario "large" is loaded already.');
    const template = await readTemplate(client);
    await createOrgs(client, pairs);
    await createDeals(client, template, rows, pairs);
    await copyRows(client, template, pairs);
    await copyEvents(client, template);
    await copyPostings(client, template);
    await client.query('commit');
    // Autovacuum would do this within a minute. Runs as the owner of the tables.
    await client.query('set role none; set statement_timeout = 0');
    await client.query('vacuum analyze');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release(true);
    await pool.end();
  }
}
