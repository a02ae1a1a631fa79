/* What the form of this folder lets through; loaded with the form's first check. */

import * as z from 'zod';
import { LINK_REFUSALS, readPostLink } from '../../../server/features/publications/links/rules.ts';
import { savePostInput } from '../../../server/features/publications/schema.ts';

/** Refused in the words of the server. */
export const postForm = z.object({ url: savePostInput.shape.url }).superRefine(({ url }, ctx) => {
  const link = readPostLink(url);
  if (typeof link === 'string') ctx.addIssue({ code: 'custom', path: ['url'], message: LINK_REFUSALS[link] });
});
