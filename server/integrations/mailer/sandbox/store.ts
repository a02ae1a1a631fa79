import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
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
  const addresses = (list: readonly { Name: string; Address: string }[]) => list.map((entry) => `${entry.Name} ${entry.Address}`.toLowerCase());
  const fields: Record<string, string[]> = {
    to: addresses([...summary.To, ...summary.Cc, ...summary.Bcc]),
    from: addresses(summary.From ? [summary.From] : []),
    subject: [summary.Subject.toLowerCase()],
  };
  return terms.every((term) => {
    const [, field, rest] = /^(to|from|subject|addressed):(.*)$/.exec(term) ?? [];
    const wanted = (rest ?? term).replaceAll('"', '');
    if (field === 'addressed') return [...(fields.to ?? []), ...(fields.from ?? [])].some((value) => value.includes(wanted));
    const haystacks = field ? (fields[field] ?? []) : [...Object.values(fields).flat(), summary.Snippet.toLowerCase()];
    return haystacks.some((value) => value.includes(wanted));
  });
}

/** Mails as files: `<id>.eml` as received and `<id>.json` beside it. The files are the truth. */
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
      .filter((name) => name.endsWith('.json') && existsSync(join(this.folder, name.replace(/\.json$/, '.eml'))))
      .flatMap((name) => this.readEntry(name))
      .sort((a, b) => (a.summary.ID < b.summary.ID ? 1 : -1));
  }

  private readEntry(name: string): StoredMail[] {
    try {
      const entry = JSON.parse(readFileSync(join(this.folder, name), 'utf8')) as { summary: MailSummary; expiresAt: string | null };
      return [{ summary: entry.summary, expiresAt: entry.expiresAt ? new Date(entry.expiresAt) : null }];
    } catch {
      // Cut off by a crash before it was acknowledged: the sender will try again.
      return [];
    }
  }

  private path(id: string, kind: 'eml' | 'json'): string {
    return join(this.folder, `${id}.${kind}`);
  }

  private async writeWhole(path: string, content: string | Buffer): Promise<void> {
    const handle = await open(`${path}.new`, 'w', 0o600);
    try {
      await handle.writeFile(content);
      await handle.datasync();
    } finally {
      await handle.close();
    }
    await rename(`${path}.new`, path);
  }

  /** Resolves only when the mail is safely on disk, so that the sender may forget it. */
  async add(raw: Buffer, envelope: Envelope): Promise<MailSummary> {
    const receivedAt = this.now();
    // Sortable by time, and unguessable enough for a link.
    const id = `${receivedAt.getTime().toString(36).padStart(9, '0')}${randomBytes(6).toString('hex')}`;
    const mail = await parseMail(id, raw, envelope, receivedAt);
    await this.writeWhole(this.path(id, 'eml'), raw);
    await this.writeWhole(this.path(id, 'json'), JSON.stringify(mail));
    this.mails.unshift(mail);
    const surplus = this.mails.splice(this.capacity);
    await Promise.all(surplus.map((old) => this.removeFiles(old.summary.ID)));
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
    return readFile(this.path(summary.ID, 'eml')).catch(() => null);
  }

  private async removeFiles(id: string): Promise<void> {
    await Promise.all([rm(this.path(id, 'json'), { force: true }), rm(this.path(id, 'eml'), { force: true })]);
  }

  async remove(ids?: readonly string[]): Promise<number> {
    const gone = ids && ids.length > 0 ? this.mails.filter((mail) => ids.includes(mail.summary.ID)) : [...this.mails];
    this.mails = this.mails.filter((mail) => !gone.includes(mail));
    await Promise.all(gone.map((mail) => this.removeFiles(mail.summary.ID)));
    return gone.length;
  }

  /** Removes mails whose time has come. A code that no longer works must not lie about readable. */
  async purgeExpired(): Promise<number> {
    const now = this.now().getTime();
    const due = this.mails.filter((mail) => mail.expiresAt !== null && mail.expiresAt.getTime() <= now);
    return due.length === 0 ? 0 : this.remove(due.map((mail) => mail.summary.ID));
  }
}
