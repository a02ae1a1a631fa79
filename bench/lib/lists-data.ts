import type pg from 'pg';
import { bulkLoad, idOf as id, insertOrgs, ORG_KINDS } from '../../db/seed/bulk.ts';

export const BRANDS = 2_000;
export const CREATORS = 4_000;

const KIND = {
  ...ORG_KINDS,
  campaign: 3,
  application: 4,
  offer: 5,
  version: 6,
  contract: 7,
  milestone: 8,
  payment: 9,
  transfer: 10,
  payout: 11,
  document: 12,
  submission: 13,
} as const;

export const orgOf = (kind: 'brand' | 'creator', n: number): string =>
  `${KIND[kind].toString(16).padStart(8, '0')}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** The first of each kind has a tenth of everything, the others share the rest evenly. */
export const owner = (kind: 'brand' | 'creator', n: string): string => {
  const others = (kind === 'brand' ? BRANDS : CREATORS) - 1;
  return id(
    KIND[kind],
    `(case when (${n}::bigint * 7919) % 10 = 0 then 0 else 1 + (${n}::bigint * 104729) % ${others} end)`,
  );
};
export const pick = (values: readonly string[], n: string): string =>
  `(array[${values.map((v) => `'${v}'`).join(', ')}])[1 + (${n}) % ${values.length}]`;

const CLOCKS = `'{"signature":"P7D","funding":"PT72H","review":"P5D","extension":"PT72H","revisionTurn":"P3D","overdueAfter":"PT24H","grace":"P7D","clearing":"PT0S"}'`;
const terms = (amount: string, n: string): string => `jsonb_build_object(
  'currency', 'EUR', 'deliverables', jsonb_build_array(jsonb_build_object('id', 'one', 'platform', ${pick(['instagram', 'tiktok', 'youtube'], `${n} / 3`)}, 'format', 'reel', 'count', 1, 'notes', '',
    'brief', jsonb_build_array('The product is shown', 'The place is named'))),
  'milestones', jsonb_build_array(jsonb_build_object('title', 'Reel', 'amount', ${amount}, 'dueAt', '2027-02-01T12:00:00.000Z', 'deliverableIds', jsonb_build_array('one'))),
  'rights', jsonb_build_object('use', 'organic', 'days', 90, 'territory', 'France'), 'exclusivity', jsonb_build_object('days', 0, 'category', ''), 'revisions', 2, 'killFeeBps', 0,
  'disclosureCountry', 'FR', 'disclosureText', 'Collaboration commerciale', 'clocks', ${CLOCKS}::jsonb)`;

/** Fills an empty, migrated database. As sponsio_maintenance, without triggers, since the rows have no history. */
export async function loadLists(pool: pg.Pool, size: number): Promise<void> {
  const rows = (from: number, to: number): string => `generate_series(${from}, ${to}) n`;
  const amount = '(10000 + (n * 37) % 900 * 100)';
  const done = (ago: string) =>
    `case when n % 4 in (1, 2) then now() - make_interval(mins => n) - interval '${ago}' end`;
  const sides = `${owner('brand', 'n')}, ${owner('creator', 'n + 3')}`;
  await bulkLoad(pool, async (client) => {
    for (const [kind, count] of [
      ['brand', BRANDS],
      ['creator', CREATORS],
    ] as const)
      await insertOrgs(client, { kind, from: 0, to: count - 1, suspended: 'n % 97 = 5' });
    await client.query(`insert into campaigns(id, brand_org, state, title, summary, product, goal, currency, country, city, wanted, pay, terms, slots, application_deadline, deadline_at, published_at, created_by, created_at, updated_at)
      select ${id(KIND.campaign, 'n')}, ${owner('brand', 'n')}, case when n % 2 = 0 then 'live' else ${pick(['draft', 'paused', 'closed', 'completed'], 'n / 2')} end,
        ${pick(['Autumn menu', 'Evening teas', 'Winter boots', 'City walks', 'Quiet kitchens'], 'n / 2')} || ' ' || n || case when n % 500 = 0 then ' harbour' else '' end,
        repeat('Three short films of how it is made, what it is like and where it comes from. ', 4), 'A box of samples, number ' || n, 'awareness', ${pick(['EUR', 'EUR', 'EUR', 'USD'], 'n / 2')}, 'FR',
        ${pick(['Paris', 'Lyon', 'Marseille', 'Lille', 'Nantes', 'Bordeaux', 'Toulouse', 'Nice', 'Rennes', 'Metz'], 'n / 2')},
        jsonb_build_object('niches', jsonb_build_array(${pick(['food', 'coffee', 'fashion', 'beauty', 'fitness', 'travel', 'home', 'tech', 'family', 'art', 'outdoors', 'music'], 'n / 2')}), 'city', '', 'radiusKm', 30, 'followersMin', 1000,
          'followersMax', 100000, 'engagementMinBps', 0, 'languages', '[]'::jsonb),
        jsonb_build_object('kind', 'fixed', 'min', ${amount}, 'max', ${amount}), (${terms(amount, 'n')}) - 'currency', 3,
        case when n % 3 = 0 then now() + make_interval(hours => 1 + (n * 13) % 2000) end, null, now() - make_interval(mins => n), 'brand-0', now() - make_interval(mins => n), now() - make_interval(mins => n)
      from ${rows(1, size)}`);
    await client.query(`insert into applications(id, campaign_id, brand_org, creator_org, state, pitch, price, currency, created_by, created_at, updated_at)
      select ${id(KIND.application, 'n')}, ${id(KIND.campaign, 'n')}, ${sides}, ${pick(['submitted', 'shortlisted', 'declined', 'accepted'], 'n')}, 'I would like to show this to my readers.', ${amount}, 'EUR', 'creator-0',
        now() - make_interval(mins => n), now() - make_interval(mins => n) from ${rows(1, size)}`);
    await client.query(`insert into offers(id, campaign_id, application_id, brand_org, creator_org, state, current_n, turn, title, currency, deadline_at, created_by, created_at, updated_at)
      select ${id(KIND.offer, 'n')}, ${id(KIND.campaign, 'n')}, ${id(KIND.application, 'n')}, ${sides}, ${pick(['accepted', 'declined', 'sent', 'countered'], 'n')}, 1, ${pick(['brand', 'creator'], 'n / 4')}, 'Autumn menu ' || n, 'EUR', now() + make_interval(hours => n % 200),
        'brand-0', now() - make_interval(mins => n), now() - make_interval(mins => n) from ${rows(1, size)}`);
    await client.query(`insert into offer_versions(id, offer_id, brand_org, creator_org, n, proposed_by_org, proposed_by_user, terms, terms_hash, created_at)
      select ${id(KIND.version, 'n')}, ${id(KIND.offer, 'n')}, ${sides}, 1, ${owner('brand', 'n')}, 'brand-0', ${terms(amount, 'n')}, repeat('a', 64), now() from ${rows(1, size)}`);
    await client.query(`insert into contracts(id, offer_id, campaign_id, brand_org, creator_org, state, title, currency, total, terms, terms_hash, document, document_hash, fee_bps, tax_bps, clock_policy, deadline_at, signed_at, created_at, updated_at)
      select ${id(KIND.contract, 'n')}, ${id(KIND.offer, 'n')}, ${id(KIND.campaign, 'n')}, ${sides}, ${pick(['active', 'completed', 'completed', 'sent'], 'n')}, 'Autumn menu ' || n, 'EUR', ${amount}, ${terms(amount, 'n')}, repeat('a', 64),
        jsonb_build_object('title', 'Autumn menu', 'clauses', jsonb_build_array(repeat('What both sides agree on. ', 60))), repeat('b', 64), 500, 2000, 'standard', now() + interval '5 days',
        case when n % 4 <> 3 then now() end, now() - make_interval(mins => n), now() - make_interval(mins => n) from ${rows(1, size)}`);
    await client.query(`insert into milestones(id, contract_id, brand_org, creator_org, seq, title, amount, currency, state, due_at, deadline_at, rounds_max, funded_at, submitted_at, approved_at, released_at, created_at, updated_at)
      select ${id(KIND.milestone, 'n')}, ${id(KIND.contract, 'n')}, ${sides}, 1, 'Reel', ${amount}, 'EUR',
        case n % 4 when 0 then ${pick(['funded', 'delivered', 'awaiting_funding', 'changes_requested', 'approved'], 'n / 4')} when 3 then 'proposed' else 'released' end,
        now() + interval '6 days', case when n % 4 = 0 then now() + make_interval(hours => 1 + n % 300) end, 2, ${done('20 days')}, ${done('5 days')}, ${done('5 days')} + make_interval(mins => n % 5000), ${done('1 day')},
        now() - make_interval(mins => n), now() - make_interval(mins => n) from ${rows(1, size)}`);
    // Half of the milestones were released: most of them reached the creator's bank, some wait at the provider.
    const released = `generate_series(1, ${size}) n where n % 4 in (1, 2)`;
    const at = `now() - make_interval(mins => n)`;
    await client.query(`insert into payments(id, milestone_id, contract_id, brand_org, creator_org, quote_id, op_id, attempt, request_key, state, currency, price, fee, tax, total, expires_at, created_by, created_at, paid_at)
      select ${id(KIND.payment, 'n')}, ${id(KIND.milestone, 'n')}, ${id(KIND.contract, 'n')}, ${sides}, ${id(KIND.payment, 'n')}, 'fund:' || n, 1, 'fund:' || n, 'paid', 'EUR', ${amount}, ${amount} / 20, ${amount} / 100, ${amount} + ${amount} / 20 + ${amount} / 100,
        now(), 'brand-0', ${at}, ${at} from ${released}`);
    await client.query(`insert into payouts(id, org_id, op_id, request_key, amount, currency, state, created_at, paid_at)
      select ${id(KIND.payout, 'n')}, ${owner('creator', 'n + 3')}, 'po:' || n, 'po:' || n, ${amount}, 'EUR', case when n % 50 = 1 then 'in_transit' else 'paid' end, ${at}, case when n % 50 <> 1 then ${at} end from ${released}`);
    await client.query(`insert into transfers(id, op_id, milestone_id, contract_id, payee_org, leg, amount, currency, state, payout_id, created_at, sent_at)
      select ${id(KIND.transfer, 'n')}, 'xfer:' || n, ${id(KIND.milestone, 'n')}, ${id(KIND.contract, 'n')}, ${owner('creator', 'n + 3')}, 'creator', ${amount}, 'EUR', case when n % 100 = 2 then 'waiting' else 'sent' end,
        case when n % 20 <> 2 then ${id(KIND.payout, 'n')} end, ${at}, case when n % 100 <> 2 then ${at} end from ${released}`);
    for (const [k, kind, org, buyer] of [
      [0, 'receipt', owner('brand', 'n'), 'null'],
      [1, 'self_billed_invoice', owner('creator', 'n + 3'), owner('brand', 'n')],
      [2, 'payout_statement', owner('creator', 'n + 3'), 'null'],
    ] as const)
      await client.query(`insert into documents(id, org_id, kind, year, number, currency, amount, contract_id, milestone_id, payout_id, buyer_org, data, issued_at)
        select ${id(KIND.document, `n * 3 + ${k}`)}, ${org}, '${kind}', 2026, n, 'EUR', ${amount}, ${id(KIND.contract, 'n')}, ${id(KIND.milestone, 'n')}, ${k === 2 ? id(KIND.payout, 'n') : 'null'}, ${buyer},
          jsonb_build_object('deal', 'Autumn menu ' || n, 'tax', 0, 'buyer', 'Brand', 'seller', 'Creator'), ${at} from ${released}`);
    await client.query(`insert into submissions(id, milestone_id, contract_id, brand_org, creator_org, n, state, submitted_at, decided_at, created_by)
      select ${id(KIND.submission, 'n')}, ${id(KIND.milestone, 'n')}, ${id(KIND.contract, 'n')}, ${sides}, 1, 'approved', ${at}, ${at}, 'creator-0' from ${released}`);
    await client.query(
      `insert into saved_campaigns(org_id, campaign_id) select ${id(KIND.creator, 'n % 4000')}, ${id(KIND.campaign, '2 + (n * 2) % 40000')} from ${rows(1, 8_000)} on conflict do nothing`,
    );
  });
}
