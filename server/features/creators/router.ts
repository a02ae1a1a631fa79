import { creatorProcedure, memberProcedure, router } from '../../trpc.ts';
import { byHandleInput, creatorInput } from './schema.ts';
import { creatorHistory, creatorPage, myCreatorProfile, publishCreatorProfile, saveCreatorProfile } from './service.ts';

export const creatorsRouter = router({
  mine: creatorProcedure.query(({ ctx }) => myCreatorProfile(ctx)),
  save: creatorProcedure.input(creatorInput).mutation(({ ctx, input }) => saveCreatorProfile(ctx, input)),
  publish: creatorProcedure.mutation(({ ctx }) => publishCreatorProfile(ctx)),
  history: memberProcedure.input(byHandleInput).query(({ ctx, input }) => creatorHistory(ctx, input)),
  byHandle: memberProcedure.input(byHandleInput).query(({ ctx, input }) => creatorPage(ctx, input)),
});
