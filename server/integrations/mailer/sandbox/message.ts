import PostalMime from 'postal-mime';
import type { Address } from 'postal-mime';

/** Field names follow Mailpit's API, so that the same code reads either mailbox. */
export interface MailAddress {
  Name: string;
  Address: string;
}

export interface MailSummary {
  ID: string;
  MessageID: string;
  Read: boolean;
  From: MailAddress | null;
  To: MailAddress[];
  Cc: MailAddress[];
  Bcc: MailAddress[];
  ReplyTo: MailAddress[];
  Subject: string;
  Created: string;
  Username: string;
  Tags: string[];
  Size: number;
  Attachments: number;
  Snippet: string;
}

export interface MailAttachment {
  PartID: string;
  FileName: string;
  ContentType: string;
  ContentID: string;
  Size: number;
}

export interface MailMessage extends Omit<MailSummary, 'Attachments' | 'Snippet' | 'Created' | 'Read'> {
  ReturnPath: string;
  Date: string;
  Text: string;
  HTML: string;
  Inline: MailAttachment[];
  Attachments: MailAttachment[];
}

export interface Envelope {
  from: string;
  to: string[];
}

export interface ParsedMail {
  summary: MailSummary;
  /** When the mail must be gone, from its `X-Sponsio-Expires` header. */
  expiresAt: Date | null;
}

function flatten(addresses: readonly Address[] | undefined): MailAddress[] {
  return (addresses ?? []).flatMap((entry) =>
    entry.group
      ? entry.group.map((member) => ({ Name: member.name, Address: member.address }))
      : [{ Name: entry.name, Address: entry.address ?? '' }],
  );
}

function snippetOf(text: string | undefined, html: string | undefined): string {
  const source = text ?? (html ?? '').replace(/<style[\s\S]*?<\/style>/gi, ' ').replace(/<[^>]+>/g, ' ');
  return source.replace(/\s+/g, ' ').trim().slice(0, 160);
}

export async function parseMail(id: string, raw: Buffer, envelope: Envelope, receivedAt: Date): Promise<ParsedMail> {
  const mail = await PostalMime.parse(raw);
  const to = flatten(mail.to);
  const cc = flatten(mail.cc);
  const named = new Set([...to, ...cc].map((entry) => entry.Address.toLowerCase()));
  const bcc = envelope.to
    .filter((address) => !named.has(address.toLowerCase()))
    .map((address) => ({ Name: '', Address: address }));
  const expires = mail.headers.find((header) => header.key === 'x-sponsio-expires')?.value;
  const expiresAt = expires ? new Date(expires) : null;
  return {
    summary: {
      ID: id,
      MessageID: (mail.messageId ?? '').replace(/^<|>$/g, ''),
      Read: false,
      From: flatten(mail.from ? [mail.from] : [])[0] ?? (envelope.from ? { Name: '', Address: envelope.from } : null),
      To: to,
      Cc: cc,
      Bcc: bcc,
      ReplyTo: flatten(mail.replyTo),
      Subject: mail.subject ?? '',
      Created: receivedAt.toISOString(),
      Username: '',
      Tags: [],
      Size: raw.length,
      Attachments: mail.attachments.filter((part) => !part.related).length,
      Snippet: snippetOf(mail.text, mail.html),
    },
    expiresAt: expiresAt && !Number.isNaN(expiresAt.getTime()) ? expiresAt : null,
  };
}

export async function readMessage(summary: MailSummary, raw: Buffer): Promise<MailMessage> {
  const mail = await PostalMime.parse(raw);
  const parts = mail.attachments.map((part, index) => ({
    related: part.related === true,
    entry: {
      PartID: String(index + 1),
      FileName: part.filename ?? '',
      ContentType: part.mimeType,
      ContentID: (part.contentId ?? '').replace(/^<|>$/g, ''),
      Size: typeof part.content === 'string' ? part.content.length : part.content.byteLength,
    },
  }));
  const { Attachments: _count, Snippet: _snippet, Created, Read: _read, ...common } = summary;
  return {
    ...common,
    ReturnPath: mail.returnPath ?? '',
    Date: mail.date ?? Created,
    Text: mail.text ?? '',
    HTML: mail.html ?? '',
    Inline: parts.filter((part) => part.related).map((part) => part.entry),
    Attachments: parts.filter((part) => !part.related).map((part) => part.entry),
  };
}

export interface MailPart {
  content: Buffer;
  contentType: string;
  fileName: string;
}

export async function readPart(raw: Buffer, partId: string): Promise<MailPart | null> {
  const mail = await PostalMime.parse(raw);
  const part = mail.attachments[Number(partId) - 1];
  if (!part) return null;
  const content =
    typeof part.content === 'string' ? Buffer.from(part.content) : Buffer.from(part.content as Uint8Array);
  return { content, contentType: part.mimeType, fileName: part.filename ?? `part-${partId}` };
}
