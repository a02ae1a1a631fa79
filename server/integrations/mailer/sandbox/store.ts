import { randomBytes } from 'node:crypto';
import { closeSync, fdatasyncSync, mkdirSync, openSync, readFileSync, readdirSync, rmSync, writevSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseMail } from './message.ts';
import type { Envelope, MailSummary } from './message.ts';

interface StoredMail {
  summary: MailSummary;
  expiresAt: Date | null;
}

export interface MailStoreOptions {
  folder: string;
  /** The oldest mails beyond this number are removed. */
  capacity: number;
  now?: () => Date;
}

export interface MailPage {
  total: number;
  matching: number;
  messages: MailSummary[];
}

/** `to:ana@ana.example subject:"your code" welcome`: every term must match. */
function matches(summary: MailSummary, query: string): boolean {
  const terms = query.toLowerCase().match(/(?:\w+:)?"[^"]*"|\S+/g) ?? [];
  const addresses = (list: readonly { Name: string; Address: string }[]) =>
    list.map((entry) => `${entry.Name} ${entry.Address}`.toLowerCase());
  const fields: Record<string, string[]> = {
    to: addresses([...summary.To, ...summary.Cc, ...summary.Bcc]),
    from: addresses(summary.From ? [summary.From] : []),
    subject: [summary.Subject.toLowerCase()],
  };
  return terms.every((term) => {
    const [, field, rest] = /^(to|from|subject|addressed):(.*)$/.exec(term) ?? [];
    const wanted = (rest ?? term).replaceAll('"', '');
    if (field === 'addressed')
      return [...(fields.to ?? []), ...(fields.from ?? [])].some((value) => value.includes(wanted));
    const haystacks = field ? (fields[field] ?? []) : [...Object.values(fields).flat(), summary.Snippet.toLowerCase()];
    return haystacks.some((value) => value.includes(wanted));
  });
}

const NEWLINE = 10;
/** Files of this store or an earlier one, complete or not. */
const OURS = /^[0-9a-z]{9,}\.(mail|eml|json)(\.new)?$/;

/** The first line of a mail's file and what follows it; null for an incomplete one. */
function partsOf(file: Buffer): { mail: StoredMail; raw: Buffer } | null {
  const end = file.indexOf(NEWLINE);
  try {
    const { summary, expiresAt } = JSON.parse(file.toString('utf8', 0, end)) as {
      summary: MailSummary;
      expiresAt: string | null;
    };
    const raw = file.subarray(end + 1);
    return raw.length === summary.Size
      ? { mail: { summary, expiresAt: expiresAt ? new Date(expiresAt) : null }, raw }
      : null;
  } catch {
    return null;
  }
}

/** Mails as files, one each: a line of what lists show, and below it the mail as received. The files are the truth. */
export class MailStore {
  private readonly folder: string;
  private readonly capacity: number;
  private readonly now: () => Date;
  /** Newest first. */
  private mails: StoredMail[] = [];

  constructor(options: MailStoreOptions) {
    this.folder = options.folder;
    this.capacity = options.capacity;
    this.now = options.now ?? (() => new Date());
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    this.mails = readdirSync(this.folder)
      .flatMap((name) => this.readEntry(name))
      .sort((a, b) => (a.summary.ID < b.summary.ID ? 1 : -1));
  }

  private readEntry(name: string): StoredMail[] {
    if (!OURS.test(name)) return [];
    const found = name.endsWith('.mail') ? partsOf(readFileSync(join(this.folder, name))) : null;
    // Cut off by a crash before it was acknowledged: the sender retries.
    if (!found) rmSync(join(this.folder, name), { force: true });
    return found ? [found.mail] : [];
  }

  private path(id: string): string {
    return join(this.folder, `${id}.mail`);
  }

  /**
   * Resolves when the mail is on disk, so that the sender may delete it. Four synchronous system calls: with the thread
   * pool they took three times as long.
   */
  async add(raw: Buffer, envelope: Envelope): Promise<MailSummary> {
    const receivedAt = this.now();
    // Sortable by time, and hard to guess.
    const id = `${receivedAt.getTime().toString(36).padStart(9, '0')}${randomBytes(6).toString('hex')}`;
    const mail = await parseMail(id, raw, envelope, receivedAt);
    const file = openSync(this.path(id), 'wx', 0o600);
    try {
      writevSync(file, [Buffer.from(`${JSON.stringify(mail)}\n`), raw]);
      fdatasyncSync(file);
    } catch (error) {
      // The sender receives an error and retries; on a full disk each attempt would leave a partial file.
      rmSync(this.path(id), { force: true });
      throw error;
    } finally {
      closeSync(file);
    }
    this.mails.unshift(mail);
    const surplus = this.mails.splice(this.capacity);
    await Promise.all(surplus.map((old) => this.removeFile(old.summary.ID)));
    return mail.summary;
  }

  private visible(): StoredMail[] {
    const now = this.now().getTime();
    return this.mails.filter((mail) => mail.expiresAt === null || mail.expiresAt.getTime() > now);
  }

  list(options: { query?: string; start?: number; limit?: number } = {}): MailPage {
    const all = this.visible();
    const found = options.query ? all.filter((mail) => matches(mail.summary, options.query ?? '')) : all;
    const start = options.start ?? 0;
    return {
      total: all.length,
      matching: found.length,
      messages: found.slice(start, start + (options.limit ?? 50)).map((mail) => mail.summary),
    };
  }

  find(id: string): MailSummary | null {
    const all = this.visible();
    return (id === 'latest' ? all[0] : all.find((mail) => mail.summary.ID === id))?.summary ?? null;
  }

  async raw(summary: MailSummary): Promise<Buffer | null> {
    const file = await readFile(this.path(summary.ID)).catch(() => null);
    return file && (partsOf(file)?.raw ?? null);
  }

  private removeFile(id: string): Promise<void> {
    return rm(this.path(id), { force: true });
  }

  async remove(ids?: readonly string[]): Promise<number> {
    const gone = ids && ids.length > 0 ? this.mails.filter((mail) => ids.includes(mail.summary.ID)) : [...this.mails];
    this.mails = this.mails.filter((mail) => !gone.includes(mail));
    await Promise.all(gone.map((mail) => this.removeFile(mail.summary.ID)));
    return gone.length;
  }

  /** Removes expired mails. A code that no longer works must not stay readable. */
  async purgeExpired(): Promise<number> {
    const now = this.now().getTime();
    const due = this.mails.filter((mail) => mail.expiresAt !== null && mail.expiresAt.getTime() <= now);
    return due.length === 0 ? 0 : this.remove(due.map((mail) => mail.summary.ID));
  }
}
