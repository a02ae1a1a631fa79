import type { OwnPriceRules } from '../../../server/features/price-rules/schema.ts';
import { keepAnswer } from '@/lib/form-start.ts';
import { api } from '@/lib/trpc.ts';

/** Shows the answer of an act; prices of packages and rates may have changed with it. */
export function keepRules(data: OwnPriceRules): void {
  keepAnswer(api.priceRules.mine.queryOptions().queryKey, data);
  void api.packages.invalidate();
  void api.creators.invalidate();
}
