import type { OrgContext, SystemContext } from '../../context.ts';
import type { Address } from '../../core/addresses.ts';
import { newId } from '../../core/ids.ts';
import { audit } from '../audit/audit.ts';
import { clearAuthor, insertHeldText, waitingText, withdraw, type Subject } from './queries.ts';
import { checkText, type TextCheck, type TextKind } from './rules.ts';

interface WrittenText extends Subject {
  text: string;
  /** Where its author finds it. */
  link: Address;
}

/**
 * Puts a text of the actor on the staff's list where `check` holds it, in place of an earlier one of the same subject. In
 * the caller's transaction; the caller shows the text to its own org alone until the feature's `heldTexts` in
 * `register.ts` is called.
 */
export async function holdText(tx: OrgContext, of: WrittenText, check: TextCheck): Promise<boolean> {
  await withdraw(tx.db, of);
  const [first] = check.findings;
  if (check.verdict !== 'hold' || !first) return false;
  const { orgId, userId } = tx.actor;
  const at = tx.clock.now();
  await insertHeldText(tx.db, {
    id: newId(at.getTime()),
    kind: of.kind,
    subjectId: of.subjectId,
    orgId,
    userId,
    body: of.text,
    rule: first.rule,
    start: first.start,
    end: first.end,
    link: of.link,
    at,
  });
  await audit(tx, 'text.held', `${of.kind}:${of.subjectId}`, { rule: first.rule });
  return true;
}

/**
 * What others may read now of a text that its author wrote: the text, or what stood there before (`shown`) while staff have
 * to look at it. In the caller's transaction.
 */
export async function publicText(tx: OrgContext, of: WrittenText & { shown: string }): Promise<string> {
  // An unchanged text was decided before.
  if (of.text === of.shown) {
    await withdraw(tx.db, of);
    return of.text;
  }
  return (await holdText(tx, of, checkText(of.text, of.kind))) ? of.shown : of.text;
}

/** A text of the actor's org that waits for staff. In the caller's transaction. */
export const textOnHold = (tx: OrgContext, of: { kind: TextKind; subjectId: string }): Promise<string | undefined> =>
  waitingText(tx.db, of);

/** Part of a person's erasure. */
export const eraseFromHeldTexts = (tx: SystemContext, userId: string): Promise<void> => clearAuthor(tx.db, userId);
