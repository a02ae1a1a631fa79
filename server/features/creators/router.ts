import { creatorProcedure, memberProcedure, router, seekerProcedure } from '../../trpc.ts';
import { myCompleteness } from './completeness.ts';
import { creatorEvidence, engagementTiers } from './evidence.ts';
import { creatorHistory, creatorPage } from './page.ts';
import { reportProfile } from './report.ts';
import {
  byHandleInput,
  pageInput,
  rate,
  reportProfileInput,
  saveDraftInput,
  saveInput,
  tiersInput,
  versionInput,
} from './schema.ts';
import {
  dropProfileDraft,
  myCreatorProfile,
  publishCreatorProfile,
  saveCreatorProfile,
  saveProfileDraft,
  unpublishCreatorProfile,
} from './service.ts';
import { setRate } from './set-rate.ts';

export const creatorsRouter = router({
  mine: creatorProcedure.query(({ ctx }) => myCreatorProfile(ctx)),
  save: creatorProcedure.input(saveInput).mutation(({ ctx, input }) => saveCreatorProfile(ctx, input)),
  completeness: creatorProcedure.query(({ ctx }) => myCompleteness(ctx)),
  keepDraft: creatorProcedure.input(saveDraftInput).mutation(({ ctx, input }) => saveProfileDraft(ctx, input)),
  dropDraft: creatorProcedure.input(versionInput).mutation(({ ctx, input }) => dropProfileDraft(ctx, input)),
  setRate: creatorProcedure.input(rate).mutation(({ ctx, input }) => setRate(ctx, input)),
  publish: creatorProcedure.mutation(({ ctx }) => publishCreatorProfile(ctx)),
  unpublish: creatorProcedure.input(versionInput).mutation(({ ctx, input }) => unpublishCreatorProfile(ctx, input)),
  history: memberProcedure.input(byHandleInput).query(({ ctx, input }) => creatorHistory(ctx, input)),
  evidence: memberProcedure.input(byHandleInput).query(({ ctx, input }) => creatorEvidence(ctx, input)),
  tiers: seekerProcedure.input(tiersInput).query(({ ctx, input }) => engagementTiers(ctx, input)),
  report: memberProcedure.input(reportProfileInput).mutation(({ ctx, input }) => reportProfile(ctx, input)),
  byHandle: memberProcedure.input(pageInput).query(({ ctx, input }) => creatorPage(ctx, input)),
});
