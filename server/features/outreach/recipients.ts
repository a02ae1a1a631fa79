import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { type Page, readPlace, rowCursor, toPage } from '../../core/pagination.ts';
import { requireRight } from '../../guards.ts';
import { searchCreators } from '../discovery/service.ts';
import { listItems } from '../lists/service.ts';
import { signalWorkflows } from '../outbox/commands.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import {
  countRecipients,
  creatorsByHandle,
  deleteRecipients,
  deleteSuppression,
  endActive,
  importedPeople,
  insertRecipients,
  insertSuppression,
  recipientById,
  recipientsOf,
  sendsOf,
  suppressedOf,
  suppressionsOf,
} from './queries/recipients.ts';
import { sequenceById } from './queries/sequences.ts';
import { fillIn, MAX_RECIPIENTS, messagesOf, textFor, variantOf } from './rules.ts';
import type {
  AddedRecipients,
  addRecipientsInput,
  listRecipientsInput,
  listSuppressionsInput,
  Preview,
  previewInput,
  RecipientRow,
  removeRecipientsInput,
  suppressInput,
  suppressionInput,
  SuppressionRow,
} from './schema.ts';
import { missingRecipients, requireDraft } from './service.ts';
import { missingFor, sharedValues, valuesOf } from './values.ts';

const plain = (handle: string): string => handle.replace(/^@/u, '').toLowerCase();

type From = z.output<typeof addRecipientsInput>['from'];

interface Wanted {
  creatorOrg: string | null;
  importedId: string | null;
  email: string | null;
}

async function peopleFrom(tx: OrgContext, from: From): Promise<{ people: Wanted[]; unknown: string[] }> {
  const members = (orgIds: readonly string[]): Wanted[] =>
    orgIds.map((creatorOrg) => ({ creatorOrg, importedId: null, email: null }));
  if (from.kind === 'search') {
    const { items } = await searchCreators(tx, { filters: from.filters, limit: from.most });
    return { people: members(items.map(({ orgId }) => orgId)), unknown: [] };
  }
  if (from.kind === 'list') {
    const orgIds: string[] = [];
    let after: string | undefined;
    do {
      const page = await listItems(tx, { listId: from.listId, limit: 100, ...(after ? { after } : {}) });
      orgIds.push(...page.items.map(({ creator }) => creator.orgId));
      after = page.next ?? undefined;
    } while (after && orgIds.length <= MAX_RECIPIENTS);
    return { people: members(orgIds), unknown: [] };
  }
  if (from.kind === 'import') {
    const { orgId } = tx.actor;
    const rows = await importedPeople(tx.db, { orgId, importId: from.importId, limit: MAX_RECIPIENTS + 1 });
    const linked = new Set(rows.flatMap((row) => row.creator_org ?? []));
    return {
      people: [
        ...members([...linked]),
        ...rows
          .filter((row) => row.creator_org === null)
          .map((row) => ({ creatorOrg: null, importedId: row.imported_id, email: row.email })),
      ],
      unknown: [],
    };
  }
  const handles = [...new Set(from.handles.map(plain))];
  const found = new Map((await creatorsByHandle(tx.db, handles)).map((row) => [row.handle, row.org_id]));
  return {
    people: members(handles.flatMap((handle) => found.get(handle) ?? [])),
    unknown: handles.filter((handle) => !found.has(handle)),
  };
}

/** Adds people to a draft; those who are suppressed are left out. Throws outreach.full beyond what a sequence holds. */
export async function addRecipients(
  ctx: OrgContext,
  { sequenceId, from }: z.output<typeof addRecipientsInput>,
): Promise<AddedRecipients> {
  requireRight(ctx, 'outreach.edit');
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    const row = await requireDraft(tx, sequenceId);
    const { people, unknown } = await peopleFrom(tx, from);
    const suppressed = await suppressedOf(tx.db, {
      orgId,
      creatorOrgs: people.flatMap(({ creatorOrg }) => creatorOrg ?? []),
      emails: people.flatMap(({ email }) => email ?? []),
    });
    const open = people.filter(({ creatorOrg, email }) => !suppressed.has(creatorOrg ?? email ?? ''));
    const before = await countRecipients(tx.db, sequenceId);
    if (before + open.length > MAX_RECIPIENTS) throw new AppError('outreach.full', { max: MAX_RECIPIENTS });
    const now = tx.clock.now();
    const added = await insertRecipients(
      tx.db,
      open.map(({ creatorOrg, importedId }, i) => ({
        id: newId(now.getTime()),
        sequenceId,
        orgId,
        creatorOrg,
        importedId,
        variant: variantOf(before + i, row.steps),
        at: now,
      })),
    );
    return { added, known: open.length - added, refused: people.length - open.length, unknown };
  });
}

