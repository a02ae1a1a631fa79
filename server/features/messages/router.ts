import { memberProcedure, router } from '../../trpc.ts';
import { listMessagesInput, readThreadInput, sendMessageInput, threadInput } from './schema.ts';
import { listMessages, markThreadRead, sendMessage, threadStatus } from './service.ts';

export const messagesRouter = router({
  list: memberProcedure.input(listMessagesInput).query(({ ctx, input }) => listMessages(ctx, input)),
  read: memberProcedure.input(readThreadInput).mutation(({ ctx, input }) => markThreadRead(ctx, input)),
  status: memberProcedure.input(threadInput).query(({ ctx, input }) => threadStatus(ctx, input)),
  send: memberProcedure.input(sendMessageInput).mutation(({ ctx, input }) => sendMessage(ctx, input)),
});
