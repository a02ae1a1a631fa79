import type { OrgContext } from '../../context.ts';
import { ADDRESSES } from '../../core/addresses.ts';
import { FALLBACK_LOCALE, matchLocale } from '../../core/locale.ts';
import { sendToOrg } from '../conversations/write.ts';
import { queueMail } from '../notifications/queue-mail.ts';
import { contactToken } from './token.ts';

/**
 * Writes a message into the conversation with a creator, in the caller's transaction, which claimed the step. An imported person
 * who is a member by now reads where the data is from. Throws what `sendToOrg` throws.
 */
export async function deliverInApp(
  tx: OrgContext,
  { to, text, source, released }: { to: string; text: string; source: string | null; released: boolean },
): Promise<void> {
  await sendToOrg(tx, { to, body: source ? `${text}\n\n(${source})` : text, released });
}

/**
 * Queues a mail to an imported person in the caller's transaction, in the person's language. It names the sender and where the
 * data is from; its link answers, declines or unsubscribes without a sign-in.
 */
export async function deliverByMail(
  tx: OrgContext,
  mail: {
    recipientId: string;
    to: string;
    language: string | null;
    brand: string;
    subject: string;
    text: string;
    source: string;
    key: string;
  },
): Promise<void> {
  const locale = matchLocale(mail.language);
  await queueMail(tx, {
    kind: 'outreach_message',
    to: mail.to,
    userId: null,
    key: mail.key,
    data: { name: mail.brand, title: mail.subject || mail.brand, text: mail.text, source: mail.source },
    link: ADDRESSES.contactAnswer(
      contactToken(tx.integrations.settings.codeSecret, mail.recipientId),
      locale ?? FALLBACK_LOCALE,
    ),
    ...(locale ? { locale } : {}),
  });
}
