import { finished, Transform, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { withTx, type OrgContext, type SystemContext } from '../../context.ts';
import { eachAlone } from '../../core/each-alone.ts';
import { AppError, isAppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireRight } from '../../guards.ts';
import type { Storage } from '../../integrations/storage/storage.ts';
import { requireMandate } from '../representations/mandate.ts';
import { RETENTION } from '../policies/rules.ts';
import { beginsAs, movieFacts, SNIFF_BYTES, type ReadAt } from './media.ts';
import { isOfficeDocument } from './office.ts';
import { checkPicture, isPicture, redrawPicture } from './pictures.ts';
import { bytesOf, lockFilesOf } from './queries/quota.ts';
import {
  countFiles,
  fileLike,
  finishFile,
  insertUploading,
  rejectFile,
  storedFile,
  type FilePlace,
  type StoredFile,
} from './queries/files.ts';
import { abandonRemovedWorks, abandonUnsent, abandonedUploads } from './queries/abandoned.ts';
import { milestoneOf, submissionOf } from './queries/submissions.ts';
import {
  FILE_TYPES,
  MAX_FILES_PER_SUBMISSION,
  MAX_ORG_BYTES,
  cleanName,
  declaredType,
  isText,
  mayTakeFiles,
  PREPARING,
  type MediaFacts,
} from './rules.ts';
import type { AnyMime, FileDto, FileTypes } from './schema.ts';

/** A file as it arrives. */
export interface Incoming {
  /** As the sender named it. */
  name: string;
  /** Content type that the sender declares. */
  declared: string;
  body: Readable;
}
export interface Upload extends Incoming {
  submissionId: string;
}
/** Target of a file: the draft of a version, a conversation. */
export interface UploadPlace {
  types: Partial<FileTypes<AnyMime>>;
  /** Folder of the storage. */
  folder: string;
  /**
   * Refuses, or returns the record that the file belongs to; its rows stay locked until commit, so that two concurrent
   * uploads cannot both take the last room.
   */
  admit(tx: OrgContext): Promise<FilePlace>;
  /** The same file, if it is stored already; 'gone' when the target accepts none any more. Locks as `admit` does. */
  same(tx: OrgContext, file: { name: string; sha256: string }): Promise<FileDto | 'gone' | undefined>;
}

/** An upload that has not ended by then counts as abandoned. */
const MAX_UPLOAD_MS = 6 * 3_600_000;
/** Since when an upload may still be running. */
export const runningSince = (now: Date): Date => new Date(now.getTime() - MAX_UPLOAD_MS);

/**
 * Streams one file of a draft into storage. The same file sent again, after a lost answer or by two clients, is
 * stored once.
 *
 * Throws what {@link receiveInto} throws, and not_found, state.wrong (its part is over), input.invalid (too many files).
 */
export async function receiveFile(ctx: OrgContext, { submissionId, ...file }: Upload): Promise<FileDto> {
  requireRight(ctx, 'content.submit');
  return receiveInto(ctx, file, {
    types: FILE_TYPES,
    folder: `work/${submissionId}`,
    admit: (tx) => admitToDraft(tx, submissionId),
    async same(tx, file) {
      const submission = await submissionOf(tx.db, { submissionId, orgId: tx.actor.orgId, lock: true });
      return submission?.state === 'draft' ? fileLike(tx.db, { submissionId, ...file }) : 'gone';
    },
  });
}

/**
 * Streams one file into storage. Declared type, extension and content must agree; reading stops at the type's size
 * limit; whatever goes wrong, neither a file nor a visible row stays behind.
 *
 * Throws file.type, file.mismatch, file.damaged, file.pixels, file.empty, file.too_large, file.incomplete (the sender
 * went away), state.changed (the target no longer exists), file.quota, file.no_room, and the refusals of the target.
 */
export async function receiveInto(ctx: OrgContext, upload: Incoming, place: UploadPlace): Promise<FileDto> {
  const name = cleanName(upload.name);
  const mime = declaredType(upload.name, upload.declared, place.types as FileTypes<AnyMime>);
  if (mime === 'file.type' || mime === 'file.mismatch') throw new AppError(mime, { field: 'file', name });

  const fileId = newId(ctx.clock.now().getTime());
  const storageKey = `${place.folder}/${fileId}`;
  await withTx(ctx, async (tx) => {
    const { orgId, userId } = tx.actor;
    const belongsTo = await place.admit(tx);
    if ((await bytesOf(tx.db, orgId)) >= MAX_ORG_BYTES) throw quotaReached();
    await insertUploading(tx.db, {
      id: fileId,
      place: belongsTo,
      orgId,
      name,
      mime,
      storageKey,
      createdBy: userId,
      at: tx.clock.now(),
    });
  });
  const { storage } = ctx.integrations;
  try {
    const { size, sha256 } = await store(storage, storageKey, {
      mime,
      max: place.types[mime]!.max,
      body: upload.body,
      name,
    });
    const facts = await inspect(storage, storageKey, { mime, size, name });
    const kept = await withTx(ctx, async (tx) => {
      const same = await place.same(tx, { name, sha256 });
      await lockFilesOf(tx.db, tx.actor.orgId);
      if ((await bytesOf(tx.db, tx.actor.orgId)) + size > MAX_ORG_BYTES) throw quotaReached();
      const file = same ?? (await finishFile(tx.db, { fileId, size, sha256, facts }));
      if (!file || file === 'gone') throw new AppError('state.changed');
      return file;
    });
    if (kept.id !== fileId) await discard(ctx, { fileId, storageKey });
    return kept;
  } catch (error) {
    await discard(ctx, { fileId, storageKey });
    throw error;
  }
}

/** Properties of a stored file whose content matches its type. */
async function inspect(
  storage: Storage,
  key: string,
  { mime, size, name }: { mime: AnyMime; size: number; name: string },
): Promise<MediaFacts> {
  if (isPicture(mime)) {
    const found = await checkPicture(mime, async () => buffer(await storage.get(key)));
    if (typeof found === 'string') throw new AppError(found, { field: 'file', name });
    return { ...found, durationMs: null };
  }
  const read = readFrom(storage, key, size);
  if (!(await isOfficeDocument(mime, size, read))) throw new AppError('file.mismatch', { field: 'file', name });
  return movieFacts(mime, size, read);
}

const quotaReached = (): AppError => new AppError('file.quota', { field: 'file', max: MAX_ORG_BYTES });

async function discard(ctx: OrgContext, file: { fileId: string; storageKey: string }): Promise<void> {
  await withTx(ctx, (tx) => rejectFile(tx.db, { fileId: file.fileId }));
  await ctx.integrations.storage.remove(file.storageKey);
}

async function admitToDraft(tx: OrgContext, submissionId: string): Promise<FilePlace> {
  const { actor, clock } = tx;
  const submission = await submissionOf(tx.db, { submissionId, orgId: actor.orgId, lock: true });
  if (!submission || submission.brandOrg === actor.orgId) throw new AppError('not_found');
  await requireMandate(tx, submission.creatorOrg, 'submit');
  if (submission.state !== 'draft') throw new AppError('state.wrong', { state: submission.state });
  // The draft of a milestone that was refunded or released meanwhile accepts no more files.
  const milestone = await milestoneOf(tx.db, { milestoneId: submission.milestoneId, orgId: actor.orgId });
  if (!milestone || !PREPARING.includes(milestone.state))
    throw new AppError('state.wrong', { state: milestone?.state ?? '' });
  const taken = await countFiles(tx.db, { submissionId: submission.id, runningSince: runningSince(clock.now()) });
  if (taken >= MAX_FILES_PER_SUBMISSION)
    throw new AppError('input.invalid', { field: 'file', problem: 'too_many', max: MAX_FILES_PER_SUBMISSION });
  const { brandOrg, creatorOrg, agencyOrg } = submission;
  return { submissionId: submission.id, offerId: null, brandOrg, creatorOrg, agencyOrg };
}

/** Passes a stream on while it checks its first bytes and counts; ends it with a coded refusal. */
class UploadInspector extends Transform {
  readonly #mime: AnyMime;
  readonly #max: number;
  readonly #name: string;
  readonly #head: Buffer[] = [];
  #headLength = 0;
  #size = 0;
  #sniffed = false;

  constructor({ mime, max, name }: { mime: AnyMime; max: number; name: string }) {
    super();
    this.#mime = mime;
    this.#max = max;
    this.#name = name;
  }

  #mismatch(): AppError {
    return new AppError('file.mismatch', { field: 'file', name: this.#name });
  }

  async #sniff(): Promise<AppError | null> {
    this.#sniffed = true;
    return (await beginsAs(this.#mime, Buffer.concat(this.#head))) ? null : this.#mismatch();
  }

  async #refusal(chunk: Buffer): Promise<AppError | null> {
    this.#size += chunk.length;
    if (this.#size > this.#max)
      return new AppError('file.too_large', { field: 'file', name: this.#name, max: this.#max });
    if (isText(this.#mime) && chunk.includes(0)) return this.#mismatch();
    if (this.#sniffed) return null;
    const part = chunk.subarray(0, SNIFF_BYTES - this.#headLength);
    this.#head.push(part);
    this.#headLength += part.length;
    return this.#headLength >= SNIFF_BYTES ? this.#sniff() : null;
  }

  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error: Error | null, chunk?: Buffer) => void,
  ): void {
    this.#refusal(chunk).then((refusal) => (refusal ? done(refusal) : done(null, chunk)), done);
  }

  override _flush(done: (error: Error | null) => void): void {
    if (this.#size === 0) done(new AppError('file.empty', { field: 'file', name: this.#name }));
    else if (this.#sniffed) done(null);
    else this.#sniff().then(done, done);
  }
}

async function store(
  storage: Storage,
  key: string,
  { body, ...file }: { mime: AnyMime; max: number; body: Readable; name: string },
): Promise<{ size: number; sha256: string }> {
  const inspector = new UploadInspector(file);
  // The storage adds its error listener only once it is ready to write; an earlier error would be unhandled and end the
  // process.
  inspector.on('error', () => {});
  let cutOff = false;
  finished(body, { writable: false }, (error) => {
    if (!error) return;
    cutOff = !inspector.destroyed;
    inspector.destroy(error);
  });
  body.pipe(inspector);
  try {
    return await storage.put(key, inspector, file.mime);
  } catch (error) {
    if (inspector.errored && isAppError(inspector.errored)) throw inspector.errored;
    if (cutOff) throw new AppError('file.incomplete', { field: 'file', name: file.name });
    throw error;
  } finally {
    body.unpipe(inspector);
  }
}

/** Reads pieces of a stored file. */
function readFrom(storage: Storage, key: string, size: number): ReadAt {
  return async (start, length) => {
    const end = Math.min(start + length, size);
    return start >= end ? Buffer.alloc(0) : buffer(await storage.get(key, { start, end: end - 1 }));
  };
}

/**
 * A file for a party of its deal; not_found for any other actor. Throws file.before_approval where a brand downloads work
 * that it has not approved.
 */
export async function findFile(
  ctx: OrgContext,
  { fileId, download = false }: { fileId: string; download?: boolean },
): Promise<StoredFile & { preview: boolean }> {
  return withTx(ctx, async (tx) => {
    const file = await storedFile(tx.db, { fileId, orgId: tx.actor.orgId });
    if (!file) throw new AppError('not_found');
    const side = file.brandOrg === tx.actor.orgId ? 'brand' : 'creator';
    const taken = mayTakeFiles(side, { submission: file.submissionState, milestone: file.milestoneState });
    if (download && !taken) throw new AppError('file.before_approval');
    return { ...file, preview: !taken && isPicture(file.mime as AnyMime) };
  });
}

/** The longer side of a picture that the brand has not approved. */
const PREVIEW_SIDE = 1_280;

/** A picture as the brand sees it before it approves the work: smaller, without the camera's data. */
export const previewOf = async (storage: Storage, file: Pick<StoredFile, 'storageKey'>): Promise<Buffer> =>
  redrawPicture(await buffer(await storage.get(file.storageKey)), { maxSide: PREVIEW_SIDE });

/** A file uploaded for a message and not sent by then is deleted. */
const UNSENT_LIFE_MS = RETENTION.unsentUploadDays * 24 * 3_600_000;

/**
 * Clears away what killed uploads left, rows still `uploading` after six hours and their objects, and files of messages that
 * were never sent and works that were taken out. Returns how many.
 */
export async function sweepUploads(ctx: SystemContext): Promise<number> {
  const { log, storage } = ctx.integrations;
  const now = ctx.clock.now();
  const forgotten = await withTx(ctx, async (tx) => {
    await abandonUnsent(tx.db, { before: new Date(now.getTime() - UNSENT_LIFE_MS) });
    await abandonRemovedWorks(tx.db, { before: runningSince(now) });
    return abandonedUploads(tx.db, { before: runningSince(now), limit: 100 });
  });
  let swept = 0;
  const how = {
    log,
    failed: 'an unused file could not be removed',
    nameOf: ({ id }: (typeof forgotten)[number]) => id,
  };
  await eachAlone(forgotten, how, async ({ id, storageKey }) => {
    await storage.remove(storageKey);
    await withTx(ctx, (tx) => rejectFile(tx.db, { fileId: id }));
    swept += 1;
  });
  return swept;
}
