import { ADDRESSES } from '../../core/addresses.ts';
import type * as z from 'zod';
import { withTx, type OrgContext, type StaffContext, type SystemContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { placeCursor, requirePlace, toPage, type Page, type pageInput } from '../../core/pagination.ts';
import { truncated } from '../../core/text.ts';
import { requireRight, requireStaffAct, requireVerifiedMailbox } from '../../guards.ts';
import { bindRequestKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import { close, openCase } from '../cases/service.ts';
import { filesOfDeals } from '../conversations/attachments.ts';
import type { AttachmentDto } from '../messages/schema.ts';
import { queueMail } from '../notifications/queue-mail.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { answerBy } from './rules.ts';
import {
  requesters,
  casesOf,
  dealOf,
  clearAuthor,
  insertMessage,
  messagesOf,
  messagesOfCases,
  openHelpCase,
  openHelpCases,
  type OpenHelpCase,
} from './queries.ts';
import type {
  answerHelpInput,
  RequestedHelp,
  requestHelpInput,
  HelpCase,
  helpFilesInput,
  helpInput,
  HelpThread,
} from './schema.ts';

const threadFor = async (tx: OrgContext, contractId: string): Promise<HelpThread> => {
  const which = { contractId, orgId: tx.actor.orgId };
  const { open } = await casesOf(tx.db, which);
  const messages = await messagesOf(tx.db, which);
  return {
    open: open !== null,
    answerBy: open ? answerBy(messages.filter(({ at }) => at >= open.openedAt)) : null,
    messages,
  };
};

/** The org's help requests about a deal, with the operators' answers. Throws not_found. */
export async function helpOf(ctx: OrgContext, { contractId }: z.output<typeof helpInput>): Promise<HelpThread> {
  return withTx(ctx, async (tx) => {
    if (!(await dealOf(tx.db, { contractId, orgId: tx.actor.orgId }))) throw new AppError('not_found');
    return threadFor(tx, contractId);
  });
}

/**
 * Requests help of the operators with a deal: opens a case, or adds to the org's open one. No deadline of the deal
 * stops. Throws not_found, auth.not_allowed.
 */
export async function requestHelp(ctx: OrgContext, input: z.output<typeof requestHelpInput>): Promise<RequestedHelp> {
  requireRight(ctx, 'message.send');
  requireVerifiedMailbox(ctx);
  return withTx(ctx, async (tx) => {
    const { orgId, userId, name } = tx.actor;
    const { contractId, message } = input;
    const repeated = (await bindRequestKey(tx, 'help.ask', input)) === 'repeated';
    if (!(await dealOf(tx.db, { contractId, orgId }))) throw new AppError('not_found');
    if (repeated) return { ...(await threadFor(tx, contractId)), joined: false };
    const { open, count } = await casesOf(tx.db, { contractId, orgId });
    // The next case of this org about this deal: two calls at once name the same one.
    const { id: caseId, opened } = await openCase(tx, {
      kind: 'help',
      key: open?.key ?? `${contractId}:${orgId}:${count + 1}`,
      contractId,
      message,
    });
    await insertMessage(tx.db, {
      id: newId(tx.clock.now().getTime()),
      caseId,
      contractId,
      orgId,
      fromStaff: false,
      authorUser: userId,
      authorName: name,
      body: message,
      at: tx.clock.now(),
    });
    await audit(tx, 'help.asked', `contract:${contractId}`, { case: caseId });
    return { ...(await threadFor(tx, contractId)), joined: !opened };
  });
}

/** Files of a case in its first page. */
const FILES = 12;

/** Open cases of help with what was written, the oldest first. */
export async function openHelp(
  ctx: StaffContext,
  { after, limit }: z.output<typeof pageInput>,
): Promise<Page<HelpCase>> {
  return withTx(ctx, async (tx) => {
    const rows = await openHelpCases(tx.db, { after: requirePlace(after), limit: limit + 1 });
    const messages = await messagesOfCases(
      tx.db,
      rows.map((row) => row.caseId),
    );
    const contractIds = [...new Set(rows.map((row) => row.contractId))];
    const files = await filesOfDeals(tx, { contractIds, limit: FILES });
    const parties = await partiesOf(
      tx,
      rows.flatMap((row) => [row.brandOrg, row.creatorOrg]),
    );
    const toCase = (row: OpenHelpCase): HelpCase => {
      const ofCase = messages.filter((m) => m.caseId === row.caseId);
      return {
        caseId: row.caseId,
        contractId: row.contractId,
        dealTitle: row.dealTitle,
        orgName: row.orgName,
        openedAt: row.openedAt,
        answerBy: answerBy(ofCase),
        otherName: partyIn(parties, row.orgId === row.brandOrg ? row.creatorOrg : row.brandOrg).name,
        messages: ofCase.map(({ id, fromStaff, authorName, body, at }) => ({ id, fromStaff, authorName, body, at })),
        files: files.get(row.contractId) ?? { items: [], next: null },
      };
    };
    return toPage(rows, limit, (row) => placeCursor({ at: row.place, id: row.caseId }), toCase);
  });
}

/** Files of the conversation of an open case's deal from a place on, the last first. Throws not_found. */
export async function helpFiles(
  ctx: StaffContext,
  { caseId, after, limit }: z.output<typeof helpFilesInput>,
): Promise<Page<AttachmentDto>> {
  return withTx(ctx, async (tx) => {
    const row = await openHelpCase(tx.db, caseId);
    if (!row) throw new AppError('not_found');
    const files = await filesOfDeals(tx, { contractIds: [row.contractId], after, limit });
    return files.get(row.contractId) ?? { items: [], next: null };
  });
}

/**
 * An operator's answer: by mail to every user who wrote in the case, and on their deal page. `close`: nothing is left
 * to do. Throws not_found, auth.not_allowed.
 */
export async function answerHelp(
  ctx: StaffContext,
  input: z.output<typeof answerHelpInput>,
): Promise<{ caseId: string }> {
  requireStaffAct(ctx, 'help.answer');
  return withTx(ctx, async (tx) => {
    const row = await openHelpCase(tx.db, input.caseId);
    if (!row) throw new AppError('not_found');
    const at = tx.clock.now();
    const id = newId(at.getTime());
    await insertMessage(tx.db, {
      id,
      caseId: row.caseId,
      contractId: row.contractId,
      orgId: row.orgId,
      fromStaff: true,
      authorUser: tx.actor.userId,
      authorName: tx.actor.name,
      body: input.body,
      at,
    });
    for (const { userId, email } of await requesters(tx.db, row.caseId)) {
      await queueMail(tx, {
        kind: 'help_answered',
        to: email,
        userId,
        key: `${id}:${userId}`,
        data: { title: row.dealTitle, answer: input.body },
        link: ADDRESSES.deal(row.contractId),
      });
    }
    await audit(tx, 'help.answered', `contract:${row.contractId}`, { case: row.caseId });
    if (input.close) await close(tx, { caseId: row.caseId, note: truncated(input.body, 1000) });
    return { caseId: row.caseId };
  });
}

/** Part of a person's erasure. */
export const eraseFromHelp = (tx: SystemContext, who: { userId: string; name: string }): Promise<void> =>
  clearAuthor(tx.db, who);
