import { creatorProcedure, publicProcedure, router } from '../../trpc.ts';
import { beginConnection, finishConnection } from './connect.ts';
import { addChannel, disconnect, myConnections, proveChannel, syncNow } from './manage.ts';
import { beginInput, channelInput, connectionInput, finishInput } from './schema.ts';

export const connectionsRouter = router({
  mine: creatorProcedure.query(({ ctx }) => myConnections(ctx)),
  begin: creatorProcedure
    .input(beginInput)
    .mutation(({ ctx, input }) => beginConnection(ctx, input, ctx.browser.keep())),
  finish: publicProcedure.input(finishInput).mutation(({ ctx, input }) => finishConnection(ctx, input, ctx.browser.id)),
  disconnect: creatorProcedure.input(connectionInput).mutation(({ ctx, input }) => disconnect(ctx, input)),
  syncNow: creatorProcedure.input(connectionInput).mutation(({ ctx, input }) => syncNow(ctx, input)),
  addChannel: creatorProcedure.input(channelInput).mutation(({ ctx, input }) => addChannel(ctx, input)),
  proveChannel: creatorProcedure.input(connectionInput).mutation(({ ctx, input }) => proveChannel(ctx, input)),
});
