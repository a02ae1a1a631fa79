import { publicProcedure, router, seekerProcedure } from '../../trpc.ts';
import { giveAnswer, readContact } from './answer.ts';
import {
  addRecipients,
  listRecipients,
  listSuppressions,
  previewFor,
  removeRecipients,
  suppress,
  unsuppress,
} from './recipients.ts';
import {
  addRecipientsInput,
  answerContactInput,
  approveInput,
  contactTokenInput,
  createSequenceInput,
  listRecipientsInput,
  listSequencesInput,
  listSuppressionsInput,
  previewInput,
  removeRecipientsInput,
  saveSequenceInput,
  sequenceInput,
  suppressInput,
  suppressionInput,
} from './schema.ts';
import {
  approveSequence,
  createSequence,
  getSequence,
  listSequences,
  moveSequence,
  removeSequence,
  saveSequence,
} from './service.ts';

export const outreachRouter = router({
  list: seekerProcedure.input(listSequencesInput).query(({ ctx, input }) => listSequences(ctx, input)),
  detail: seekerProcedure.input(sequenceInput).query(({ ctx, input }) => getSequence(ctx, input)),
  create: seekerProcedure.input(createSequenceInput).mutation(({ ctx, input }) => createSequence(ctx, input)),
  save: seekerProcedure.input(saveSequenceInput).mutation(({ ctx, input }) => saveSequence(ctx, input)),
  approve: seekerProcedure.input(approveInput).mutation(({ ctx, input }) => approveSequence(ctx, input)),
  pause: seekerProcedure
    .input(sequenceInput)
    .mutation(({ ctx, input }) => moveSequence(ctx, { ...input, move: 'pause' })),
  resume: seekerProcedure
    .input(sequenceInput)
    .mutation(({ ctx, input }) => moveSequence(ctx, { ...input, move: 'resume' })),
  end: seekerProcedure.input(sequenceInput).mutation(({ ctx, input }) => moveSequence(ctx, { ...input, move: 'end' })),
  recipients: seekerProcedure.input(listRecipientsInput).query(({ ctx, input }) => listRecipients(ctx, input)),
  addRecipients: seekerProcedure.input(addRecipientsInput).mutation(({ ctx, input }) => addRecipients(ctx, input)),
  removeRecipients: seekerProcedure
    .input(removeRecipientsInput)
    .mutation(({ ctx, input }) => removeRecipients(ctx, input)),
  preview: seekerProcedure.input(previewInput).query(({ ctx, input }) => previewFor(ctx, input)),
  suppressions: seekerProcedure.input(listSuppressionsInput).query(({ ctx, input }) => listSuppressions(ctx, input)),
  suppress: seekerProcedure.input(suppressInput).mutation(({ ctx, input }) => suppress(ctx, input)),
  /** Behind the signed link of a message. */
  contact: publicProcedure.input(contactTokenInput).query(({ ctx, input }) => readContact(ctx, input)),
  answer: publicProcedure.input(answerContactInput).mutation(({ ctx, input }) => giveAnswer(ctx, input)),
  unsuppress: seekerProcedure.input(suppressionInput).mutation(({ ctx, input }) => unsuppress(ctx, input)),
  remove: seekerProcedure.input(sequenceInput).mutation(({ ctx, input }) => removeSequence(ctx, input)),
});
