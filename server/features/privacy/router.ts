import { creatorProcedure, memberProcedure, router } from '../../trpc.ts';
import { confirmAge } from './age.ts';
import { removeAvatar } from './avatar.ts';
import { personalSettings, saveIdentity, saveNotices, setHidden } from './profile.ts';
import { confirmAgeInput, hiddenInput, identityInput, noticesInput } from './schema.ts';

export const privacyRouter = router({
  confirmAge: creatorProcedure.input(confirmAgeInput).mutation(({ ctx, input }) => confirmAge(ctx, input)),
  settings: memberProcedure.query(({ ctx }) => personalSettings(ctx)),
  saveIdentity: memberProcedure.input(identityInput).mutation(({ ctx, input }) => saveIdentity(ctx, input)),
  saveNotices: memberProcedure.input(noticesInput).mutation(({ ctx, input }) => saveNotices(ctx, input)),
  setHidden: creatorProcedure.input(hiddenInput).mutation(({ ctx, input }) => setHidden(ctx, input)),
  removeAvatar: memberProcedure.mutation(({ ctx }) => removeAvatar(ctx)),
});
