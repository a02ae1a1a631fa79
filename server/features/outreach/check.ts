import type { OrgContext, StaffContext } from '../../context.ts';
import { ADDRESSES } from '../../core/addresses.ts';
import { sha256Hex } from '../../core/canonical.ts';
import { checkText, type TextCheck } from '../moderation/rules.ts';
import { holdText, textOnHold } from '../moderation/service.ts';
import { saveReleased, type SequenceRecord } from './queries/sequences.ts';
import { partsOf } from './rules.ts';
import type { SequenceCheck } from './schema.ts';

type Written = Pick<SequenceRecord, 'subject' | 'steps'>;

/** Stands between the texts that are checked as one. */
const BETWEEN = '\n\n';
const wholeOf = (row: Written): string =>
  partsOf(row.subject, row.steps)
    .map(({ text }) => text)
    .join(BETWEEN);

const NOTHING: TextCheck = { verdict: 'pass', findings: [] };
const heldOf = (row: SequenceRecord) => ({
  kind: 'outreach' as const,
  subjectId: row.id,
  text: wholeOf(row),
  link: ADDRESSES.outreach(row.id),
});

/** What the rules find in the messages and the subject, each with its words and where they stand. In the caller's transaction. */
export async function checkOf(tx: OrgContext, row: SequenceRecord): Promise<SequenceCheck> {
  const waiting = row.state === 'draft' && (await textOnHold(tx, heldOf(row))) === wholeOf(row);
  const released = row.released_hash !== null && row.released_hash === (await sha256Hex(wholeOf(row)));
  return {
    waiting,
    released,
    findings: partsOf(row.subject, row.steps).flatMap(({ text, message, variant }) =>
      checkText(text, 'message').findings.map(({ rule, verdict, start, end }) => ({
        rule,
        verdict,
        message,
        variant,
        start,
        end,
        words: text.slice(start, end),
      })),
    ),
  };
}

/** Whether the sequence has to wait for staff, who then have its texts on their list. In the caller's transaction. */
export async function mustWait(tx: OrgContext, row: SequenceRecord): Promise<boolean> {
  const { findings, released, waiting } = await checkOf(tx, row);
  if (waiting) return true;
  if (released || findings.every(({ verdict }) => verdict !== 'hold')) return false;
  return holdText(tx, heldOf(row), checkText(wholeOf(row), 'message'));
}

/** The texts were changed or deleted: staff need not decide about the earlier ones. In the caller's transaction. */
export async function withdrawTexts(tx: OrgContext, row: SequenceRecord): Promise<void> {
  await holdText(tx, heldOf(row), NOTHING);
}

/** Staff released the texts: its brand may start the sequence. */
export async function releaseTexts(tx: StaffContext, of: { subjectId: string; text: string }): Promise<void> {
  await saveReleased(tx.db, { id: of.subjectId, hash: await sha256Hex(of.text) });
}
