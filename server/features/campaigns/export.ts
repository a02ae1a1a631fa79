import type * as z from 'zod';
import type { OrgContext } from '../../context.ts';
import { csvText } from '../../csv.ts';
import { toDecimal } from '../../core/money.ts';
import { everyPage } from '../../core/pagination.ts';
import { textsOf } from '../../pdf/texts.ts';
import { listCampaigns } from './listing.ts';
import type { CampaignListItem, CampaignsFile, campaignsFileInput } from './schema.ts';

export const FILE_COLUMNS = [
  'title',
  'state',
  'currency',
  'budget',
  'committed',
  'held',
  'released',
  'refunded',
  'left',
  'taken',
  'slots',
  'applications',
  'deadline',
  'published',
] as const;

const day = (at: Date | null): string => at?.toISOString().slice(0, 10) ?? '';

function cells(row: CampaignListItem, state: string): Record<(typeof FILE_COLUMNS)[number], string> {
  const { currency, balances } = row;
  const money = (amount: number): string => toDecimal({ amount, currency });
  return {
    title: row.title,
    state,
    currency,
    budget: money(row.budget),
    committed: money(row.committed),
    held: money(balances.held),
    released: money(balances.released),
    refunded: money(balances.refunded),
    left: money(row.left),
    taken: String(row.slotsTaken),
    slots: String(row.slots),
    applications: String(row.applications),
    deadline: day(row.applicationDeadline),
    published: day(row.publishedAt),
  };
}

/** The whole list of campaigns as a file for spreadsheets, in its order; amounts are those that the list shows. */
export async function campaignsFile(
  ctx: OrgContext,
  { show, locale }: z.output<typeof campaignsFileInput>,
): Promise<CampaignsFile> {
  const texts = textsOf('campaigns', locale);
  const rows = await everyPage((place) => listCampaigns(ctx, { show, ...place }));
  const lines = rows.map((row) => {
    const cell = cells(row, texts.get(`state.${row.state}`) ?? row.state);
    return FILE_COLUMNS.map((column) => cell[column]);
  });
  const header = FILE_COLUMNS.map((column) => texts.get(`file.${column}`) ?? column);
  return { name: 'sponsio-campaigns.csv', csv: csvText([header, ...lines]), rows: rows.length };
}
