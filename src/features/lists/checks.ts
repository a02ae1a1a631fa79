/* What the forms of this folder let through; loaded with a form's first check. */

import * as z from 'zod';
import { noteInput, renameListInput, tagInput } from '../../../server/features/lists/schema.ts';
import { tagsOfText } from '@/features/lists/tags.ts';

export const listName = renameListInput.pick({ name: true });
export const noteAndTags = z.object({
  note: noteInput.shape.note,
  tags: z.string().transform(tagsOfText).pipe(tagInput.shape.tags),
});
