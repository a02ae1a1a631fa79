import type * as z from 'zod';
import type { OrgContext } from '../../context.ts';
import type { FileDto } from '../content/schema.ts';
import type { Incoming } from '../content/uploads.ts';
import { receiveForMessage } from '../conversations/attachments.ts';
import { ATTACHMENT_TYPES } from '../conversations/rules.ts';
import type { threadInput } from './schema.ts';
import { findThread } from './service.ts';

/** A file for the sender's next message of the thread. Throws what `receiveForMessage` throws, and not_found. */
export const receiveAttachment = (
  ctx: OrgContext,
  { thread, ...file }: Incoming & { thread: z.output<typeof threadInput> },
): Promise<FileDto> =>
  receiveForMessage(ctx, {
    ...file,
    types: ATTACHMENT_TYPES,
    async find(tx) {
      const { offerId, brandOrg, creatorOrg, agencyOrg } = await findThread(tx, thread);
      return { offerId, conversationId: null, brandOrg, creatorOrg, agencyOrg };
    },
  });
