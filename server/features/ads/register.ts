import { ADDRESSES } from '../../core/addresses.ts';
import { pastDays, rowsOfOrgs, type Registration } from '../../registration.ts';
import { isActiveAlert, openAlerts, overdueAlerts } from './queries/alerts.ts';
import { isShownAd, openAds, overdueAds } from './queries/ads.ts';
import { foundKind } from './market.ts';
import { findLiveAds, findOwnAds } from './queries/found.ts';
import { HELD_AD } from './review.ts';
import { deleteOldViews, deleteUnusedPhotos, eraseAdsOfPerson } from './queries/upkeep.ts';

/** A photo without an ad, and views that no list counts any more. */
const UNUSED_PHOTO_DAYS = 2;
const VIEWS_DAYS = 400;
const deletions = [pastDays(UNUSED_PHOTO_DAYS, deleteUnusedPhotos), pastDays(VIEWS_DAYS, deleteOldViews)];

export const register: Registration = {
  openRows: {
    adLifecycle: { open: openAds, overdue: overdueAds, mayResume: isShownAd },
    adAlert: { open: openAlerts, overdue: overdueAlerts, mayResume: isActiveAlert },
  },
  heldTexts: { ad: HELD_AD },
  find: {
    ad: async (tx, query) =>
      (await findOwnAds(tx.db, query)).map(({ id, title, city, state }) => ({
        id,
        title,
        detail: city,
        path: state === 'draft' ? ADDRESSES.adDraft(id) : ADDRESSES.ownAd(id),
      })),
    openAd: async (tx, query) =>
      tx.actor.orgKind === 'agency'
        ? []
        : (await findLiveAds(tx.db, { ...query, kind: foundKind(tx.actor.orgKind), now: tx.clock.now() })).map(
            ({ id, title, owner }) => ({ id, title, detail: owner, path: ADDRESSES.openAd(id) }),
          ),
  },
  exportParts: [
    rowsOfOrgs('ads', 'ads', ['org_id']),
    rowsOfOrgs('ad-replies', 'ad_replies', ['owner_org', 'replier_org']),
    rowsOfOrgs('ad-saves', 'ad_saves', ['org_id']),
    rowsOfOrgs('ad-hides', 'ad_hides', ['org_id']),
    rowsOfOrgs('ad-views', 'ad_views', ['viewer_org']),
    rowsOfOrgs('ad-alerts', 'ad_alerts', ['org_id']),
  ],
  erase: (tx, { userId }) => eraseAdsOfPerson(tx.db, userId),
  async deletePast(db, at) {
    let deleted = 0;
    for (const deleteRows of deletions) deleted += (await deleteRows?.(db, at)) ?? 0;
    return deleted;
  },
};