/** Removes recipients of a draft: those named, or those whose messages lack a value. */
export async function removeRecipients(
  ctx: OrgContext,
  { sequenceId, recipientIds }: z.output<typeof removeRecipientsInput>,
): Promise<{ removed: number }> {
  requireRight(ctx, 'outreach.edit');
  return withTx(ctx, async (tx) => {
    const row = await requireDraft(tx, sequenceId);
    const ids = recipientIds ?? (await missingRecipients(tx, row));
    return { removed: await deleteRecipients(tx.db, { sequenceId, ids }) };
  });
}

export async function listRecipients(
  ctx: OrgContext,
  { sequenceId, after, limit }: z.output<typeof listRecipientsInput>,
): Promise<Page<RecipientRow>> {
  return withTx(ctx, async (tx) => {
    const row = await sequenceById(tx.db, sequenceId);
    if (!row || row.org_id !== tx.actor.orgId) throw new AppError('not_found');
    const rows = await recipientsOf(tx.db, { sequenceId, after: readPlace(after), limit: limit + 1 });
    const parties = await partiesOf(
      tx,
      rows.map((r) => r.creator_org),
    );
    const missing = await missingFor(tx, row);
    return toPage(rows, limit, rowCursor, (r): RecipientRow => ({
      id: r.id,
      party: r.creator_org ? partyIn(parties, r.creator_org) : null,
      name: r.name ?? `@${r.handle}`,
      channel: r.creator_org ? 'in_app' : 'mail',
      variant: r.variant,
      state: r.state,
      sent: r.next_message,
      dueAt: r.due_at,
      missing: row.state === 'draft' ? missing(r) : [],
    }));
  });
}

/** All messages as the recipient gets them; missing values are named and stay in braces. */
export async function previewFor(ctx: OrgContext, { recipientId }: z.output<typeof previewInput>): Promise<Preview> {
  return withTx(ctx, async (tx) => {
    const recipient = await recipientById(tx.db, { id: recipientId, orgId: tx.actor.orgId });
    const row = recipient && (await sequenceById(tx.db, recipient.sequence_id));
    if (!recipient || !row) throw new AppError('not_found');
    const values = valuesOf(await sharedValues(tx, row), recipient);
    const sent = new Map((await sendsOf(tx.db, recipientId)).map((s) => [s.message, s.created_at]));
    return {
      recipientId,
      name: recipient.name ?? `@${recipient.handle}`,
      variant: recipient.variant,
      channel: recipient.creator_org ? 'in_app' : 'mail',
      subject: fillIn(row.subject, values).text,
      source: recipient.source,
      messages: messagesOf(row.steps).map((message, i) => ({
        text: fillIn(textFor(message, recipient.variant), values).text,
        afterDays: message.afterDays,
        sentAt: sent.get(i) ?? null,
      })),
      missing: (await missingFor(tx, row))(recipient),
    };
  });
}

/** Never contacts this creator again through outreach. Throws not_found for a handle that no creator has. */
export async function suppress(ctx: OrgContext, { handle }: z.output<typeof suppressInput>): Promise<void> {
  requireRight(ctx, 'outreach.edit');
  await withTx(ctx, async (tx) => {
    const { orgId, userId } = tx.actor;
    const [found] = await creatorsByHandle(tx.db, [plain(handle)]);
    if (!found) throw new AppError('outreach.unknown_handle', { field: 'handle' });
    const now = tx.clock.now();
    const id = newId(now.getTime());
    await insertSuppression(tx.db, { id, orgId, creatorOrg: found.org_id, by: userId, at: now });
    const ended = await endActive(tx.db, { orgId, creatorOrg: found.org_id, at: now }, 'suppressed');
    await signalWorkflows(
      tx,
      ended.map((sequence) => ({ type: 'outreachSequence', id: sequence })),
      'recipient_suppressed',
      id,
    );
  });
}

/** Takes an entry made by hand from the list; what a creator decided stays. Throws outreach.suppression_stays. */
export async function unsuppress(ctx: OrgContext, { suppressionId }: z.output<typeof suppressionInput>): Promise<void> {
  requireRight(ctx, 'outreach.edit');
  await withTx(ctx, async (tx) => {
    const was = await deleteSuppression(tx.db, { id: suppressionId, orgId: tx.actor.orgId });
    if (was === 'gone') throw new AppError('not_found');
    if (was === 'kept') throw new AppError('outreach.suppression_stays');
  });
}

export async function listSuppressions(
  ctx: OrgContext,
  { after, limit }: z.output<typeof listSuppressionsInput>,
): Promise<Page<SuppressionRow>> {
  return withTx(ctx, async (tx) => {
    const rows = await suppressionsOf(tx.db, { orgId: tx.actor.orgId, after: readPlace(after), limit: limit + 1 });
    const parties = await partiesOf(
      tx,
      rows.map((row) => row.creator_org),
    );
    return toPage(rows, limit, rowCursor, (row): SuppressionRow => ({
      id: row.id,
      party: row.creator_org ? partyIn(parties, row.creator_org) : null,
      email: row.email,
      reason: row.reason,
      createdAt: row.created_at,
    }));
  });
}
