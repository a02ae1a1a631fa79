import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { COUNT_CAP } from '../../core/lists.ts';
import type { Currency } from '../../core/money.ts';
import { placeCursor, readPlace, toPage, type Page } from '../../core/pagination.ts';
import { balancesByContract } from '../ledger/service.ts';
import { roleMay } from '../orgs/rules.ts';
import { factsOf, heldOf, ownAd } from './content.ts';
import { adsOfOrg, contractsOfAds, countsByState, statsOf, type AdRow } from './queries/ads.ts';
import { countNewReplies } from './queries/replies.ts';
import { AD_STATES, AD_TABS, adRefusal, TAB_OF_AD, type AdTab } from './rules.ts';
import type { AdAct, AdCounts, listAdsInput, MyAdDetail, MyAdItem } from './schema.ts';

const ACTS: readonly AdAct[] = ['edit', 'pause', 'resume', 'renew', 'close', 'fill', 'duplicate', 'deleteDraft'];
const statesOf = (tab: AdTab) => AD_STATES.filter((state) => TAB_OF_AD[state] === tab);

/** What each ad has led to in money: funded less refunded, from the ledger, by currency. */
async function spendOf(tx: OrgContext, adIds: readonly string[]): Promise<Map<string, Map<Currency, number>>> {
  const contracts = await contractsOfAds(tx.db, adIds);
  const balances = await balancesByContract(
    tx,
    contracts.map((c) => c.id),
  );
  const spend = new Map<string, Map<Currency, number>>();
  for (const { ad_id, id, currency } of contracts) {
    const { funded = 0, refunded = 0 } = balances.get(id) ?? {};
    const sums = spend.get(ad_id) ?? new Map<Currency, number>();
    spend.set(ad_id, sums.set(currency, (sums.get(currency) ?? 0) + funded - refunded));
  }
  return spend;
}

async function toItems(tx: OrgContext, rows: readonly AdRow[]): Promise<MyAdItem[]> {
  const ids = rows.map((row) => row.id);
  const stats = await statsOf(tx.db, ids);
  const spend = await spendOf(tx, ids);
  const now = tx.clock.now();
  const refusalOf = (row: AdRow, action: AdAct): true | string =>
    roleMay(tx.actor.role, 'ad.edit')
      ? (adRefusal(action, { state: row.state, endsAt: row.ends_at }, now) ?? true)
      : 'auth.not_allowed';
  return rows.map((row) => {
    const { views = 0, saves = 0, replies = 0, fresh = 0, hires = 0 } = stats.get(row.id) ?? {};
    return {
      ...factsOf(row),
      version: row.version,
      views,
      saves,
      replies,
      newReplies: fresh,
      hires,
      spend: [...(spend.get(row.id) ?? [])].map(([currency, amount]) => ({ amount, currency })),
      hasHeldText: heldOf(row) !== null,
      updatedAt: row.updated_at,
      can: Object.fromEntries(ACTS.map((action) => [action, refusalOf(row, action)])) as MyAdItem['can'],
    };
  });
}

/** The org's ads of one tab, the last touched first. */
export async function listMyAds(ctx: OrgContext, input: z.output<typeof listAdsInput>): Promise<Page<MyAdItem>> {
  return withTx(ctx, async (tx) => {
    const rows = await adsOfOrg(tx.db, {
      orgId: tx.actor.orgId,
      states: statesOf(input.tab),
      after: readPlace(input.after),
      limit: input.limit + 1,
    });
    const items = new Map((await toItems(tx, rows)).map((item) => [item.id, item]));
    return toPage(rows, input.limit, placeCursor, (row) => items.get(row.id)!);
  });
}

export async function countMyAds(ctx: OrgContext): Promise<AdCounts> {
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    const byState = await countsByState(tx.db, { orgId, states: AD_TABS.flatMap(statesOf), cap: COUNT_CAP });
    const counts = Object.fromEntries(
      AD_TABS.map((tab) => [
        tab,
        Math.min(
          statesOf(tab).reduce((sum, state) => sum + (byState.get(state) ?? 0), 0),
          COUNT_CAP,
        ),
      ]),
    ) as Record<AdTab, number>;
    return { ...counts, newReplies: await countNewReplies(tx.db, { ownerOrg: orgId, cap: COUNT_CAP }) };
  });
}

export async function myAdDetailOf(tx: OrgContext, row: AdRow): Promise<MyAdDetail> {
  const [item] = await toItems(tx, [row]);
  const held = heldOf(row);
  return {
    ...item!,
    body: row.body,
    held: held && { title: held.title, body: held.body },
    staffReason: row.staff_reason,
  };
}

export const myAd = (ctx: OrgContext, input: { adId: string }): Promise<MyAdDetail> =>
  withTx(ctx, async (tx) => myAdDetailOf(tx, await ownAd(tx, input.adId)));
