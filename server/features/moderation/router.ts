import { pageInput } from '../../core/pagination.ts';
import { router, staffProcedure } from '../../trpc.ts';
import { heldTexts, releaseText, removeText } from './decisions.ts';
import { releaseTextInput, removeTextInput } from './schema.ts';

export const moderationRouter = router({
  held: staffProcedure.input(pageInput).query(({ ctx, input }) => heldTexts(ctx, input)),
  release: staffProcedure.input(releaseTextInput).mutation(({ ctx, input }) => releaseText(ctx, input)),
  remove: staffProcedure.input(removeTextInput).mutation(({ ctx, input }) => removeText(ctx, input)),
});
