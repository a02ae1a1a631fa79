import { pageInput } from '../../core/pagination.ts';
import { brandProcedure, memberProcedure, router, staffProcedure } from '../../trpc.ts';
import { createAlert, deleteAlert, myAlerts } from './alerts.ts';
import { adDraft, createAd, deleteAdDraft, duplicateAd, putDraftAside, saveAdDraft, startAd } from './drafts.ts';
import { browseAds, hideAdFor, openAd, reportAd, setAdSaved, unhideAdFor } from './market.ts';
import { countMyAds, listMyAds, myAd } from './mine.ts';
import { photoFromKit } from './photos.ts';
import {
  declineReply,
  inviteReplier,
  mySentReplies,
  repliesOfAd,
  replyToAd,
  seeReplies,
  withdrawReply,
} from './replies.ts';
import { removeAd, reportedAd } from './review.ts';
import { adTile } from './tile.ts';
import {
  adId,
  alertId,
  alertInput,
  browseAdsInput,
  changedAdInput,
  declineReplyInput,
  hideInput,
  kitPhotoInput,
  listAdsInput,
  listRepliesInput,
  newAdInput,
  openAdInput,
  postAdInput,
  removeAdInput,
  renewInput,
  replyId,
  replyInput,
  reportAdInput,
  reportedAdInput,
  savedDraftInput,
} from './schema.ts';
import { closeAd, editAd, fillAd, pauseAd, postAd, renewAd, resumeAd } from './service.ts';

export const adsRouter = router({
  start: memberProcedure.query(({ ctx }) => startAd(ctx)),
  create: memberProcedure.input(newAdInput).mutation(({ ctx, input }) => createAd(ctx, input)),
  draft: memberProcedure.input(adId).query(({ ctx, input }) => adDraft(ctx, input)),
  saveDraft: memberProcedure.input(savedDraftInput).mutation(({ ctx, input }) => saveAdDraft(ctx, input)),
  deleteDraft: memberProcedure.input(adId).mutation(({ ctx, input }) => deleteAdDraft(ctx, input)),
  duplicate: memberProcedure.input(adId).mutation(({ ctx, input }) => duplicateAd(ctx, input)),
  post: memberProcedure.input(postAdInput).mutation(({ ctx, input }) => postAd(ctx, input)),
  edit: memberProcedure.input(changedAdInput).mutation(({ ctx, input }) => editAd(ctx, input)),
  pause: memberProcedure.input(adId).mutation(({ ctx, input }) => pauseAd(ctx, input)),
  resume: memberProcedure.input(adId).mutation(({ ctx, input }) => resumeAd(ctx, input)),
  renew: memberProcedure.input(renewInput).mutation(({ ctx, input }) => renewAd(ctx, input)),
  close: memberProcedure.input(adId).mutation(({ ctx, input }) => closeAd(ctx, input)),
  fill: memberProcedure.input(adId).mutation(({ ctx, input }) => fillAd(ctx, input)),
  mine: memberProcedure.input(listAdsInput.prefault({})).query(({ ctx, input }) => listMyAds(ctx, input)),
  counts: memberProcedure.query(({ ctx }) => countMyAds(ctx)),
  own: memberProcedure.input(adId).query(({ ctx, input }) => myAd(ctx, input)),
  replies: memberProcedure.input(listRepliesInput).query(({ ctx, input }) => repliesOfAd(ctx, input)),
  see: memberProcedure.input(adId).mutation(({ ctx, input }) => seeReplies(ctx, input)),
  invite: memberProcedure.input(replyId).mutation(({ ctx, input }) => inviteReplier(ctx, input)),
  decline: memberProcedure.input(declineReplyInput).mutation(({ ctx, input }) => declineReply(ctx, input)),
  browse: memberProcedure.input(browseAdsInput.prefault({})).query(({ ctx, input }) => browseAds(ctx, input)),
  open: memberProcedure.input(openAdInput).query(({ ctx, input }) => openAd(ctx, input)),
  save: memberProcedure.input(adId).mutation(({ ctx, input }) => setAdSaved(ctx, input, true)),
  unsave: memberProcedure.input(adId).mutation(({ ctx, input }) => setAdSaved(ctx, input, false)),
  hide: memberProcedure.input(hideInput).mutation(({ ctx, input }) => hideAdFor(ctx, input)),
  unhide: memberProcedure.input(adId).mutation(({ ctx, input }) => unhideAdFor(ctx, input)),
  report: memberProcedure.input(reportAdInput).mutation(({ ctx, input }) => reportAd(ctx, input)),
  reply: memberProcedure.input(replyInput).mutation(({ ctx, input }) => replyToAd(ctx, input)),
  withdraw: memberProcedure.input(replyId).mutation(({ ctx, input }) => withdrawReply(ctx, input)),
  sent: memberProcedure.input(pageInput.prefault({})).query(({ ctx, input }) => mySentReplies(ctx, input)),
  alerts: memberProcedure.query(({ ctx }) => myAlerts(ctx)),
  createAlert: memberProcedure.input(alertInput).mutation(({ ctx, input }) => createAlert(ctx, input)),
  deleteAlert: memberProcedure.input(alertId).mutation(({ ctx, input }) => deleteAlert(ctx, input)),
  tile: memberProcedure.query(({ ctx }) => adTile(ctx)),
  putAside: memberProcedure.input(adId).mutation(({ ctx, input }) => putDraftAside(ctx, input)),
  reported: staffProcedure.input(reportedAdInput).query(({ ctx, input }) => reportedAd(ctx, input)),
  photoFromKit: brandProcedure.input(kitPhotoInput).mutation(({ ctx, input }) => photoFromKit(ctx, input)),
  remove: staffProcedure.input(removeAdInput).mutation(({ ctx, input }) => removeAd(ctx, input)),
});
