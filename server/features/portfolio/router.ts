import { creatorProcedure, memberProcedure, router } from '../../trpc.ts';
import { arrangeInput, changeWorkInput, pinWorkInput, workInput, worksInput } from './schema.ts';
import { arrangeWorks, changeWork, myWorks, pinWork, removeWork, worksOfCreator } from './service.ts';

export const portfolioRouter = router({
  mine: creatorProcedure.query(({ ctx }) => myWorks(ctx)),
  of: memberProcedure.input(worksInput).query(({ ctx, input }) => worksOfCreator(ctx, input)),
  change: creatorProcedure.input(changeWorkInput).mutation(({ ctx, input }) => changeWork(ctx, input)),
  pin: creatorProcedure.input(pinWorkInput).mutation(({ ctx, input }) => pinWork(ctx, input)),
  arrange: creatorProcedure.input(arrangeInput).mutation(({ ctx, input }) => arrangeWorks(ctx, input)),
  remove: creatorProcedure.input(workInput).mutation(({ ctx, input }) => removeWork(ctx, input)),
});
