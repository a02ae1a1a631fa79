import type { OrgContext } from '../../context.ts';

/** What an org did towards another one that had reached out to it: it answered, declined an offer, or blocked it. */
export interface ContactEvent {
  kind: 'reply' | 'decline' | 'block';
  by: string;
  to: string;
}
export type ContactReaction = (tx: OrgContext, event: ContactEvent) => Promise<void>;

const reactions: ContactReaction[] = [];

/**
 * Has a function called in the transaction of every such act, under the row security of the org that acts (`by`). A
 * feature that stops by itself when the other side answers registers once, at the top level of the service that starts
 * what is stopped: then no process starts it without stopping it.
 */
export function onContact(reaction: ContactReaction): void {
  reactions.push(reaction);
}

/** Calls what is registered; a failure fails the act. In the caller's transaction. */
export async function reactToContact(tx: OrgContext, event: ContactEvent): Promise<void> {
  for (const reaction of reactions) await reaction(tx, event);
}
