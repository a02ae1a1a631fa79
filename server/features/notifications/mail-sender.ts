import { createHash } from 'node:crypto';
import type { SystemContext } from '../../context.ts';
import { trustedOrigins } from '../../core/origins.ts';
import { batch } from '../../core/batcher.ts';
import { codeDigits } from '../codes/digits.ts';
import type { CodePurpose } from '../codes/schema.ts';
import { enhancedCode, mailFault } from './mail-fault.ts';
import { renderMail } from './mail-render.ts';
import {
  claimMails,
  markMailBounced,
  markMailFailed,
  markMailsSent,
  retryMail,
  type QueuedMail,
} from './queries/mails.ts';

const BATCH = 20;
const LOCK_SECONDS = 60;
/** Mails of a batch are taken by the mailbox within milliseconds of each other. */
const MARK_BATCH_MS = 50;
const MAX_ATTEMPTS = 10;
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_DELAY_MS = 15 * 60_000;
const CODE_EXPIRED = 'the code expired before it could be sent';

export interface MailObserver {
  sent(): void;
  retried(): void;
  failed(): void;
  bounced(): void;
}

/** Keeps whether a mailbox works, for the account that owns it. */
export interface Mailboxes {
  /** They took a mail. */
  accepted(ctx: SystemContext, addresses: readonly string[]): Promise<void>;
  /** It refused a mail for good. */
  refused(ctx: SystemContext, address: string): Promise<void>;
}

export interface SendOptions {
  mailboxes: Mailboxes;
  observe?: MailObserver | undefined;
}

/**
 * The same mail keeps its Message-ID over retries, so that a mailbox can detect duplicates. `op_id` itself is not sent:
 * it may name rows.
 */
function messageIdOf(opId: string, appUrl: string): string {
  return `${createHash('sha256').update(opId).digest('hex').slice(0, 32)}@${new URL(appUrl).hostname}`;
}

function codeOf(ctx: SystemContext, mail: QueuedMail): { digits: string; address: string } | undefined {
  const purpose = /^code_(\w+)$/.exec(mail.template)?.[1] as CodePurpose | undefined;
  const { codeId } = mail.data;
  if (!purpose || typeof codeId !== 'string') return undefined;
  return {
    digits: codeDigits(ctx.integrations.settings.codeSecret, codeId, purpose, mail.to_address),
    address: mail.to_address,
  };
}

async function send(ctx: SystemContext, mail: QueuedMail): Promise<void> {
  const { settings, mailer } = ctx.integrations;
  const code = codeOf(ctx, mail);
  const rendered = renderMail({
    template: mail.template,
    locale: mail.locale,
    timeZone: mail.time_zone ?? 'UTC',
    data: mail.data,
    operator: settings.operator,
    appUrl:
      mail.origin !== null && trustedOrigins(settings.appUrl).includes(mail.origin) ? mail.origin : settings.appUrl,
    ...(code ? { code } : {}),
  });
  const expiresAt = code && typeof mail.data.expiresAt === 'string' ? new Date(mail.data.expiresAt) : null;
  await mailer.send({
    to: mail.to_address,
    ...rendered,
    messageId: messageIdOf(mail.op_id, settings.appUrl),
    ...(expiresAt ? { expiresAt } : {}),
  });
}

/** Enhanced codes (RFC 3463) for a mailbox that does not exist, is closed or has moved permanently. */
const NO_MAILBOX = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'];
/**
 * Replies of servers without enhanced codes that are about the recipient alone. 550 is not among them: it also stands
 * for policy refusals.
 */
const NO_MAILBOX_REPLIES = [551, 553];

/**
 * Classifies a failed try. A reply of 5xx is final for this message (RFC 5321 §4.2.1), but only some mean that the
 * mailbox does not exist any more: a policy, a rate limit, a login or a refused content does not concern the mailbox,
 * so the account is not marked and the mail is retried. A mail that cannot be rendered is not retried.
 */
export function verdictOn(error: unknown, attempts: number): 'bounced' | 'failed' | 'later' {
  if (error instanceof RangeError) return 'failed';
  const { responseCode, response, command } = (typeof error === 'object' && error !== null ? error : {}) as Record<
    string,
    unknown
  >;
  const enhanced = typeof response === 'string' ? enhancedCode(response) : null;
  const aboutRecipient =
    enhanced !== null
      ? NO_MAILBOX.includes(enhanced)
      : command === 'RCPT TO' && NO_MAILBOX_REPLIES.includes(Number(responseCode));
  if (aboutRecipient && Number(responseCode) >= 500) return 'bounced';
  return attempts >= MAX_ATTEMPTS ? 'failed' : 'later';
}

async function sendOne(
  ctx: SystemContext,
  mail: QueuedMail,
  markSent: (mail: QueuedMail) => Promise<void>,
  { mailboxes, observe }: SendOptions,
): Promise<void> {
  const { db, clock } = ctx;
  const { log } = ctx.integrations;
  const { expiresAt } = mail.data;
  if (mail.template.startsWith('code_') && typeof expiresAt === 'string' && new Date(expiresAt) <= clock.now()) {
    observe?.failed();
    return markMailFailed(db, { id: mail.id, error: CODE_EXPIRED });
  }
  try {
    await send(ctx, mail);
  } catch (thrown) {
    const error = thrown instanceof RangeError ? thrown.message : mailFault(thrown);
    const verdict = verdictOn(thrown, mail.attempts);
    if (verdict === 'later') {
      observe?.retried();
      return retryMail(db, {
        id: mail.id,
        error,
        afterMs: Math.min(FIRST_RETRY_MS * 2 ** (mail.attempts - 1), MAX_RETRY_DELAY_MS),
      });
    }
    observe?.[verdict]();
    log.error(
      { mailId: mail.id, template: mail.template, attempts: mail.attempts, error, verdict },
      'a mail could not be delivered and is given up',
    );
    if (verdict === 'failed') return markMailFailed(db, { id: mail.id, error });
    // First the account: the mail is tried again when the process ends in between.
    await mailboxes.refused(ctx, mail.to_address);
    return markMailBounced(db, { id: mail.id, error });
  }
  observe?.sent();
  await markSent(mail);
}

/** Sends the mails that are due, several at a time. True: there may be more. */
export async function sendMails(ctx: SystemContext, options: SendOptions): Promise<boolean> {
  const mails = await claimMails(ctx.db, { limit: BATCH, lockSeconds: LOCK_SECONDS });
  const markSent = batch(
    async (mails: readonly QueuedMail[]) => {
      const sent = await markMailsSent(ctx.db, { ids: mails.map(({ id }) => id), at: ctx.clock.now() });
      await options.mailboxes.accepted(ctx, sent);
    },
    { afterMs: MARK_BATCH_MS },
  );
  await Promise.all(mails.map((mail) => sendOne(ctx, mail, markSent, options)));
  return mails.length === BATCH;
}
