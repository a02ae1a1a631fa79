import { memberProcedure, router } from '../../trpc.ts';
import { sendMessageInput, threadInput } from './schema.ts';
import { listMessages, sendMessage } from './service.ts';

export const messagesRouter = router({
  list: memberProcedure.input(threadInput).query(({ ctx, input }) => listMessages(ctx, input)),
  send: memberProcedure.input(sendMessageInput).mutation(({ ctx, input }) => sendMessage(ctx, input)),
});
