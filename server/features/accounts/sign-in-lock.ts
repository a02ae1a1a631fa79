import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceContext } from '../../context.ts';
import { withTxAs } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import {
  countAttempts,
  type AttemptKeys,
  deleteAttempt,
  deleteAttempts,
  deleteAttemptsBefore,
  insertAttempt,
  lockAttempts,
  markChecked,
  resetAttempts,
} from './queries/attempts.ts';
import { RETENTION } from '../policies/rules.ts';
import { DAY_CAP, LOCK_AFTER, ROW_CAP } from './rules.ts';
import { mailboxOf } from '../../core/mailbox.ts';

/*
 * Wrong passwords are counted by mailbox and browser, also for mailboxes without an account. A browser that was signed
 * in to the account before counts alone; all others share one count, so that an attacker locks out other attackers,
 * never the owner's own browser. Neither addresses nor browsers are stored, only keyed hashes of them.
 */
const UNKNOWN_DEVICE = '';
const DAY_MS = 24 * 3_600_000;
const RETENTION_MS = RETENTION.signInAttemptDays * DAY_MS;
/** A password is checked within this time, also on a busy machine; afterwards an attempt without a result counts as wrong. */
const CHECK_MS = 10_000;
const CHECK_POLL_MS = 100;
/** The cookie of a browser holds the accounts it was signed in to last. */
const MAX_DEVICES = 8;

const hash = (ctx: ServiceContext, ...parts: string[]): string =>
  createHmac('sha256', ctx.integrations.settings.codeSecret).update(parts.join('\n')).digest('base64url').slice(0, 27);
const mailboxKey = (ctx: ServiceContext, email: string): string => hash(ctx, 'mailbox', mailboxOf(email));
const ANONYMOUS = { kind: 'anonymous' } as const;
const proofOf = (ctx: ServiceContext, email: string, nonce: string): string =>
  hash(ctx, 'device', mailboxKey(ctx, email), nonce);

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The part of the browser's cookie that belongs to this mailbox; a cookie is a list of `<nonce>.<proof>`. */
function deviceIn(ctx: ServiceContext, cookie: string | null, email: string): string | null {
  for (const entry of (cookie ?? '').split('~').slice(0, MAX_DEVICES)) {
    const [nonce = '', proof = ''] = entry.split('.');
    if (nonce !== '' && same(proof, proofOf(ctx, email, nonce))) return nonce;
  }
  return null;
}

/** Whether this browser has been in the account of this mailbox. */
export const isKnownDevice = (ctx: ServiceContext, cookie: string | null, email: string): boolean =>
  deviceIn(ctx, cookie, email) !== null;

/**
 * The cookie of a browser that has just signed in to the account of this mailbox, and the id of the browser for this
 * account, which differs between accounts.
 */
export function rememberDevice(
  ctx: ServiceContext,
  cookie: string | null,
  email: string,
): { cookie: string; device: string } {
  const known = deviceIn(ctx, cookie, email);
  const others = (cookie ?? '')
    .split('~')
    .filter((entry) => /^[\w-]{22}\.[\w-]{27}$/.test(entry) && !(known && entry.startsWith(`${known}.`)));
  const nonce = known ?? randomBytes(16).toString('base64url');
  return {
    cookie: [`${nonce}.${proofOf(ctx, email, nonce)}`, ...others].slice(0, MAX_DEVICES).join('~'),
    device: nonce,
  };
}

export interface Attempt {
  id: number;
  /** Tries that are left should this one fail. */
  remaining: number;
}

/**
 * Takes one of the tries before the password is checked, so that parallel guesses cannot exceed the limit together. While
 * the last tries are being checked, waits for their results: right ones are given back.
 * Throws auth.locked when none is left: three in a row, or twelve within a day however often they were reset.
 */
export async function takeAttempt(
  ctx: ServiceContext,
  { email, cookie }: { email: string; cookie: string | null },
): Promise<Attempt> {
  const keys = { mailbox: mailboxKey(ctx, email), device: deviceKey(ctx, cookie, email) };
  for (;;) {
    const attempt = await tryToTake(ctx, keys);
    if (attempt) return attempt;
    await pause(CHECK_POLL_MS);
  }
}

/** Null while none is left only because of those whose password is still being checked. */
async function tryToTake(ctx: ServiceContext, keys: AttemptKeys): Promise<Attempt | null> {
  return withTxAs(ctx, ANONYMOUS, async ({ db, clock }) => {
    const now = clock.now();
    const ago = (ms: number): Date => new Date(now.getTime() - ms);
    await lockAttempts(db, keys);
    const { open, today, all, checking } = await countAttempts(db, keys, {
      since: ago(DAY_MS),
      checkedBy: ago(CHECK_MS),
    });
    const left = Math.min(LOCK_AFTER - open, DAY_CAP - today, ROW_CAP - all);
    if (left <= 0 && left + checking > 0) return null;
    if (left <= 0) throw new AppError('auth.locked');
    if (all === 0) await deleteAttemptsBefore(db, ago(RETENTION_MS));
    return { id: await insertAttempt(db, keys, now), remaining: left - 1 };
  });
}

/** Notes that the password of the try was wrong. */
export async function noteWrong(ctx: ServiceContext, id: number): Promise<void> {
  await withTxAs(ctx, ANONYMOUS, ({ db, clock }) => markChecked(db, id, clock.now()));
}

const deviceKey = (ctx: ServiceContext, cookie: string | null, email: string): string => {
  const nonce = deviceIn(ctx, cookie, email);
  return nonce === null ? UNKNOWN_DEVICE : hash(ctx, 'nonce', nonce);
};

/** Returns a try without effect: no password was checked. */
export async function returnAttempt(ctx: ServiceContext, id: number): Promise<void> {
  await withTxAs(ctx, ANONYMOUS, ({ db }) => deleteAttempt(db, id));
}

/**
 * After a right password, deletes the wrong tries of the same browser, or of all browsers that were never signed in to
 * the account.
 */
export async function clearAttempts(
  ctx: ServiceContext,
  { email, cookie }: { email: string; cookie: string | null },
): Promise<void> {
  await withTxAs(ctx, ANONYMOUS, ({ db }) =>
    deleteAttempts(db, { mailbox: mailboxKey(ctx, email), device: deviceKey(ctx, cookie, email) }),
  );
}

/**
 * Unlocks after a reset was requested, which any caller may do: the three tries begin again, the twelve of a day do
 * not. Above those the sign-in stays locked until a reset is completed.
 */
export async function forgiveAttempts(ctx: ServiceContext, email: string): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - DAY_MS);
  await withTxAs(ctx, ANONYMOUS, ({ db, clock }) =>
    resetAttempts(db, { mailbox: mailboxKey(ctx, email), since, cap: DAY_CAP, at: clock.now() }),
  );
}

/**
 * Unlocks every browser: the mailbox has been verified by a reset. Runs in the caller's transaction, which is
 * anonymous.
 */
export async function unlock(tx: ServiceContext, email: string): Promise<void> {
  await deleteAttempts(tx.db, { mailbox: mailboxKey(tx, email) });
}
