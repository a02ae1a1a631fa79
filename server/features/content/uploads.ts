import { finished, Transform, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { withTx, type OrgContext, type SystemContext } from '../../context.ts';
import { AppError, isAppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireRight } from '../../guards.ts';
import type { Storage } from '../../integrations/storage/storage.ts';
import { requireMandate } from '../orgs/mandate.ts';
import { HEAD_BYTES, mediaFacts, type ReadAt } from './media.ts';
import { bytesOf, countFiles, fileLike, finishFile, forgottenUploads, insertUploading, milestoneOf, rejectFile, storedFile, submissionOf, type StoredFile } from './queries.ts';
import { cleanName, declaredType, PREPARING, sniffType, SNIFF_BYTES } from './rules.ts';
import { FILE_TYPES, MAX_FILES_PER_SUBMISSION, MAX_ORG_BYTES, type FileDto, type FileMime } from './schema.ts';
import { WholePicture } from './wholeness.ts';

export interface Upload {
  submissionId: string;
  /** As the sender named it. */
  name: string;
  /** Content type that the sender declares. */
  declared: string;
  body: Readable;
}

/** An upload that has not ended by then is taken for dead. */
const LONGEST_UPLOAD_MS = 6 * 3_600_000;

/**
 * Streams one file of a draft into storage. Declared type, extension and first bytes must agree; reading stops at the
 * type's size limit; whatever goes wrong, neither a file nor a visible row stays behind. The same file sent again, after a
 * lost answer or by two hands, is the one that is there.
 *
 * Throws file.type, file.mismatch, file.damaged, file.empty, file.too_large, file.incomplete (the sender went away), not_found,
 * state.changed (submitted meanwhile), state.wrong (its part is over), input.invalid (too many files), file.quota, file.no_room.
 */
export async function receiveFile(ctx: OrgContext, upload: Upload): Promise<FileDto> {
  requireRight(ctx, 'content.submit');
  const mime = declaredType(upload.name, upload.declared);
  if (mime === 'file.type' || mime === 'file.mismatch') throw new AppError(mime, { field: 'file', name: cleanName(upload.name) });

  const fileId = newId(ctx.clock.now().getTime());
  const storageKey = `work/${upload.submissionId}/${fileId}`;
  await claim(ctx, upload, { fileId, storageKey, mime });
  const { storage } = ctx.integrations;
  try {
    const { size, sha256, head } = await store(storage, storageKey, mime, upload.body, cleanName(upload.name));
    const facts = await mediaFacts(mime, head, size, readFrom(storage, storageKey, head, size));
    const kept = await withTx(ctx, async (tx) => {
      const submission = await submissionOf(tx.db, { submissionId: upload.submissionId, orgId: tx.actor.orgId, lock: true });
      const draft = submission?.state === 'draft' ? submission : undefined;
      await sql`select pg_advisory_xact_lock(hashtextextended(${`files:${tx.actor.orgId}`}, 0))`.execute(tx.db);
      if ((await bytesOf(tx.db, tx.actor.orgId)) + size > MAX_ORG_BYTES) throw quotaReached();
      const file = draft && ((await fileLike(tx.db, { submissionId: draft.id, name: cleanName(upload.name), sha256 })) ?? (await finishFile(tx.db, { fileId, size, sha256, facts })));
      if (!file) throw new AppError('state.changed');
      return file;
    });
    if (kept.id !== fileId) await discard(ctx, { fileId, storageKey });
    return kept;
  } catch (error) {
    await discard(ctx, { fileId, storageKey });
    throw error;
  }
}

const quotaReached = (): AppError => new AppError('file.quota', { field: 'file', max: MAX_ORG_BYTES });

async function discard(ctx: OrgContext, file: { fileId: string; storageKey: string }): Promise<void> {
  await withTx(ctx, (tx) => rejectFile(tx.db, { fileId: file.fileId }));
  await ctx.integrations.storage.remove(file.storageKey);
}

async function claim(ctx: OrgContext, upload: Upload, file: { fileId: string; storageKey: string; mime: FileMime }): Promise<void> {
  await withTx(ctx, async (tx) => {
    const { actor, clock } = tx;
    const now = clock.now();
    // Locked, so that two uploads at once cannot both take the last place.
    const submission = await submissionOf(tx.db, { submissionId: upload.submissionId, orgId: actor.orgId, lock: true });
    if (!submission || submission.brandOrg === actor.orgId) throw new AppError('not_found');
    await requireMandate(tx, submission.creatorOrg, 'submit');
    if (submission.state !== 'draft') throw new AppError('state.wrong', { state: submission.state });
    // The draft of a part that was refunded or released meanwhile takes no more.
    const milestone = await milestoneOf(tx.db, { milestoneId: submission.milestoneId, orgId: actor.orgId });
    if (!milestone || !PREPARING.includes(milestone.state)) throw new AppError('state.wrong', { state: milestone?.state ?? '' });
    if ((await bytesOf(tx.db, actor.orgId)) >= MAX_ORG_BYTES) throw quotaReached();
    const taken = await countFiles(tx.db, { submissionId: submission.id, runningSince: new Date(now.getTime() - LONGEST_UPLOAD_MS) });
    if (taken >= MAX_FILES_PER_SUBMISSION) throw new AppError('input.invalid', { field: 'file', problem: 'too_many', max: MAX_FILES_PER_SUBMISSION });
    await insertUploading(tx.db, { id: file.fileId, submission, orgId: actor.orgId, name: cleanName(upload.name), mime: file.mime, storageKey: file.storageKey, createdBy: actor.userId, at: now });
  });
}

/** Passes a stream on while it looks at its first bytes and counts; ends it with a coded refusal. Keeps the first HEAD_BYTES. */
class Gate extends Transform {
  readonly #mime: FileMime;
  readonly #name: string;
  readonly #head: Buffer[] = [];
  #headLength = 0;
  #size = 0;
  #sniffed = false;
  readonly #picture: WholePicture;

  constructor(mime: FileMime, name: string) {
    super();
    this.#mime = mime;
    this.#picture = new WholePicture(mime);
    this.#name = name;
  }

  get head(): Buffer {
    return Buffer.concat(this.#head);
  }

  #refusal(): AppError | null {
    const { max } = FILE_TYPES[this.#mime];
    if (this.#size > max) return new AppError('file.too_large', { field: 'file', name: this.#name, max });
    if (!this.#sniffed) return this.#headLength >= SNIFF_BYTES ? this.#sniff() : null;
    return this.#damage();
  }

  #sniff(): AppError | null {
    this.#sniffed = true;
    return sniffType(this.head) === this.#mime ? this.#damage() : new AppError('file.mismatch', { field: 'file', name: this.#name });
  }

  /** What is no picture of its type is told to be another type first. */
  #damage(): AppError | null {
    return this.#picture.damaged ? new AppError('file.damaged', { field: 'file', name: this.#name }) : null;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: Error | null, chunk?: Buffer) => void): void {
    this.#size += chunk.length;
    if (this.#headLength < HEAD_BYTES) {
      const part = chunk.subarray(0, HEAD_BYTES - this.#headLength);
      this.#head.push(part);
      this.#headLength += part.length;
    }
    this.#picture.see(chunk);
    const refusal = this.#refusal();
    done(refusal, refusal ? undefined : chunk);
  }

  override _flush(done: (error: Error | null) => void): void {
    this.#picture.end();
    if (this.#size === 0) done(new AppError('file.empty', { field: 'file', name: this.#name }));
    else done(this.#sniffed ? this.#damage() : this.#sniff());
  }
}

async function store(storage: Storage, key: string, mime: FileMime, body: Readable, name: string): Promise<{ size: number; sha256: string; head: Buffer }> {
  const gate = new Gate(mime, name);
  // The storage listens only once it is ready to write; an error before that would be nobody's and end the process.
  gate.on('error', () => {});
  let cutOff = false;
  finished(body, { writable: false }, (error) => {
    if (!error) return;
    cutOff = !gate.destroyed;
    gate.destroy(error);
  });
  body.pipe(gate);
  try {
    return { ...(await storage.put(key, gate, mime)), head: gate.head };
  } catch (error) {
    if (gate.errored && isAppError(gate.errored)) throw gate.errored;
    if (cutOff) throw new AppError('file.incomplete', { field: 'file', name });
    throw error;
  } finally {
    body.unpipe(gate);
  }
}

/** Reads pieces of a stored file, from memory where its kept beginning holds them. */
function readFrom(storage: Storage, key: string, head: Buffer, size: number): ReadAt {
  return async (start, length) => {
    const end = Math.min(start + length, size);
    if (start >= end) return Buffer.alloc(0);
    if (end <= head.length) return head.subarray(start, end);
    return buffer(await storage.get(key, { start, end: end - 1 }));
  };
}

/** A file for download by a party of its deal; not_found for everybody else. */
export async function findFile(ctx: OrgContext, input: { fileId: string }): Promise<StoredFile> {
  return withTx(ctx, async (tx) => {
    const file = await storedFile(tx.db, { fileId: input.fileId, orgId: tx.actor.orgId });
    if (!file) throw new AppError('not_found');
    return file;
  });
}

/** Clears away what killed uploads left: rows still `uploading` after six hours and their objects. Returns how many. */
export async function sweepUploads(ctx: SystemContext): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - LONGEST_UPLOAD_MS);
  const forgotten = await withTx(ctx, (tx) => forgottenUploads(tx.db, { before, limit: 100 }));
  for (const file of forgotten) {
    await ctx.integrations.storage.remove(file.storageKey);
    await withTx(ctx, (tx) => rejectFile(tx.db, { fileId: file.id }));
  }
  return forgotten.length;
}
