import { creatorProcedure, router } from '../../trpc.ts';
import { confirm } from './confirm.ts';
import { decline } from './service.ts';
import { confirmInput, requestInput } from './schema.ts';

export const agenciesRouter = router({
  confirm: creatorProcedure.input(confirmInput).mutation(({ ctx, input }) => confirm(ctx, input, ctx)),
  decline: creatorProcedure.input(requestInput).mutation(({ ctx, input }) => decline(ctx, input)),
});
