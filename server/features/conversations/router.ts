import { memberProcedure, router, staffProcedure } from '../../trpc.ts';
import { removeAttachment } from './attachments.ts';
import {
  dropTemplate,
  keepTemplate,
  markConversation,
  markConversationRead,
  reportConversation,
  reportedConversation,
  templates,
} from './marks.ts';
import {
  attachmentInput,
  conversationInput,
  entriesInput,
  listConversationsInput,
  markInput,
  readInput,
  reportedInput,
  reportInput,
  saveTemplateInput,
  sendInput,
  templateInput,
  withOrgInput,
} from './schema.ts';
import {
  conversation,
  conversations,
  conversationSide,
  conversationWith,
  entries,
  send,
  suggestions,
  unreadConversations,
} from './service.ts';

export const conversationsRouter = router({
  list: memberProcedure.input(listConversationsInput).query(({ ctx, input }) => conversations(ctx, input)),
  unread: memberProcedure.query(({ ctx }) => unreadConversations(ctx)),
  one: memberProcedure.input(conversationInput).query(({ ctx, input }) => conversation(ctx, input)),
  with: memberProcedure.input(withOrgInput).query(({ ctx, input }) => conversationWith(ctx, input)),
  entries: memberProcedure.input(entriesInput).query(({ ctx, input }) => entries(ctx, input)),
  beside: memberProcedure.input(conversationInput).query(({ ctx, input }) => conversationSide(ctx, input)),
  suggestions: memberProcedure.query(({ ctx }) => suggestions(ctx)),
  send: memberProcedure.input(sendInput).mutation(({ ctx, input }) => send(ctx, input)),
  removeFile: memberProcedure.input(attachmentInput).mutation(({ ctx, input }) => removeAttachment(ctx, input)),
  read: memberProcedure.input(readInput).mutation(({ ctx, input }) => markConversationRead(ctx, input)),
  mark: memberProcedure.input(markInput).mutation(({ ctx, input }) => markConversation(ctx, input)),
  report: memberProcedure.input(reportInput).mutation(({ ctx, input }) => reportConversation(ctx, input)),
  reported: staffProcedure.input(reportedInput).query(({ ctx, input }) => reportedConversation(ctx, input)),
  templates: memberProcedure.query(({ ctx }) => templates(ctx)),
  saveTemplate: memberProcedure.input(saveTemplateInput).mutation(({ ctx, input }) => keepTemplate(ctx, input)),
  removeTemplate: memberProcedure.input(templateInput).mutation(({ ctx, input }) => dropTemplate(ctx, input)),
});
