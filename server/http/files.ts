import multipart from '@fastify/multipart';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import parseRange from 'range-parser';
import type { Readable } from 'node:stream';
import * as z from 'zod';
import type { OrgContext } from '../context.ts';
import { AppError } from '../core/errors.ts';
import type { StoredFile } from '../features/content/queries/files.ts';
import { approvedWork, zipOf, type WorkScope } from '../features/content/download.ts';
import { readNetworkPicture } from '../features/content/network-pictures.ts';
import { findFile, previewOf, receiveFile } from '../features/content/uploads.ts';
import { findAttachment, receiveForConversation } from '../features/conversations/attachments.ts';
import { findEvidence, receiveEvidence } from '../features/disputes/evidence.ts';
import { receiveAttachment } from '../features/messages/attachments.ts';
import { requireOwnOrg, runUpload } from '../features/representations/acting.ts';
import { refusedRowsFile } from '../features/imports/corrections.ts';
import { findWork, receiveWork } from '../features/portfolio/service.ts';
import { receiveImport } from '../features/imports/upload.ts';
import { CSV, sendDownload } from './download.ts';
import type { FileLimits } from './file-limits.ts';
import { memberContext, memberOrStaffContext, type AppDeps } from './session.ts';
import { FILE_TYPES } from '../features/content/rules.ts';

const params = z.object({ id: z.uuid() });
const uploadQuery = z.union([
  z.object({ submission: z.uuid() }),
  z.object({ deal: z.uuid() }),
  z.object({ offer: z.uuid() }),
  z.object({ conversation: z.uuid() }),
  z.object({ dispute: z.uuid() }),
  z.object({ import: z.literal('creators') }),
  z.object({ portfolio: z.literal('') }),
]);

const MAX_BYTES = Math.max(...Object.values(FILE_TYPES).map((t) => t.max));
/** Boundaries and part headers around the file itself. */
const FORM_OVERHEAD = 64 * 1024;
/** A refused sender may go on talking this long, so that it reads the answer before the connection goes. */
const LINGER_MS = 3_000;

/** Uploads of work in progress and into conversations, and downloads for the deal's parties. Refusals are answered by the app's error handler. */
export async function registerFileRoutes(app: FastifyInstance, deps: AppDeps, limits: FileLimits): Promise<void> {
  // One byte more than the largest type allows: the service has the type and answers file.too_large.
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: MAX_BYTES + 1, files: 1, fields: 5, parts: 6, fieldSize: 2_000, headerPairs: 50 },
  });

  app.post('/api/files', { config: { bodyTime: 'while-it-comes' } }, async (request, reply) => {
    try {
      return await reply.code(201).send(await receive(deps, request));
    } catch (error) {
      hangUpLater(request);
      throw error;
    }
  });

  app.get('/files/:id', { exposeHeadRoute: false, config: limits.read }, async (request, reply) => {
    const ctx = await memberContext(deps, request);
    const download = Object.hasOwn(request.query as object, 'download');
    const file = await findFile(ctx, { fileId: idOf(request), download });
    if (file.preview) return sendPreview(deps, file, request, reply);
    return send(deps, file, download, request, reply);
  });

  app.get('/files/accounts/:id', { exposeHeadRoute: false, config: limits.small }, async (request, reply) => {
    const ctx = await memberContext(deps, request);
    const picture = await readNetworkPicture(ctx, { accountId: idOf(request) });
    return reply
      .type('image/webp')
      .headers({
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, max-age=604800',
        vary: 'Cookie',
      })
      .send(picture);
  });
  app.get('/files/messages/:id', { exposeHeadRoute: false, config: limits.read }, async (request, reply) => {
    const ctx = await memberOrStaffContext(deps, request);
    return send(deps, await findAttachment(ctx, { fileId: idOf(request) }), true, request, reply);
  });

  app.get('/files/portfolio/:id', { exposeHeadRoute: false, config: limits.small }, async (request, reply) => {
    const ctx = await memberOrStaffContext(deps, request);
    return send(deps, await findWork(ctx, { id: idOf(request) }), false, request, reply);
  });

  app.get('/files/disputes/:id', { exposeHeadRoute: false, config: limits.read }, async (request, reply) => {
    const ctx = await memberOrStaffContext(deps, request);
    return send(deps, await findEvidence(ctx, { fileId: idOf(request) }), false, request, reply);
  });

  app.get('/files/imports/:id', { exposeHeadRoute: false, config: limits.made }, async (request, reply) => {
    const ctx = await memberContext(deps, request);
    const { name, text } = await refusedRowsFile(ctx, { importId: idOf(request) });
    return sendDownload(reply, { type: CSV, name, body: text });
  });

  app.get('/files/milestones/:id', { exposeHeadRoute: false, config: limits.made }, (request, reply) =>
    sendApproved(deps, (milestoneId) => ({ milestoneId }), request, reply),
  );
  app.get('/files/deals/:id', { exposeHeadRoute: false, config: limits.made }, (request, reply) =>
    sendApproved(deps, (contractId) => ({ contractId }), request, reply),
  );
}

function idOf(request: FastifyRequest): string {
  const target = params.safeParse(request.params);
  if (!target.success) throw new AppError('not_found');
  return target.data.id;
}

