import { creatorProcedure, memberProcedure, publicProcedure, router } from '../../trpc.ts';
import { confirmAge } from './age.ts';
import { removeAvatar } from './avatar.ts';
import {
  requestAccountDeletion,
  cancelDeletion,
  confirmDeletion,
  deletionStatus,
  myDeletion,
  requestDeletion,
} from './deletion.ts';
import { downloadExport, newestExport, requestExport } from './export.ts';
import { personalSettings, saveIdentity, saveNotices, setHidden } from './profile.ts';
import {
  requestAccountDeletionInput,
  confirmAgeInput,
  confirmDeletionInput,
  deletionCodeInput,
  exportInput,
  hiddenInput,
  identityInput,
  noticesInput,
} from './schema.ts';

export const privacyRouter = router({
  confirmAge: creatorProcedure.input(confirmAgeInput).mutation(({ ctx, input }) => confirmAge(ctx, input)),
  settings: memberProcedure.query(({ ctx }) => personalSettings(ctx)),
  saveIdentity: memberProcedure.input(identityInput).mutation(({ ctx, input }) => saveIdentity(ctx, input)),
  saveNotices: memberProcedure.input(noticesInput).mutation(({ ctx, input }) => saveNotices(ctx, input)),
  setHidden: creatorProcedure.input(hiddenInput).mutation(({ ctx, input }) => setHidden(ctx, input)),
  removeAvatar: memberProcedure.mutation(({ ctx }) => removeAvatar(ctx)),
  export: memberProcedure.query(({ ctx }) => newestExport(ctx)),
  requestExport: memberProcedure.mutation(({ ctx }) => requestExport(ctx)),
  downloadExport: memberProcedure.input(exportInput).mutation(({ ctx, input }) => downloadExport(ctx, input)),
  deletion: memberProcedure.query(({ ctx }) => myDeletion(ctx)),
  requestDeletion: memberProcedure.mutation(({ ctx }) => requestDeletion(ctx)),
  cancelDeletion: memberProcedure.mutation(({ ctx }) => cancelDeletion(ctx)),
  requestAccountDeletion: publicProcedure
    .input(requestAccountDeletionInput)
    .mutation(({ ctx, input }) => requestAccountDeletion(ctx, input, ctx.ip)),
  confirmDeletion: publicProcedure
    .input(confirmDeletionInput)
    .mutation(({ ctx, input }) => confirmDeletion(ctx, input, ctx.ip)),
  deletionStatus: publicProcedure.input(deletionCodeInput).query(({ ctx, input }) => deletionStatus(ctx, input)),
});
