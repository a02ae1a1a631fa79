import { pageInput } from '../../core/pagination.ts';
import { memberProcedure, router, staffProcedure } from '../../trpc.ts';
import { listNotificationsInput, markReadInput, retryMailInput } from './schema.ts';
import { listNotifications, markRead, retryMail, undeliveredMails, unreadNotifications } from './service.ts';

export const notificationsRouter = router({
  list: memberProcedure.input(listNotificationsInput).query(({ ctx, input }) => listNotifications(ctx, input)),
  unread: memberProcedure.query(({ ctx }) => unreadNotifications(ctx)),
  markRead: memberProcedure.input(markReadInput).mutation(({ ctx, input }) => markRead(ctx, input)),
  undeliveredMails: staffProcedure
    .input(pageInput.prefault({}))
    .query(({ ctx, input }) => undeliveredMails(ctx, input)),
  retryMail: staffProcedure.input(retryMailInput).mutation(({ ctx, input }) => retryMail(ctx, input)),
});