async function receive(deps: AppDeps, request: FastifyRequest) {
  const ctx = await memberContext(deps, request);
  const query = uploadQuery.safeParse(request.query);
  // A side on hold may still answer a dispute.
  if (ctx.actor.suspended && !(query.success && 'dispute' in query.data)) throw new AppError('org.suspended');
  if (!query.success || !request.isMultipart()) throw new AppError('input.invalid', { field: 'file', problem: 'form' });
  if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES + FORM_OVERHEAD)
    throw new AppError('file.too_large', { field: 'file', max: MAX_BYTES });
  const part = await request.file().catch((error: unknown) => {
    // The form ended, or the sender left, before the file began.
    throw new AppError('file.incomplete', {
      field: 'file',
      problem: error instanceof Error ? error.message.slice(0, 80) : '',
    });
  });
  if (!part) throw new AppError('file.incomplete', { field: 'file' });
  const file = { name: part.filename, declared: part.mimetype, body: part.file };
  return receiveAt(ctx, query.data, file);
}

type Place = z.output<typeof uploadQuery>;
interface Sent {
  name: string;
  declared: string;
  body: Readable;
}

/** Hands the file to its place; that of an agency for its creator is recorded as every act is. */
function receiveAt(ctx: OrgContext, place: Place, file: Sent) {
  if ('import' in place) {
    requireOwnOrg(ctx.actor);
    return receiveImport(ctx, { name: file.name, body: file.body });
  }
  if ('dispute' in place) {
    requireOwnOrg(ctx.actor);
    return receiveEvidence(ctx, { disputeId: place.dispute, ...file });
  }
  if ('portfolio' in place) {
    return runUpload(ctx, 'upload.portfolio', {}, () => receiveWork(ctx, file));
  }
  if ('submission' in place) {
    const submissionId = place.submission;
    return runUpload(ctx, 'upload.submission', { submissionId }, () => receiveFile(ctx, { submissionId, ...file }));
  }
  if ('conversation' in place) {
    const conversationId = place.conversation;
    return runUpload(ctx, 'upload.conversation', { conversationId }, () =>
      receiveForConversation(ctx, { conversationId, ...file }),
    );
  }
  const thread = 'deal' in place ? { contractId: place.deal } : { offerId: place.offer };
  return runUpload(ctx, 'deal' in place ? 'upload.deal' : 'upload.offer', thread, () =>
    receiveAttachment(ctx, { thread, ...file }),
  );
}

/** Throws away what a refused sender still says, and hangs up when it goes on too long. */
function hangUpLater({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed) return;
  raw.unpipe();
  raw.resume();
  setTimeout(() => {
    if (!raw.complete) raw.destroy();
  }, LINGER_MS).unref();
}

/** Approved work as one download: a milestone's only file as it is, everything else as a zip. */
async function sendApproved(
  deps: AppDeps,
  scopeOf: (id: string) => WorkScope,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const ctx = await memberContext(deps, request);
  const scope = scopeOf(idOf(request));
  const { name, files, entries } = await approvedWork(ctx, scope);
  const [only, ...more] = files;
  if (only && more.length === 0 && 'milestoneId' in scope) return send(deps, only, true, request, reply);
  const { stream, size } = await zipOf(deps.integrations.storage, entries);
  return sendDownload(reply, { type: 'application/zip', name: `${name}.zip`, body: stream, size });
}

interface Range {
  start: number;
  end: number;
}

/** The one requested range; null for the whole file (also for several ranges), 'bad' when it lies outside. */
function rangeOf(header: string | undefined, size: number): Range | null | 'bad' {
  const ranges = header === undefined ? -2 : parseRange(size, header);
  if (ranges === -2) return null;
  if (ranges === -1) {
    // The last bytes, more than there are, are the whole file (RFC 9110 §14.1.2); the parser takes them to lie outside.
    return size > 0 && /^bytes=-0*[1-9]\d*$/.test(header ?? '') ? { start: 0, end: size - 1 } : 'bad';
  }
  const [only, ...more] = ranges;
  return ranges.type === 'bytes' && only && more.length === 0 ? only : null;
}

/** The picture of work that is not approved: its reader may not have the file itself. */
async function sendPreview(
  deps: AppDeps,
  file: Pick<StoredFile, 'name' | 'sha256' | 'storageKey'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const etag = `"preview-${file.sha256}"`;
  reply.headers({
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'content-disposition': contentDisposition(`${file.name}.webp`, { type: 'inline' }),
    'cache-control': 'private, no-cache',
    vary: 'Cookie',
    etag,
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('image/webp').send(await previewOf(deps.integrations.storage, file));
}

/** Bytes of other people: never sniffed, never able to run a script, revalidated at each use because access can end. */
async function send(
  deps: AppDeps,
  file: Pick<StoredFile, 'name' | 'mime' | 'size' | 'sha256' | 'storageKey'>,
  download: boolean,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const etag = `"${file.sha256}"`;
  const shown = !download && /^(image|video)\//.test(file.mime);
  reply.headers({
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'content-disposition': contentDisposition(file.name, { type: shown ? 'inline' : 'attachment' }),
    'cache-control': 'private, no-cache',
    vary: 'Cookie',
    etag,
    'accept-ranges': 'bytes',
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();

  const unchanged = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
  const range = unchanged ? rangeOf(request.headers.range, file.size) : null;
  if (range === 'bad') return reply.code(416).header('content-range', `bytes */${file.size}`).send();
  const stream = await deps.integrations.storage.get(file.storageKey, range ?? undefined);
  reply.type(file.mime);
  if (range)
    reply.code(206).headers({
      'content-range': `bytes ${range.start}-${range.end}/${file.size}`,
      'content-length': range.end - range.start + 1,
    });
  else reply.header('content-length', file.size);
  return reply.send(stream);
}
