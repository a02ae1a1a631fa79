import type * as z from 'zod';
import { ADDRESSES } from '../../core/addresses.ts';
import { withTx, type OrgContext, type SystemContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { StepOutcome } from '../../core/step.ts';
import { onceByKey } from '../../once.ts';
import { notify } from '../notifications/notify.ts';
import { partiesOf } from '../orgs/service.ts';
import { signalWorkflow, startWorkflow } from '../outbox/commands.ts';
import { centerOf, foundKind, nichesOf } from './market.ts';
import { lockAdsOf } from './queries/ads.ts';
import { alertLocked, alertsOf, endAlert, insertAlert, setNext, type AlertRow } from './queries/alerts.ts';
import { countLiveAds } from './queries/market.ts';
import { ALERT_PERIOD_MS, MAX_ALERTS } from './rules.ts';
import type { AdAlertDto, alertInput } from './schema.ts';

/** More new ads than this are shown as that many. */
const COUNTED = 99;

const toDto = (row: AlertRow): AdAlertDto => ({
  id: row.id,
  city: row.city,
  country: row.country,
  km: row.radius_km,
  niche: row.niche,
  format: row.format,
  currency: row.currency,
  payMin: row.pay_min,
  nextAt: row.next_at,
});

export const myAlerts = (ctx: OrgContext): Promise<AdAlertDto[]> =>
  withTx(ctx, async (tx) => (await alertsOf(tx.db, tx.actor.orgId)).map(toDto));

/** Once a day, how many new ads fit. Throws ad.place_missing for a place that is not known, ad.too_many_alerts. */
export async function createAlert(ctx: OrgContext, input: z.output<typeof alertInput>): Promise<AdAlertDto[]> {
  const earlier = async (): Promise<null> => null;
  return onceByKey(ctx, { act: 'ads.createAlert', input }, earlier, async (tx) => {
    const { orgId, userId } = tx.actor;
    const center = await centerOf(tx, input);
    if (!center) throw new AppError('ad.place_missing', { field: 'city' });
    await lockAdsOf(tx.db, orgId);
    if ((await alertsOf(tx.db, orgId)).length >= MAX_ALERTS)
      throw new AppError('ad.too_many_alerts', { max: MAX_ALERTS });
    const now = tx.clock.now();
    const id = newId(now.getTime());
    await insertAlert(tx.db, {
      id,
      org_id: orgId,
      city: center.name,
      country: center.country || null,
      lat: center.lat,
      lon: center.lon,
      radius_km: input.km,
      niche: input.niche ?? null,
      format: input.format ?? null,
      currency: input.currency ?? null,
      pay_min: input.payMin ?? null,
      since: now,
      next_at: new Date(now.getTime() + ALERT_PERIOD_MS),
      created_by: userId,
      created_at: now,
      updated_at: now,
    });
    await startWorkflow(tx, 'adAlert', id, { attributes: { SponsioState: 'active' } });
    return (await alertsOf(tx.db, orgId)).map(toDto);
  });
}

export async function deleteAlert(ctx: OrgContext, input: { alertId: string }): Promise<AdAlertDto[]> {
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    if (!(await endAlert(tx.db, { alertId: input.alertId, orgId, at: tx.clock.now() })))
      throw new AppError('not_found');
    await signalWorkflow(tx, 'adAlert', input.alertId, 'ended', 'once');
    return (await alertsOf(tx.db, orgId)).map(toDto);
  });
}

/** The daily digest: a notice when there are new ads, and the next one a day later. */
export async function sendAlert(ctx: SystemContext, input: { alertId: string }): Promise<StepOutcome> {
  return withTx(ctx, async (tx) => {
    const row = await alertLocked(tx.db, input.alertId);
    if (!row) throw new AppError('not_found');
    if (!row.active) return { done: false, next: null, state: 'ended' };
    const now = tx.clock.now();
    if (row.next_at > now) return { done: false, next: row.next_at, state: 'active' };
    const org = (await partiesOf(tx, [row.org_id])).get(row.org_id);
    const found = org
      ? await countLiveAds(tx.db, {
          orgId: row.org_id,
          kind: foundKind(org.kind),
          now,
          center: row.lat === null || row.lon === null ? null : { lat: row.lat, lon: row.lon },
          km: row.radius_km,
          niches: nichesOf(row.niche ?? undefined),
          format: row.format ?? undefined,
          currency: row.currency ?? undefined,
          payMin: row.pay_min ?? undefined,
          postedSince: row.since,
          sort: 'newest',
          after: null,
          limit: COUNTED,
        })
      : 0;
    if (found > 0)
      await notify(tx, {
        orgId: row.org_id,
        kind: 'ad_alert',
        data: { number: String(found) },
        link: ADDRESSES.openAds,
        key: `ad_alert:${row.id}:${row.next_at.toISOString()}`,
      });
    // After an outage there is one digest, not one for each day of it.
    const nextAt = new Date(Math.max(row.next_at.getTime(), now.getTime() - ALERT_PERIOD_MS) + ALERT_PERIOD_MS);
    await setNext(tx.db, { alertId: row.id, since: now, nextAt, at: now });
    return { done: true, next: nextAt, state: 'active' };
  });
}
