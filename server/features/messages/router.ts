import { memberProcedure, router } from '../../trpc.ts';
import { readThreadInput, sendMessageInput, threadInput } from './schema.ts';
import { listMessages, markThreadRead, sendMessage } from './service.ts';

export const messagesRouter = router({
  list: memberProcedure.input(threadInput).query(({ ctx, input }) => listMessages(ctx, input)),
  read: memberProcedure.input(readThreadInput).mutation(({ ctx, input }) => markThreadRead(ctx, input)),
  send: memberProcedure.input(sendMessageInput).mutation(({ ctx, input }) => sendMessage(ctx, input)),
});
