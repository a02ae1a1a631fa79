import { brandProcedure, publicProcedure, router } from '../../trpc.ts';
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
  list: brandProcedure.input(listSequencesInput).query(({ ctx, input }) => listSequences(ctx, input)),
  detail: brandProcedure.input(sequenceInput).query(({ ctx, input }) => getSequence(ctx, input)),
  create: brandProcedure.input(createSequenceInput).mutation(({ ctx, input }) => createSequence(ctx, input)),
  save: brandProcedure.input(saveSequenceInput).mutation(({ ctx, input }) => saveSequence(ctx, input)),
  approve: brandProcedure.input(approveInput).mutation(({ ctx, input }) => approveSequence(ctx, input)),
  pause: brandProcedure
    .input(sequenceInput)
    .mutation(({ ctx, input }) => moveSequence(ctx, { ...input, move: 'pause' })),
  resume: brandProcedure
    .input(sequenceInput)
    .mutation(({ ctx, input }) => moveSequence(ctx, { ...input, move: 'resume' })),
  end: brandProcedure.input(sequenceInput).mutation(({ ctx, input }) => moveSequence(ctx, { ...input, move: 'end' })),
  recipients: brandProcedure.input(listRecipientsInput).query(({ ctx, input }) => listRecipients(ctx, input)),
  addRecipients: brandProcedure.input(addRecipientsInput).mutation(({ ctx, input }) => addRecipients(ctx, input)),
  removeRecipients: brandProcedure
    .input(removeRecipientsInput)
    .mutation(({ ctx, input }) => removeRecipients(ctx, input)),
  preview: brandProcedure.input(previewInput).query(({ ctx, input }) => previewFor(ctx, input)),
  suppressions: brandProcedure.input(listSuppressionsInput).query(({ ctx, input }) => listSuppressions(ctx, input)),
  suppress: brandProcedure.input(suppressInput).mutation(({ ctx, input }) => suppress(ctx, input)),
  /** Behind the signed link of a message. */
  contact: publicProcedure.input(contactTokenInput).query(({ ctx, input }) => readContact(ctx, input)),
  answer: publicProcedure.input(answerContactInput).mutation(({ ctx, input }) => giveAnswer(ctx, input)),
  unsuppress: brandProcedure.input(suppressionInput).mutation(({ ctx, input }) => unsuppress(ctx, input)),
  remove: brandProcedure.input(sequenceInput).mutation(({ ctx, input }) => removeSequence(ctx, input)),
});
