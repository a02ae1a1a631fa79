import type * as z from 'zod';
import { withTx, type OrgContext, type StaffContext, type SystemContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { openCase } from '../cases/service.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { conversationOfCase, newestMessages } from './queries/cards.ts';
import {
  deleteOfPerson,
  deleteTemplate,
  markRead,
  marksOf,
  saveTemplate,
  setMarks,
  templatesOf,
} from './queries/marks.ts';
import { clearAuthor } from './queries/messages.ts';
import { MAX_TEMPLATES } from './rules.ts';
import type {
  markInput,
  readInput,
  reportedInput,
  ReportedConversation,
  reportInput,
  saveTemplateInput,
  TemplateDto,
  templateInput,
} from './schema.ts';
import { ownConversation } from './status.ts';

/** The person has seen a conversation up to a message; the others of the org keep their own marks. Throws not_found. */
export async function markConversationRead(
  ctx: OrgContext,
  { conversationId, upTo }: z.output<typeof readInput>,
): Promise<{ read: true }> {
  return withTx(ctx, async (tx) => {
    await ownConversation(tx, conversationId);
    const { userId } = tx.actor;
    if (!(await markRead(tx.db, { userId, conversationId, messageId: upTo }))) throw new AppError('not_found');
    return { read: true };
  });
}

/**
 * Puts a conversation away until its next message, or silences it: the person gets no notices and mails of it. Throws
 * not_found.
 */
export async function markConversation(
  ctx: OrgContext,
  { conversationId, archived, muted }: z.output<typeof markInput>,
): Promise<{ archived: boolean; muted: boolean }> {
  return withTx(ctx, async (tx) => {
    await ownConversation(tx, conversationId);
    const key = { userId: tx.actor.userId, conversationId };
    const now = tx.clock.now();
    await setMarks(tx.db, {
      ...key,
      ...(archived === undefined ? {} : { archivedAt: archived ? now : null }),
      ...(muted === undefined ? {} : { mutedAt: muted ? now : null }),
    });
    return (await marksOf(tx.db, key)) ?? { archived: false, muted: false };
  });
}

/** Reports a conversation to staff, once a day for each org. Throws not_found. */
export async function reportConversation(
  ctx: OrgContext,
  { conversationId, reason }: z.output<typeof reportInput>,
): Promise<{ reported: true }> {
  requireVerifiedMailbox(ctx);
  return withTx(ctx, async (tx) => {
    await ownConversation(tx, conversationId);
    const day = tx.clock.now().toISOString().slice(0, 10);
    await openCase(tx, {
      kind: 'conversation_reported',
      key: `${conversationId}:${tx.actor.orgId}:${day}`,
      message: reason,
    });
    await audit(tx, 'conversation.reported', `conversation:${conversationId}`);
    return { reported: true };
  });
}

/** Messages of a reported conversation that staff read. */
const SHOWN_TO_STAFF = 30;

/** The conversation that a case is about. Throws not_found. */
export async function reportedConversation(
  ctx: StaffContext,
  { caseId }: z.output<typeof reportedInput>,
): Promise<ReportedConversation> {
  return withTx(ctx, async (tx) => {
    const found = await conversationOfCase(tx.db, caseId);
    if (!found) throw new AppError('not_found');
    const parties = await partiesOf(tx, [found.brandOrg, found.creatorOrg]);
    const rows = await newestMessages(tx.db, found.id, SHOWN_TO_STAFF);
    return {
      conversationId: found.id,
      brand: partyIn(parties, found.brandOrg),
      creator: partyIn(parties, found.creatorOrg),
      messages: rows.toReversed().map(({ id, authorName, body, at, heldAt, removedAt }) => ({
        id,
        authorName,
        body,
        at,
        state: removedAt ? 'removed' : heldAt ? 'held' : 'sent',
      })),
    };
  });
}

/** The templates of the org, by name. */
export const templates = (ctx: OrgContext): Promise<TemplateDto[]> =>
  withTx(ctx, (tx) => templatesOf(tx.db, tx.actor.orgId));

/** Saves a new template, or one of the org. Throws not_found, auth.not_allowed, input.invalid (too many). */
export async function keepTemplate(ctx: OrgContext, input: z.output<typeof saveTemplateInput>): Promise<TemplateDto[]> {
  requireRight(ctx, 'message.send');
  return withTx(ctx, async (tx) => {
    const { orgId, userId } = tx.actor;
    const own = await templatesOf(tx.db, orgId);
    if (input.id && !own.some(({ id }) => id === input.id)) throw new AppError('not_found');
    if (!input.id && own.length >= MAX_TEMPLATES)
      throw new AppError('input.invalid', { field: 'name', problem: 'too_many', max: MAX_TEMPLATES });
    const at = tx.clock.now();
    const { name, body } = input;
    await saveTemplate(tx.db, { id: input.id ?? newId(at.getTime()), orgId, userId, name, body, at });
    return templatesOf(tx.db, orgId);
  });
}

/** Throws not_found, auth.not_allowed. */
export async function dropTemplate(ctx: OrgContext, { id }: z.output<typeof templateInput>): Promise<TemplateDto[]> {
  requireRight(ctx, 'message.send');
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    if (!(await deleteTemplate(tx.db, { id, orgId }))) throw new AppError('not_found');
    return templatesOf(tx.db, orgId);
  });
}

/** Part of a person's erasure. */
export async function eraseFromConversations(tx: SystemContext, userId: string): Promise<void> {
  await deleteOfPerson(tx.db, userId);
  await clearAuthor(tx.db, userId);
}
