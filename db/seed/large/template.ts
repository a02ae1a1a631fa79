import pg from 'pg';
import { idOf } from '../bulk.ts';

export type Row = Record<string, unknown>;

/** Ids that rows of a deal share; each is a column of the table of deals. */
export const IDS = [
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
/** Between a value of the template that is unique and the number of the deal. */
export const SUFFIX = 'c';
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
export const text = (value: string): string => pg.escapeLiteral(value);

/** The finished deal of the demo whose rows are copied, its parties, and its payout. */
export interface Template {
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

export async function readTemplate(client: pg.PoolClient): Promise<Template> {
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
export function mapped(value: string, { replaced }: Template): string {
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
  const unique = UNIQUE.has(column) && expression === text(value) ? `${expression} || '${SUFFIX}' || d.n` : expression;
  return type === 'uuid' ? `(${unique})::uuid` : unique;
}

let kinds = 100;
export const nextKind = (): number => (kinds += 1);

/** Copies a row of the template for every deal. `set`: expressions over the deal `d` instead of the template's values. */
export async function copy(
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
