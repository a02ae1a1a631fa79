import type { Mailboxes } from '../notifications/mail-sender.ts';
import { clearBounced, markBounced } from './queries/mailboxes.ts';

/** A mailbox that refuses mails for good is shown in its owner's account, until it takes one. */
export const accountMailboxes: Mailboxes = {
  accepted: (ctx, addresses) => clearBounced(ctx.db, addresses),
  refused: (ctx, address) => markBounced(ctx.db, { address, at: ctx.clock.now() }),
};
