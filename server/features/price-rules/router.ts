import { creatorProcedure, memberProcedure, router } from '../../trpc.ts';
import { fairBands } from './bands.ts';
import { bandsInput, decideSuggestionInput, savePricePolicyInput, simulateInput } from './schema.ts';
import { decideSuggestion, myPriceRules, savePriceRules, simulate } from './service.ts';

export const priceRulesRouter = router({
  mine: creatorProcedure.query(({ ctx }) => myPriceRules(ctx)),
  save: creatorProcedure.input(savePricePolicyInput).mutation(({ ctx, input }) => savePriceRules(ctx, input)),
  decide: creatorProcedure.input(decideSuggestionInput).mutation(({ ctx, input }) => decideSuggestion(ctx, input)),
  simulate: creatorProcedure.input(simulateInput).query(({ ctx, input }) => simulate(ctx, input)),
  bands: memberProcedure.input(bandsInput).query(({ ctx, input }) => fairBands(ctx, input)),
});
