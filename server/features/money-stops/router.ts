import { memberProcedure, router } from '../../trpc.ts';
import { stoppedCurrencies } from './service.ts';

export const moneyStopsRouter = router({
  current: memberProcedure.query(({ ctx }) => stoppedCurrencies(ctx)),
});
