import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { ADDRESSES } from '../../core/addresses.ts';
import { csvText } from '../../csv.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Locale } from '../../core/locale.ts';
import { toDecimal } from '../../core/money.ts';
import { requireRight } from '../../guards.ts';
import { bindRequestKey } from '../../once.ts';
import { textsOf } from '../../pdf/texts.ts';
import { audit } from '../audit/audit.ts';
import type { FoundCreator } from '../discovery/schema.ts';
import { searchCreators } from '../discovery/service.ts';
import { exportedRows, insertExport, lockExports } from './queries/exports.ts';
import { EXPORT_COLUMNS, EXPORT_ROWS_A_MONTH, LIST_COLUMNS, monthOf } from './rules.ts';
import type { CreatorFile, exportListInput, exportSearchInput, ListItem } from './schema.ts';
import { listItems, ownList } from './service.ts';

const PAGE = 100;

/** What a file has of a creator: what the search shows, no contact data. */
function fieldsOf(creator: FoundCreator, niches: ReadonlyMap<string, string>, appUrl: string): string[] {
  const [largest] = creator.accounts;
  const price = creator.priceFrom;
  return [
    creator.name,
    creator.handle,
    creator.city ?? '',
    creator.country ?? '',
    creator.accounts.map(({ platform, followers }) => `${platform} ${followers.value}`).join('; '),
    largest ? String(largest.followers.value) : '',
    largest?.engagement ? (largest.engagement.value / 100).toFixed(2) : '',
    price ? toDecimal(price) : '',
    price?.currency ?? '',
    creator.niches.map((niche) => niches.get(`name.${niche}`) ?? niche).join('; '),
    creator.languages.join('; '),
    creator.rating === null ? '' : (creator.rating / 10).toFixed(1),
    new URL(ADDRESSES.creator(creator.handle), appUrl).href,
  ];
}

interface Wanted {
  kind: 'list' | 'search';
  subject: string;
  name: string;
  locale: Locale;
  columns: readonly string[];
  input: object;
  /** At most so many rows. */
  rows(tx: OrgContext, most: number, niches: ReadonlyMap<string, string>): Promise<string[][]>;
}

/** Makes a file within the org's monthly limit, records and audits it. Throws export.monthly_limit. */
async function makeFile(ctx: OrgContext, wanted: Wanted): Promise<CreatorFile> {
  requireRight(ctx, 'creators.export');
  return withTx(ctx, async (tx) => {
    const { orgId, userId } = tx.actor;
    const repeated = (await bindRequestKey(tx, `lists.export.${wanted.kind}`, wanted.input)) === 'repeated';
    await lockExports(tx.db, orgId);
    const now = tx.clock.now();
    const month = monthOf(now);
    const left = EXPORT_ROWS_A_MONTH - (await exportedRows(tx.db, { orgId, since: month.from }));
    if (left <= 0 && !repeated)
      throw new AppError('export.monthly_limit', { max: EXPORT_ROWS_A_MONTH, until: month.to.toISOString() });
    const niches = textsOf('niches', wanted.locale);
    const rows = await wanted.rows(tx, repeated ? EXPORT_ROWS_A_MONTH : left, niches);
    const texts = textsOf('lists', wanted.locale);
    if (!repeated) {
      await insertExport(tx.db, {
        id: newId(now.getTime()),
        orgId,
        userId,
        kind: wanted.kind,
        rows: rows.length,
        at: now,
      });
      await audit(tx, 'creators.exported', wanted.subject, { rows: rows.length });
    }
    return {
      name: wanted.name,
      csv: csvText([wanted.columns.map((column) => texts.get(`csv.${column}`) ?? column), ...rows]),
      rows: rows.length,
      left: Math.max(0, repeated ? left : left - rows.length),
    };
  });
}

/** Throws not_found, auth.not_allowed, export.monthly_limit. */
export const exportList = (ctx: OrgContext, input: z.output<typeof exportListInput>): Promise<CreatorFile> =>
  makeFile(ctx, {
    kind: 'list',
    subject: `list:${input.listId}`,
    name: 'creators-list.csv',
    locale: input.locale,
    columns: [...EXPORT_COLUMNS, ...LIST_COLUMNS],
    input,
    async rows(tx, most, niches) {
      await ownList(tx, input.listId);
      const { appUrl } = tx.integrations.settings;
      const lineOf = ({ creator, note, tags, addedAt }: ListItem) => [
        ...fieldsOf(creator, niches, appUrl),
        note,
        tags.join('; '),
        addedAt.toISOString().slice(0, 10),
      ];
      const rows: string[][] = [];
      let after: string | null = '';
      while (after !== null && rows.length < most) {
        const page: Awaited<ReturnType<typeof listItems>> = await listItems(tx, {
          listId: input.listId,
          limit: PAGE,
          ...(after ? { after } : {}),
        });
        rows.push(...page.items.map(lineOf));
        after = page.next;
      }
      return rows.slice(0, most);
    },
  });

/** The first results of a search, in its order, as many as are left of the month. */
export const exportSearch = (ctx: OrgContext, input: z.output<typeof exportSearchInput>): Promise<CreatorFile> =>
  makeFile(ctx, {
    kind: 'search',
    subject: 'search',
    name: 'creators-search.csv',
    locale: input.locale,
    columns: EXPORT_COLUMNS,
    input,
    async rows(tx, most, niches) {
      const { appUrl } = tx.integrations.settings;
      const rows: string[][] = [];
      let after: string | null = '';
      while (after !== null && rows.length < most) {
        const page: Awaited<ReturnType<typeof searchCreators>> = await searchCreators(tx, {
          filters: input.filters,
          limit: PAGE,
          ...(after ? { after } : {}),
        });
        rows.push(...page.items.map((creator) => fieldsOf(creator, niches, appUrl)));
        after = page.next;
      }
      return rows.slice(0, most);
    },
  });
