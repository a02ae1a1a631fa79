import { memberProcedure, router } from '../../trpc.ts';
import { listNotificationsInput, markReadInput } from './schema.ts';
import { listNotifications, markRead, unreadNotifications } from './service.ts';

export const notificationsRouter = router({
  list: memberProcedure.input(listNotificationsInput).query(({ ctx, input }) => listNotifications(ctx, input)),
  unread: memberProcedure.query(({ ctx }) => unreadNotifications(ctx)),
  markRead: memberProcedure.input(markReadInput).mutation(({ ctx, input }) => markRead(ctx, input)),
});
