import { ADDRESSES } from '../../core/addresses.ts';
import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { amountProblem, type Currency } from '../../core/money.ts';
import { COUNT_CAP } from '../../core/lists.ts';
import { placeCursor, readPlace, toPage, type Page } from '../../core/pagination.ts';
import { requireAge } from '../../guards.ts';
import { onceByKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import { requireContactAllowance } from '../contacts/service.ts';
import { notify } from '../notifications/notify.ts';
import { roleMay } from '../orgs/rules.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { lockOrgStatus } from '../orgs/status.ts';
import {
  applicationOfCreator,
  applicationsIn,
  applicationsOfCreator,
  insertApplication,
  setApplicationState,
  updateApplication,
} from './queries/applications.ts';
import { placesOf } from './queries/campaigns.ts';
import { payRange, type Pay } from './draft-rules.ts';
import { APPLICATION_MACHINE, STILL_APPLIED } from './rules.ts';
import {
  pay,
  type applyInput,
  type editApplicationInput,
  type listApplicationsInput,
  type MyApplicationItem,
  type OpenCampaignDetail,
} from './schema.ts';
import { published, applyRefusal, editRefusal, detailOf } from './market.ts';

/** A fixed price is taken as it is; a range leaves the choice within it. */
function assertPrice(price: number, p: Pay, currency: Currency): void {
  const why = amountProblem(price, currency);
  if (why) throw new AppError(`money.${why}`, { field: 'price', amount: price, currency });
  const { min, max } = payRange(p);
  if (price < min) throw new AppError('money.too_small', { field: 'price', amount: price, min, currency });
  if (price > max) throw new AppError('money.too_large', { field: 'price', amount: price, max, currency });
}

/**
 * Applies for the actor's creator org, once per campaign: application.duplicate. Throws campaign.not_open,
 * campaign.on_hold, campaign.full, application.own_campaign, or the problem of the price.
 */
export async function applyToCampaign(
  ctx: OrgContext,
  input: z.output<typeof applyInput>,
): Promise<OpenCampaignDetail> {
  const creatorOrg = ctx.actor.orgId;
  const earlier = async (tx: OrgContext, requestKey: string): Promise<OpenCampaignDetail | null> => {
    const application = await applicationOfCreator(tx.db, { creatorOrg, campaignId: input.campaignId });
    return application?.request_key === requestKey ? detailOf(tx, input.campaignId) : null;
  };
  return onceByKey(ctx, { act: 'campaigns.apply', input }, earlier, async (tx) => {
    // The brand's columns of the row are read again under the lock.
    const brandOrg = (await published(tx, input.campaignId)).brand_org;
    await lockOrgStatus(tx, [creatorOrg, brandOrg]);
    await requireContactAllowance(tx, { kind: 'application', otherOrg: brandOrg });
    const row = await published(tx, input.campaignId);
    const refused = await applyRefusal(tx, row, (await placesOf(tx.db, [row.id])).get(row.id));
    if (refused) throw new AppError(refused, refused === 'auth.not_allowed' ? { action: 'application.send' } : {});
    await requireAge(tx);
    const currency = row.currency;
    assertPrice(input.price, pay.parse(row.pay), currency);
    const now = tx.clock.now();
    const id = newId(now.getTime());
    const isNew = await insertApplication(tx.db, {
      id,
      campaign_id: row.id,
      brand_org: row.brand_org,
      creator_org: creatorOrg,
      state: 'submitted',
      pitch: input.pitch,
      price: input.price,
      currency,
      links: input.links,
      request_key: ctx.requestKey,
      created_by: ctx.actor.userId,
      created_at: now,
      updated_at: now,
    });
    if (!isNew) throw new AppError('application.duplicate');
    const creator = partyIn(await partiesOf(tx, [creatorOrg]), creatorOrg);
    await notify(tx, {
      orgId: row.brand_org,
      kind: 'application_received',
      data: { title: row.title, name: creator.name, amountMinor: input.price, currency },
      link: ADDRESSES.ownCampaign(row.id),
      key: `application_received:${id}`,
      roles: ['owner', 'admin', 'manager'],
    });
    await audit(tx, 'application.submitted', `application:${id}`, { campaignId: row.id });
    return detailOf(tx, row.id);
  });
}

/** Whether the actor's creator org has an application to this campaign, in whatever state. */
export const hasApplied = async (tx: OrgContext, campaignId: string): Promise<boolean> =>
  (await applicationOfCreator(tx.db, { creatorOrg: tx.actor.orgId, campaignId })) !== undefined;

/**
 * Replaces pitch, price and links of an application that has no offer yet. `version` is the one the page has seen. Throws
 * state.changed, state.wrong, offer.exists, campaign.not_open, or the problem of the price.
 */
export async function editApplication(
  ctx: OrgContext,
  input: z.output<typeof editApplicationInput>,
): Promise<OpenCampaignDetail> {
  return withTx(ctx, async (tx) => {
    const application = await applicationOfCreator(tx.db, {
      creatorOrg: ctx.actor.orgId,
      applicationId: input.applicationId,
      lock: true,
    });
    if (!application) throw new AppError('not_found');
    const row = await published(tx, application.campaign_id);
    const { pitch, price, links } = input;
    const same =
      application.pitch === pitch && application.price === price && application.links.join('\n') === links.join('\n');
    if (!same) {
      const refusal = editRefusal(tx, row, application.state);
      if (refusal)
        throw new AppError(
          refusal,
          refusal === 'auth.not_allowed' ? { action: 'application.send' } : { state: application.state },
        );
      if (application.version !== input.version) throw new AppError('state.changed', { version: application.version });
      assertPrice(price, pay.parse(row.pay), row.currency);
      await updateApplication(tx.db, { id: application.id, pitch, price, links, at: tx.clock.now() });
      await audit(tx, 'application.edited', `application:${application.id}`, { priceBefore: application.price, price });
    }
    return detailOf(tx, row.id);
  });
}

/** Takes an application back that was not offered yet. */
export async function withdrawApplication(
  ctx: OrgContext,
  input: { applicationId: string },
): Promise<MyApplicationItem> {
  return withTx(ctx, async (tx) => {
    const row = await applicationOfCreator(tx.db, {
      creatorOrg: ctx.actor.orgId,
      applicationId: input.applicationId,
      lock: true,
    });
    if (!row) throw new AppError('not_found');
    if (!roleMay(ctx.actor.role, 'application.send'))
      throw new AppError('auth.not_allowed', { action: 'application.send' });
    const { from, to } = APPLICATION_MACHINE.withdraw;
    if (row.state !== to) {
      if (!(from as readonly string[]).includes(row.state))
        throw new AppError(row.state === 'offered' ? 'offer.exists' : 'state.wrong', { state: row.state });
      await setApplicationState(tx.db, { id: row.id, state: to, at: tx.clock.now() });
      await audit(tx, 'application.withdrawn', `application:${row.id}`);
    }
    const rows = await applicationsOfCreator(tx.db, {
      creatorOrg: ctx.actor.orgId,
      applicationId: row.id,
      after: null,
      limit: 1,
    });
    const item = (await applicationItems(tx, rows)).get(row.id);
    if (!item) throw new AppError('not_found');
    return item;
  });
}

/** How many of the creator's applications may still become a deal, up to `COUNT_CAP`. */
export const countApplied = (ctx: OrgContext): Promise<number> =>
  withTx(ctx, (tx) => applicationsIn(tx.db, { creatorOrg: ctx.actor.orgId, states: STILL_APPLIED, cap: COUNT_CAP }));

type ApplicationRow = Awaited<ReturnType<typeof applicationsOfCreator>>[number];

async function applicationItems(
  tx: OrgContext,
  rows: readonly ApplicationRow[],
): Promise<Map<string, MyApplicationItem>> {
  const parties = await partiesOf(
    tx,
    rows.map((r) => r.brand_org),
  );
  return new Map(
    rows.map((r) => [
      r.id,
      {
        id: r.id,
        campaign: {
          id: r.campaign_id,
          title: r.title ?? '',
          state: r.campaign_state,
          brand: partyIn(parties, r.brand_org),
        },
        state: r.state,
        price: r.price,
        currency: r.currency,
        createdAt: r.created_at,
        offerId: r.offer_id,
      },
    ]),
  );
}

/** The creator's own applications, newest first. */
export async function myApplications(
  ctx: OrgContext,
  input: Partial<z.output<typeof listApplicationsInput>> = {},
): Promise<Page<MyApplicationItem>> {
  const { box = 'all', after, limit = 25 } = input;
  return withTx(ctx, async (tx) => {
    const rows = await applicationsOfCreator(tx.db, {
      creatorOrg: ctx.actor.orgId,
      after: readPlace(after),
      limit: limit + 1,
      withoutAccepted: box === 'applied',
    });
    const items = await applicationItems(tx, rows);
    return toPage(rows, limit, placeCursor, (row) => items.get(row.id)!);
  });
}
