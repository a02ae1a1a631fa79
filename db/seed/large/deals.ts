import { createHash } from 'node:crypto';
import type pg from 'pg';
import { signedText } from '../../../server/features/contracts/rules.ts';
import type { ContractDocument } from '../../../server/features/contracts/schema.ts';
import { hashedText, ZERO_HASH, type HashedEvent } from '../../../server/features/escrow/timeline/rules.ts';
import type { DealTerms } from '../../../server/features/terms/schema.ts';
import { idOf, insertOrgs, ORG_KINDS, type BulkOrgKind } from '../bulk.ts';
import { copy, IDS, mapped, nextKind, text, type Row, type Template } from './template.ts';

/** Begins what names the small orgs. */
export const PREFIX = 'large-';
const DEALS_OF_A_SMALL_ORG = 10;
/** Between two deals of the same pair. */
const SPACING = `interval '2 minutes'`;

/** Small orgs, whose persons have accepted the terms. */
export async function createOrgs(client: pg.PoolClient, count: number): Promise<void> {
  for (const kind of ['brand', 'creator'] as const) {
    await insertOrgs(client, { kind, from: 1, to: count, prefix: PREFIX });
    await client.query(`insert into policy_acceptances(id, user_id, org_id, policy, version, language, text_sha256, act, at)
      select gen_random_uuid(), o.created_by, o.id, 'terms', t.version, t.language, t.sha256, 'sign_up', now()
        from orgs o, (select * from policy_texts where policy = 'terms' order by version desc limit 1) t
        where o.kind = '${kind}' and o.slug like '${PREFIX}%'`);
  }
}

/** The deals to be made, with the ids of their rows. Columns about people are null for the demo's own pair. */
export async function createDeals(
  client: pg.PoolClient,
  template: Template,
  rows: number,
  pairs: number,
): Promise<void> {
  const ids = IDS.map((name) => `${idOf(nextKind(), 'n')} as ${name}`).join(', ');
  const small = (kind: BulkOrgKind) =>
    `'${PREFIX}${kind}-' || pair as ${kind}_user, initcap('${kind}') || ' Person ' || pair as ${kind}_person, initcap('${kind}') || ' ' || pair as ${kind}_name`;
  const none = (kind: string) => `null::text as ${kind}_user, null::text as ${kind}_person, null::text as ${kind}_name`;
  await client.query(`create temp table deal on commit drop as
    select n, pair, ${ids}, brand_org, creator_org, brand_user, brand_person, brand_name, creator_user, creator_person, creator_name, - n * ${SPACING} as shift
    from (
      select n, 0 as pair, ${text(template.brandOrg)}::uuid as brand_org, ${text(template.creatorOrg)}::uuid as creator_org, ${none('brand')}, ${none('creator')}
        from generate_series(1, ${rows}) n
      union all
      select ${rows} + n, pair, ${idOf(ORG_KINDS.brand, 'pair')}, ${idOf(ORG_KINDS.creator, 'pair')}, ${small('brand')}, ${small('creator')}
        from (select n, 1 + n % ${Math.max(pairs, 1)} as pair from generate_series(1, ${pairs * DEALS_OF_A_SMALL_ORG}) n) small
    ) pairs`);
  // The texts that both sides sign name them; their hash is over the canonical text, which the database cannot write.
  await client.query('create temp table document (pair int primary key, document jsonb, hash text) on commit drop');
  const names = [...template.replaced].filter(([, column]) => /_(?:person|name)/.test(column));
  const { document, terms } = template.contract;
  const written = JSON.stringify({ document, terms });
  const documents = Array.from({ length: pairs }, (_, i) => {
    const pair = i + 1;
    const own = names.reduce((all, [old, column]) => {
      const side = column.includes('brand') ? 'Brand' : 'Creator';
      return all.replaceAll(old, column.includes('_person') ? `${side} Person ${pair}` : `${side} ${pair}`);
    }, written);
    const signed = JSON.parse(own) as { document: ContractDocument; terms: DealTerms };
    const hash = createHash('sha256').update(signedText(signed.document, signed.terms)).digest('hex');
    return { pair, document: signed.document, hash };
  });
  await client.query(
    'insert into document select * from jsonb_to_recordset($1) as r(pair int, document jsonb, hash text)',
    [JSON.stringify(documents)],
  );
  await client.query('create unique index on deal (n); analyze deal; analyze document');
}

const documentOf = (column: string, otherwise: string): string =>
  `coalesce((select own.${column} from document own where own.pair = d.pair), ${otherwise})`;

export async function copyRows(client: pg.PoolClient, template: Template, pairs: number): Promise<void> {
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
    ...(pairs > 0 ? { brand_org: idOf(ORG_KINDS.brand, `1 + d.n % ${pairs}`) } : {}),
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
  // The two orgs of a copy have no conversation: only the deal's page shows its messages.
  await all('messages', `contract_id = '${ids.contract}'`, { conversation_id: 'null' });
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
      // All in the platform's series.
      issuer_org: 'null',
      series: 'null',
      number: `coalesce((select c.last from document_counters c where c.issuer = '00000000-0000-0000-0000-000000000000' and c.kind = ${text(String(row.kind))} and c.year = ${year}), 0)
        + row_number() over (partition by ${year} order by d.n desc)`,
    });
  }
  await client.query(`insert into document_counters(kind, year, last) select kind, year, max(number) from documents where issuer_org is null group by kind, year
    on conflict (issuer, kind, year) do update set last = excluded.last`);
}

/** The history of every deal, with the hashes that chain its events. */
export async function copyEvents(client: pg.PoolClient, template: Template): Promise<void> {
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
