import type pg from 'pg';
import { MAX_LIST_ITEMS } from '../../server/features/lists/rules.ts';
import { MAX_RECIPIENTS } from '../../server/features/outreach/rules.ts';
import { bulkLoad, idOf as id, insertOrgs, ORG_KINDS } from '../../db/seed/bulk.ts';
import { BRANDS, CREATORS, owner, pick } from './lists-data.ts';

const KIND = {
  conversation: 20,
  message: 21,
  ad: 22,
  reply: 23,
  slot: 24,
  visit: 25,
  sequence: 26,
  recipient: 27,
  suppression: 28,
  import: 29,
  person: 30,
  merge: 31,
  representation: 32,
  act: 33,
  request: 34,
  list: 35,
  order: 37,
  line: 38,
  notification: 39,
} as const;
const idAt = (kind: number, n: number): string =>
  `${kind.toString(16).padStart(8, '0')}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** Records of the first brand that hold a tenth of all rows of their kind, or as many as the rules allow. */
export const LONG = {
  conversation: idAt(KIND.conversation, 1),
  ad: idAt(KIND.ad, 10),
  sequence: idAt(KIND.sequence, 10),
  import: idAt(KIND.import, 10),
  list: idAt(KIND.list, 10),
} as const;

/**
 * Conversations, ads, visits, outreach, imports, representations, lists and orders: `size` rows of each kind, in a database that
 * `loadLists` filled: the first brand and the first creator have a tenth of them.
 */
export async function loadConversationLists(pool: pg.Pool, size: number): Promise<void> {
  const tenth = Math.floor(size / 10);
  const rows = (to: number): string => `generate_series(1, ${to}) n`;
  const at = 'now() - make_interval(mins => n)';
  const [brand, creator] = [owner('brand', 'n'), owner('creator', 'n')];
  const [firstBrand, firstCreator] = [id(ORG_KINDS.brand, '0'), id(ORG_KINDS.creator, '0')];
  /** Every tenth row belongs to the long record, up to the most that it may hold; the others to one each. */
  const record = (max = size): string => `case when n % 10 = 0 and n <= ${max * 10} then 10 else n end`;
  const within = (kind: number, max?: number): string => id(kind, record(max));
  const ownerOfRecord = (max?: number): string => owner('brand', `(${record(max)})`);
  const person = (kind: 'brand' | 'creator'): string =>
    `'${kind}-' || case when n % 10 = 0 then 0 else 1 + n % 1999 end`;
  await bulkLoad(pool, async (client) => {
    // The other sides of the first brand and the first creator: one conversation each.
    await insertOrgs(client, { kind: 'brand', from: BRANDS, to: BRANDS + tenth - 1 });
    await insertOrgs(client, { kind: 'creator', from: CREATORS, to: CREATORS + tenth - 1 });
    await client.query(
      `update orgs set created_at = now() - interval '1 year' where slug ~ '^(brand|creator)-[0-9]+$' and split_part(slug, '-', 2)::int >= case kind when 'brand' then ${BRANDS} else ${CREATORS} end`,
    );
    await client.query(
      `insert into creator_search(org_id, handle, facets, tags, words, words_length, words_forms, niches, country, place_id, verified, followers, prices, available, audience, last_post_at)
        select org_id, handle, '{}', '{}', '', 0, 0, '{food}', 'FR', 2996944, '{}', 10000, '{}', true, '{}', now() from creator_profiles on conflict do nothing`,
    );
    const sides = `
      case when n <= ${tenth} then ${firstBrand} when n <= ${2 * tenth} then ${id(ORG_KINDS.brand, `${BRANDS} + n - ${tenth} - 1`)}
        else ${id(ORG_KINDS.brand, `1 + n % ${BRANDS - 1}`)} end as brand,
      case when n <= ${tenth} then ${id(ORG_KINDS.creator, `${CREATORS} + n - 1`)} when n <= ${2 * tenth} then ${firstCreator}
        else ${id(ORG_KINDS.creator, `1 + (n / ${BRANDS - 1}) % ${CREATORS - 1}`)} end as creator`;
    for (const statement of [
      `insert into conversations(id, brand_org, creator_org, opened_by, opened_with, last_at, created_at)
        select ${id(KIND.conversation, 'n')}, brand, creator, brand, creator, ${at}, ${at} from (select n, ${sides} from ${rows(size)}) c`,
      `insert into messages(id, conversation_id, brand_org, creator_org, author_user, author_name, author_org, body, created_at, placed_at)
        select ${id(KIND.message, 'n')}, ${id(KIND.conversation, 'n')}, brand, creator, 'someone', 'Person', case when n / 10 % 2 = 0 then brand else creator end,
          'We would like to work with you on a film about the harbour, number ' || n, ${at}, ${at} from (select n, ${sides} from ${rows(size)}) c
        union all
        select ${id(KIND.message, `${size} + n`)}, '${LONG.conversation}', ${firstBrand}, ${id(ORG_KINDS.creator, `${CREATORS}`)}, 'someone', 'Person',
          case when n % 2 = 0 then ${firstBrand} else ${id(ORG_KINDS.creator, `${CREATORS}`)} end, 'And another thing, number ' || n, ${at} - interval '1 day', ${at} - interval '1 day' from ${rows(tenth)}`,
      // One in four is unread.
      ...(['brand', 'creator'] as const).map(
        (kind) => `insert into conversation_marks(user_id, conversation_id, read_at)
        select '${kind}-0', id, now() from conversations where ${kind}_org = ${id(ORG_KINDS[kind], '0')} and ('x' || right(id::text, 4))::bit(16)::int % 4 <> 0`,
      ),
      `insert into ads(id, org_id, kind, state, title, body, niches, platform, format, remote, pay_min, pay_max, posted_at, ends_at, created_by, created_at, updated_at)
        select ${id(KIND.ad, 'n')}, ${brand}, 'wanted', ${pick(['live', 'expired', 'closed', 'filled', 'draft'], 'n / 10')}, 'A film about the harbour, number ' || n,
          'We look for somebody who shows how it is made.', array['food'], 'instagram', 'reel', true, 10000, 20000, ${at}, now() + interval '10 days', 'brand-0', ${at}, ${at} from ${rows(size)}`,
      `insert into ad_replies(id, ad_id, owner_org, replier_org, state, body, price, currency, created_by, created_at, updated_at)
        select ${id(KIND.reply, 'n')}, ${within(KIND.ad)}, ${ownerOfRecord()}, ${owner('creator', 'n + 3')}, ${pick(['sent', 'seen', 'declined'], 'n / 10')},
          'I live at the harbour.', 15000, 'EUR', 'creator-0', ${at}, ${at} from ${rows(size)} on conflict do nothing`,
      `insert into visit_slots(id, brand_org, creator_org, contract_id, state, starts_at, ends_at, time_zone, place_name, capacity, taken, cancel_hours, created_by, created_at, updated_at)
        select ${id(KIND.slot, 'n')}, ${brand}, ${creator}, ${id(7, 'n')}, 'open', now() + make_interval(mins => n), now() + make_interval(mins => n + 60), 'Europe/Paris', 'Harbour café', 1, 1, 24, 'brand-0', ${at}, ${at} from ${rows(size)}`,
      `insert into visits(id, slot_id, brand_org, creator_org, contract_id, state, starts_at, booked_at, created_by, created_at, updated_at)
        select ${id(KIND.visit, 'n')}, ${id(KIND.slot, 'n')}, ${brand}, ${creator}, ${id(7, 'n')}, 'booked', now() + make_interval(mins => n), ${at}, 'creator-0', ${at}, ${at} from ${rows(size)}`,
      `insert into outreach_sequences(id, org_id, name, state, steps, created_by, created_at, changed_at, approved_at, approved_by)
        select ${id(KIND.sequence, 'n')}, ${brand}, 'Autumn ' || n, 'running', '[]', 'brand-0', ${at}, ${at}, ${at}, 'brand-0' from ${rows(size)}`,
      `insert into outreach_recipients(id, sequence_id, org_id, creator_org, variant, state, next_message, due_at, created_at)
        select ${id(KIND.recipient, 'n')}, ${within(KIND.sequence, MAX_RECIPIENTS)}, ${ownerOfRecord(MAX_RECIPIENTS)}, ${id(ORG_KINDS.creator, `case when n % 10 = 0 then ${CREATORS} + n / 10 - 1 else n % ${CREATORS} end`)},
          ${pick(['a', 'b'], 'n / 10')}, case when n % 3 = 0 then 'active' else 'replied' end, 1, case when n % 3 = 0 then now() end, ${at} from ${rows(size)}`,
      `insert into outreach_suppressions(id, org_id, email, reason, created_at)
        select ${id(KIND.suppression, 'n')}, ${brand}, 'person' || n || '@test.example', 'by_hand', ${at} from ${rows(size)}`,
      `insert into imports(id, org_id, created_by, file_name, storage_key, size, state, format, basis, source, rows_total, created_at, changed_at)
        select ${id(KIND.import, 'n')}, ${brand}, 'brand-0', 'creators-' || n || '.csv', 'import' || n, 1000, 'done', 'csv', 'consent', 'fair', 10, ${at}, ${at} from ${rows(size)}`,
      `insert into import_refused_rows(import_id, row, org_id, field, code, cells)
        select ${within(KIND.import)}, n, ${ownerOfRecord()}, 'handle', 'handle_missing', '["", "Person"]' from ${rows(size)}`,
      `insert into imported_creators(id, org_id, import_id, row, platform, handle, name, followers, created_at, changed_at)
        select ${id(KIND.person, 'n')}, ${brand}, ${within(KIND.import)}, n, 'instagram', 'person.' || n, 'Person ' || n, 5000, ${at}, ${at} from ${rows(size)}`,
      `insert into import_merges(id, org_id, import_id, creator_id, row, before, incoming, created_at)
        select ${id(KIND.merge, 'n')}, ${ownerOfRecord()}, ${within(KIND.import)}, ${id(KIND.person, 'n')}, n, '{}', '{}', ${at} from ${rows(size)}`,
      // An agency for each creator that has one; the first creator had many, one after the other.
      `insert into representations(id, agency_org, creator_org, scopes, commission_bps, valid_from, created_at, state, ended_at, ended_by)
        select ${id(KIND.representation, 'n')}, ${id(ORG_KINDS.brand, `n % ${BRANDS}`)}, ${creator}, array['deals'], 1500, ${at}, ${at}, 'ended', now(), 'creator' from ${rows(size)}`,
      `insert into representation_acts(id, representation_id, agency_org, creator_org, user_id, user_name, act, outcome, at)
        select ${id(KIND.act, 'n')}, ${id(KIND.representation, 'n')}, ${id(ORG_KINDS.brand, `n % ${BRANDS}`)}, ${creator}, 'brand-1', 'Agent', 'offers.counter', 'done', ${at} from ${rows(size)}`,
      `insert into representation_requests(id, representation_id, agency_org, creator_org, user_id, user_name, act, subject_id, title, input, state, created_at)
        select ${id(KIND.request, 'n')}, ${id(KIND.representation, 'n')}, ${id(ORG_KINDS.brand, `n % ${BRANDS}`)}, ${creator}, 'brand-1', 'Agent', 'offer_accept', ${id(5, 'n')}, 'Autumn menu', '{}',
          case when n % 100 = 0 then 'open' else 'confirmed' end, ${at} from ${rows(size)}`,
      `insert into creator_lists(id, org_id, name, created_by, created_at) select ${id(KIND.list, 'n')}, ${brand}, 'List ' || n, 'brand-0', ${at} from ${rows(size)}`,
      `insert into creator_list_items(list_id, org_id, creator_org, added_by, added_at)
        select ${within(KIND.list, MAX_LIST_ITEMS)}, ${ownerOfRecord(MAX_LIST_ITEMS)}, ${id(ORG_KINDS.creator, `case when n % 10 = 0 then ${CREATORS} + n / 10 - 1 else n % ${CREATORS} end`)}, 'brand-0', ${at} from ${rows(size)}`,
      `insert into package_orders(id, brand_org, placed_by, placed_at) select ${id(KIND.order, 'n')}, ${brand}, 'brand-0', ${at} from ${rows(size)}`,
      `insert into package_order_lines(id, order_id, brand_org, creator_org, position, refusal, content, created_at)
        select ${id(KIND.line, 'n')}, ${id(KIND.order, 'n')}, ${brand}, ${id(ORG_KINDS.creator, `n % ${CREATORS}`)}, 0, 'package.gone', '{"title": "Reel", "quantity": 1, "currency": "EUR", "total": 10000}', ${at} from ${rows(size)}`,
      `insert into notifications(id, user_id, org_id, kind, data, link, dedupe_key, read_at, created_at)
        select ${id(KIND.notification, 'n')}, ${person('brand')}, ${brand}, 'offer_received', '{}', '/campaigns', 'bench:' || n, case when n % 3 <> 0 then now() end, ${at} from ${rows(size)}`,
    ])
      await client.query(statement).catch((error: Error) => {
        throw new Error(`${error.message} in ${statement.slice(0, 60)}`);
      });
  });
}
