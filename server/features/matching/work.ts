import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { newId } from '../../core/ids.ts';
import { published, openRows, toItems } from '../campaigns/market.ts';
import { audiencesOfBrands } from '../brands/audiences.ts';
import { advertisedByBrands } from '../creators/advertised.ts';
import { CATEGORY_KEYS, refusedOf, type CategoryKey } from '../creators/categories/rules.ts';
import { audienceOf, briefOf, ratesOf, type Brief } from './brief.ts';
import { dealRecords } from './queries/candidates.ts';
import {
  blockedWith,
  hiddenCampaigns,
  hideCampaign,
  insertCreatorRun,
  ownCandidate,
  ownExclusivity,
  showCampaigns,
} from './queries/work.ts';
import { compareWith, raisesFor, type Compared, type OwnSide } from './raises.ts';
import { mediansOf, reasonsOf, type Gate } from './rules.ts';
import type { CampaignRef, CreatorMatches, forCreatorInput } from './schema.ts';

/** Of all open campaigns, so many of the newest are compared. */
const CAMPAIGNS = 300;

interface Open {
  row: Awaited<ReturnType<typeof openRows>>[number];
  brief: Brief;
  gates: Gate[];
  /** What the creator refuses of what it advertises. */
  refused: CategoryKey[];
}

async function openFor(tx: OrgContext, refused: readonly string[]): Promise<Open[]> {
  const blocked = await blockedWith(tx.db, tx.actor.orgId);
  const rows = (await openRows(tx, CAMPAIGNS)).filter((row) => !blocked.has(row.brand_org));
  const rates = await ratesOf(
    tx,
    rows.map((row) => row.currency),
  );
  const bound = await ownExclusivity(tx.db, { orgId: tx.actor.orgId, now: tx.clock.now() });
  const brandOrgs = rows.map((row) => row.brand_org);
  const brands = await advertisedByBrands(tx, brandOrgs);
  const audiences = await audiencesOfBrands(tx, brandOrgs);
  return rows.map((row) => {
    const brief = briefOf(row, { rates, audience: audiences.get(row.brand_org) ?? null });
    const against = refusedOf(refused, [...brief.advertised, ...(brands.get(row.brand_org) ?? [])]);
    const clash = bound.some(
      ({ category, brandOrg }) => brandOrg !== row.brand_org && brief.categories.includes(category),
    );
    const gates: Gate[] = [
      ...(against.length > 0 ? (['refused_category'] as const) : []),
      ...(clash ? (['exclusivity'] as const) : []),
    ];
    return { row, brief, gates, refused: against };
  });
}

async function ownSide(tx: OrgContext): Promise<(OwnSide & { isPublished: boolean }) | null> {
  const { orgId } = tx.actor;
  const own = await ownCandidate(tx.db, orgId);
  if (!own) return null;
  const record = (await dealRecords(tx.db, [orgId])).get(orgId) ?? { deals: 0, onTime: 0 };
  return { ...own, record, now: tx.clock.now() };
}

/** Those that the creator meets, by fit; then those with a condition that is not met. */
const byFit = (a: Compared, b: Compared): number =>
  Math.sign(a.unmet.length) - Math.sign(b.unmet.length) || b.fit - a.fit;

/** Open campaigns for the creator, the best fit first. The ranking is stored as it is shown. */
export async function matchesForCreator(
  ctx: OrgContext,
  { limit, stored }: z.output<typeof forCreatorInput>,
): Promise<CreatorMatches> {
  return withTx(ctx, async (tx) => {
    const own = await ownSide(tx);
    const open = await openFor(tx, own?.row.refused ?? []);
    const hidden = await hiddenCampaigns(tx.db, tx.actor.orgId);
    const none = {
      items: [],
      considered: open.length,
      hidden: 0,
      bound: 0,
      refused: { campaigns: 0, categories: [] },
      raises: [],
      madeAt: tx.clock.now(),
    };
    if (!own) return { ...none, isPublished: false };
    const compared = open
      .filter(({ row, gates }) => !hidden.has(row.id) && gates.length === 0)
      .map(({ row, brief }) => ({
        row,
        target: brief.audience,
        audience: audienceOf(own.row, brief),
        ...compareWith(own, brief),
      }));
    const medians = mediansOf(compared);
    const shown = compared.toSorted((a, b) => byFit(a, b) || (a.row.id < b.row.id ? -1 : 1)).slice(0, limit);
    const items = await toItems(
      tx,
      shown.map(({ row }) => row),
    );
    if (stored)
      await insertCreatorRun(tx.db, {
        id: newId(),
        orgId: tx.actor.orgId,
        considered: compared.length,
        at: tx.clock.now(),
        results: shown.map(({ row, fit, parts, audience, unmet }) => ({
          campaignId: row.id,
          fit,
          parts: { ...parts, within: audience },
          unmet,
        })),
      });
    return {
      ...none,
      isPublished: own.isPublished,
      items: shown.map(({ parts, target, audience, used, fit, unmet }, i) => ({
        campaign: items[i]!,
        fit: Math.round(10 * fit) / 10,
        parts,
        target,
        audience,
        partsInUse: used,
        unmet,
        ...reasonsOf(parts, medians),
      })),
      hidden: open.filter(({ row }) => hidden.has(row.id)).length,
      bound: open.filter(({ gates }) => gates.includes('exclusivity')).length,
      refused: {
        campaigns: open.filter(({ refused }) => refused.length > 0).length,
        categories: CATEGORY_KEYS.filter((category) => open.some(({ refused }) => refused.includes(category))),
      },
      raises: raisesFor(
        own,
        open.flatMap(({ brief, gates }) => (gates.length === 0 ? [brief] : [])),
      ),
    };
  });
}

/** Leaves a campaign out of the creator's next rankings. */
export async function hideFromMatches(ctx: OrgContext, { campaignId }: CampaignRef): Promise<void> {
  await withTx(ctx, async (tx) => {
    await published(tx, campaignId);
    await hideCampaign(tx.db, { orgId: tx.actor.orgId, campaignId, at: tx.clock.now() });
  });
}

/** Shows one hidden campaign again, or all of them. */
export async function showInMatches(ctx: OrgContext, { campaignId }: { campaignId: string | null }): Promise<void> {
  await withTx(ctx, (tx) => showCampaigns(tx.db, { orgId: tx.actor.orgId, campaignId }));
}
