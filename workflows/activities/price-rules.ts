import { suggestPage } from '../../server/features/price-rules/suggest.ts';
import { bindActivities, type ActivityContext } from './context.ts';

export const QUEUE = 'discovery';
export const createActivities = (ctx: ActivityContext) =>
  bindActivities(ctx, 'priceSuggestions', { suggestPrices: suggestPage });
export type PriceRuleActivities = ReturnType<typeof createActivities>;
