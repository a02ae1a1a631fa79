import { timingSafeEqual } from 'node:crypto';
import type { ServiceContext } from '../../context.ts';
import { withTxAs } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { signalWorkflow, startWorkflow } from '../outbox/commands.ts';
import { CODE_LIFE_MS } from '../codes/rules.ts';
import { CODE_LIMITS, CODE_RESEND_MS, CODE_TRIES } from './rules.ts';
import { mailboxOf } from '../../core/mailbox.ts';
import { codeDigits } from '../codes/digits.ts';
import type { CodePurpose } from '../codes/schema.ts';
import {
  codesSince,
  countCodesOfUser,
  countTry,
  insertCode,
  lockCodes,
  newestCodeOfUser,
  newestCodes,
  supersedeCode,
  supersedeCodesOf,
  triesOf,
} from './queries/codes.ts';
import type { CodeSent } from './schema.ts';

function sameDigits(a: string, b: string): boolean {
  const left = Buffer.from(a.padEnd(6).slice(0, 6));
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right) && a.length === b.length;
}

/** Codes belong to a mailbox, not to a signed-in user: rows are written and read anonymously. */
const ANONYMOUS = { kind: 'anonymous' } as const;

/**
 * Makes a new code for a mailbox; older open ones of the same purpose stop working. Whether the mailbox belongs to an
 * account is looked up where the mail is queued, so that a request for an unknown address takes as long and returns the
 * same. Throws auth.code_wait with the seconds to wait: one code a minute, five an hour, ten a day per mailbox.
 */
export async function issueCode(
  ctx: ServiceContext,
  input: { purpose: CodePurpose; email: string; userId: string | null },
): Promise<CodeSent> {
  const { purpose, userId } = input;
  const email = mailboxOf(input.email);
  return withTxAs(ctx, ANONYMOUS, async (tx) => {
    const now = tx.clock.now();
    await lockCodes(tx.db, { purpose, email });
    const recent = await codesSince(tx.db, {
      purpose,
      email,
      since: new Date(now.getTime() - CODE_LIMITS[1].windowMs),
    });
    const limitEnds = [
      (recent[0]?.created_at.getTime() ?? -Infinity) + CODE_RESEND_MS,
      ...CODE_LIMITS.map(({ windowMs, codes }) => (recent[codes - 1]?.created_at.getTime() ?? -Infinity) + windowMs),
    ];
    const until = Math.max(...limitEnds);
    if (until > now.getTime())
      throw new AppError('auth.code_wait', { seconds: Math.ceil((until - now.getTime()) / 1000) });

    for (const old of recent.filter((r) => !r.used_at && !r.superseded_at)) {
      await supersedeCode(tx.db, { id: old.id, at: now });
      await signalWorkflow(tx, 'verificationCodeExpiry', old.id, 'superseded', old.id);
    }
    const id = newId(now.getTime());
    const expiresAt = new Date(now.getTime() + CODE_LIFE_MS);
    await insertCode(tx.db, { id, purpose, email, userId, expiresAt, at: now });
    await startWorkflow(tx, 'verificationCodeExpiry', id);
    return { resendAt: new Date(now.getTime() + CODE_RESEND_MS), expiresAt };
  });
}

/**
 * Ends every open code of a mailbox that is no longer its account's. Runs in the caller's transaction, which is
 * anonymous.
 */
export async function supersedeCodes(tx: ServiceContext, email: string): Promise<void> {
  const ended = await supersedeCodesOf(tx.db, { email: mailboxOf(email), at: tx.clock.now() });
  for (const id of ended) await signalWorkflow(tx, 'verificationCodeExpiry', id, 'superseded', id);
}

type Refused = 'auth.code_invalid' | 'auth.code_expired' | 'auth.code_tries';

/**
 * Consumes a code, once. A wrong one counts as a try, also when the caller then fails, which is why this opens its own
 * transaction and refuses to run inside another; `within` runs in it, anonymously, when the code was right. When
 * `within` throws, the code stays unused. Throws auth.code_invalid for wrong digits, whatever the mailbox; only for
 * right digits auth.code_expired for an old code and auth.code_tries for one that was tried too often.
 */
export async function useCode<T = undefined>(
  ctx: ServiceContext,
  input: { purpose: CodePurpose; email: string; code: string },
  within?: (tx: ServiceContext, used: { codeId: string; userId: string | null }) => Promise<T>,
): Promise<T | undefined> {
  if (ctx.db.isTransaction) throw new Error('useCode keeps its count of tries in a transaction of its own');
  const email = mailboxOf(input.email);
  const outcome = await withTxAs(
    ctx,
    ANONYMOUS,
    async (tx): Promise<{ value: T | undefined } | { refused: Refused }> => {
      const now = tx.clock.now();
      const codes = await newestCodes(tx.db, { purpose: input.purpose, email, limit: CODE_LIMITS[1].codes });
      const [newest] = codes;
      // As many comparisons for a mailbox without codes, so that the answer takes the same time.
      const right = Array.from({ length: CODE_LIMITS[1].codes }, (_, i) => codes[i]).filter(
        (c) =>
          sameDigits(
            input.code,
            codeDigits(tx.integrations.settings.codeSecret, c?.id ?? 'none', input.purpose, email),
          ) && c !== undefined,
      );
      if (!newest) return { refused: 'auth.code_invalid' };
      const isNewest = right[0]?.id === newest.id;
      const counted = await countTry(tx.db, { id: newest.id, used: isNewest, maxTries: CODE_TRIES, at: now });
      if (!isNewest) return { refused: right.length > 0 ? 'auth.code_expired' : 'auth.code_invalid' };
      if (!counted) return { refused: await whyDead(tx, newest.id) };
      await signalWorkflow(tx, 'verificationCodeExpiry', newest.id, 'used', newest.id);
      return { value: within ? await within(tx, { codeId: newest.id, userId: newest.user_id }) : undefined };
    },
  );
  if ('refused' in outcome) throw new AppError(outcome.refused);
  return outcome.value;
}

/** Called for right digits alone. */
async function whyDead(tx: ServiceContext, codeId: string): Promise<Refused> {
  const row = await triesOf(tx.db, codeId);
  if (row.used_at) return 'auth.code_invalid';
  return row.tries >= CODE_TRIES ? 'auth.code_tries' : 'auth.code_expired';
}

/** The code for the mailbox that this user requested last, if it can still be entered. */
export async function pendingCode(tx: ServiceContext, input: { purpose: CodePurpose; userId: string }) {
  const code = await newestCodeOfUser(tx.db, input);
  return !code || code.used_at || code.superseded_at || code.expires_at <= tx.clock.now() ? null : code;
}

/** Codes that this user requested after `since`. */
export const codesOfUser = (
  tx: ServiceContext,
  input: { purpose: CodePurpose; userId: string; since: Date },
): Promise<number> => countCodesOfUser(tx.db, input);
