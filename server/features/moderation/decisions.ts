import type * as z from 'zod';
import { withTx, type StaffContext } from '../../context.ts';
import type { Address } from '../../core/addresses.ts';
import { AppError } from '../../core/errors.ts';
import { COUNT_CAP } from '../../core/lists.ts';
import { type pageInput, requirePlace, rowCursor, toPage } from '../../core/pagination.ts';
import { requireStaffAct } from '../../guards.ts';
import type { HeldTextEffects } from '../../registration.ts';
import { audit } from '../audit/audit.ts';
import { notify } from '../notifications/notify.ts';
import { REGISTRATIONS } from '../registrations.gen.ts';
import { countWaiting, decide, waitingTexts } from './queries.ts';
import type { TextKind } from './rules.ts';
import type { HeldTexts, releaseTextInput, removeTextInput } from './schema.ts';

const EFFECTS: Partial<Record<TextKind, HeldTextEffects>> = Object.assign(
  {},
  ...REGISTRATIONS.map(({ heldTexts }) => heldTexts),
);

/** Texts that wait for staff, the oldest first. */
export async function heldTexts(ctx: StaffContext, { after, limit }: z.output<typeof pageInput>): Promise<HeldTexts> {
  return withTx(ctx, async (tx) => {
    const rows = await waitingTexts(tx.db, { after: requirePlace(after), limit: limit + 1 });
    return {
      ...toPage(rows, limit, rowCursor, ({ id, kind, orgId, orgName, text, rule, start, end, at }) => ({
        id,
        kind,
        orgId,
        orgName,
        text,
        rule,
        start,
        end,
        at,
      })),
      count: await countWaiting(tx.db, COUNT_CAP),
    };
  });
}

/** Shows a held text to others; its author is notified. Throws state.already_decided. */
export async function releaseText(
  ctx: StaffContext,
  { heldId }: z.output<typeof releaseTextInput>,
): Promise<{ id: string }> {
  requireStaffAct(ctx, 'moderation.release');
  return settle(ctx, { heldId, state: 'released', reason: null });
}

/** Keeps a held text from others for good; its author is notified of the reason. Throws state.already_decided. */
export async function removeText(
  ctx: StaffContext,
  { heldId, reason }: z.output<typeof removeTextInput>,
): Promise<{ id: string }> {
  requireStaffAct(ctx, 'moderation.remove');
  return settle(ctx, { heldId, state: 'removed', reason });
}

/** So much of a text stands in the notice about it. */
const EXCERPT = 80;
const excerptOf = (text: string): string => {
  const characters = [...text.replaceAll(/\s+/g, ' ')];
  return characters.length <= EXCERPT ? characters.join('') : `${characters.slice(0, EXCERPT - 1).join('')}…`;
};

async function settle(
  ctx: StaffContext,
  { heldId, state, reason }: { heldId: string; state: 'released' | 'removed'; reason: string | null },
): Promise<{ id: string }> {
  return withTx(ctx, async (tx) => {
    const at = tx.clock.now();
    const held = await decide(tx.db, { id: heldId, state, by: tx.actor.userId, reason, at });
    if (!held) throw new AppError('state.already_decided');
    const effect = EFFECTS[held.kind]?.[state === 'released' ? 'release' : 'remove'];
    await effect?.(tx, { subjectId: held.subjectId, text: held.body });
    const title = excerptOf(held.body);
    await notify(tx, {
      orgId: held.orgId,
      kind: state === 'released' ? 'text_released' : 'text_removed',
      data: { title, ...(reason ? { reason } : {}) },
      link: held.link as Address,
      key: `text_${state}:${heldId}`,
    });
    await audit(tx, state === 'released' ? 'text.released' : 'text.removed', `${held.kind}:${held.subjectId}`, {
      ...(reason ? { reason } : {}),
    });
    return { id: heldId };
  });
}
