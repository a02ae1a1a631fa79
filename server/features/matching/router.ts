import { brandProcedure, router } from '../../trpc.ts';
import { ofCampaignInput } from './schema.ts';
import { matchesOfCampaign } from './service.ts';

export const matchingRouter = router({
  ofCampaign: brandProcedure.input(ofCampaignInput).query(({ ctx, input }) => matchesOfCampaign(ctx, input)),
});
