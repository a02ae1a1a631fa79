import { brandProcedure, creatorProcedure, memberProcedure, router } from '../../trpc.ts';
import { actOnCampaigns } from './bulk.ts';
import { campaignsFile } from './export.ts';
import { declineApplications, shortlistApplications } from './applications.ts';
import { costQuote, createDraft, deleteDraft, duplicateCampaign, getDraft, saveDraft } from './drafts.ts';
import { applyToCampaign, editApplication, myApplications, withdrawApplication } from './applying.ts';
import { browseCampaigns, openCampaign, setSaved } from './market.ts';
import {
  applicantInput,
  applicationId,
  applyInput,
  browseInput,
  bulkInput,
  campaignId,
  campaignsFileInput,
  costInput,
  declineApplicationInput,
  editApplicationInput,
  listApplicantsInput,
  listApplicationsInput,
  listCampaignsInput,
  publishInput,
  saveDraftInput,
  shortlistInput,
} from './schema.ts';
import { applicant, campaignCounts, campaignDetail, listApplicants, listCampaigns } from './listing.ts';
import {
  cancelCampaign,
  closeCampaign,
  pauseCampaign,
  publishCampaign,
  reopenCampaign,
  resumeCampaign,
} from './service.ts';

export const campaignsRouter = router({
  list: brandProcedure.input(listCampaignsInput.prefault({})).query(({ ctx, input }) => listCampaigns(ctx, input)),
  counts: brandProcedure.query(({ ctx }) => campaignCounts(ctx)),
  detail: brandProcedure.input(campaignId).query(({ ctx, input }) => campaignDetail(ctx, input)),
  applicants: brandProcedure.input(listApplicantsInput).query(({ ctx, input }) => listApplicants(ctx, input)),
  applicant: brandProcedure.input(applicantInput).query(({ ctx, input }) => applicant(ctx, input)),
  create: brandProcedure.mutation(({ ctx }) => createDraft(ctx)),
  draft: brandProcedure.input(campaignId).query(({ ctx, input }) => getDraft(ctx, input)),
  saveDraft: brandProcedure.input(saveDraftInput).mutation(({ ctx, input }) => saveDraft(ctx, input)),
  deleteDraft: brandProcedure.input(campaignId).mutation(({ ctx, input }) => deleteDraft(ctx, input)),
  cost: brandProcedure.input(costInput).query(({ ctx, input }) => costQuote(ctx, input)),
  publish: brandProcedure.input(publishInput).mutation(({ ctx, input }) => publishCampaign(ctx, input)),
  pause: brandProcedure.input(campaignId).mutation(({ ctx, input }) => pauseCampaign(ctx, input)),
  resume: brandProcedure.input(campaignId).mutation(({ ctx, input }) => resumeCampaign(ctx, input)),
  reopen: brandProcedure.input(campaignId).mutation(({ ctx, input }) => reopenCampaign(ctx, input)),
  close: brandProcedure.input(campaignId).mutation(({ ctx, input }) => closeCampaign(ctx, input)),
  cancel: brandProcedure.input(campaignId).mutation(({ ctx, input }) => cancelCampaign(ctx, input)),
  bulk: brandProcedure.input(bulkInput).mutation(({ ctx, input }) => actOnCampaigns(ctx, input)),
  file: brandProcedure.input(campaignsFileInput).query(({ ctx, input }) => campaignsFile(ctx, input)),
  duplicate: brandProcedure.input(campaignId).mutation(({ ctx, input }) => duplicateCampaign(ctx, input)),
  shortlist: brandProcedure.input(shortlistInput).mutation(({ ctx, input }) => shortlistApplications(ctx, input)),
  declineApplications: brandProcedure
    .input(declineApplicationInput)
    .mutation(({ ctx, input }) => declineApplications(ctx, input)),
  browse: memberProcedure.input(browseInput).query(({ ctx, input }) => browseCampaigns(ctx, input)),
  open: memberProcedure.input(campaignId).query(({ ctx, input }) => openCampaign(ctx, input)),
  sendApplication: creatorProcedure.input(applyInput).mutation(({ ctx, input }) => applyToCampaign(ctx, input)),
  editApplication: creatorProcedure
    .input(editApplicationInput)
    .mutation(({ ctx, input }) => editApplication(ctx, input)),
  withdraw: creatorProcedure.input(applicationId).mutation(({ ctx, input }) => withdrawApplication(ctx, input)),
  myApplications: creatorProcedure
    .input(listApplicationsInput.prefault({}))
    .query(({ ctx, input }) => myApplications(ctx, input)),
  save: memberProcedure.input(campaignId).mutation(({ ctx, input }) => setSaved(ctx, input, true)),
  unsave: memberProcedure.input(campaignId).mutation(({ ctx, input }) => setSaved(ctx, input, false)),
});
