import { Transform, type Readable, type TransformCallback } from 'node:stream';
import { finished } from 'node:stream';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError, isAppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireRight } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { startWorkflow } from '../outbox/commands.ts';
import { countOpen, insertImport } from './queries/imports.ts';
import { MAX_IMPORT_BYTES, MAX_OPEN } from './rules.ts';

export interface ImportFile {
  name: string;
  body: Readable;
}

/** Creators bring no files of other creators. */
export function requireImporter({ actor }: OrgContext): void {
  if (actor.orgKind === 'creator') throw new AppError('auth.wrong_account_type');
}

/** Passes a file on up to the limit. */
class SizeLimit extends Transform {
  #size = 0;
  readonly #name: string;
  constructor(name: string) {
    super();
    this.#name = name;
  }
  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#size += chunk.length;
    if (this.#size > MAX_IMPORT_BYTES)
      done(new AppError('file.too_large', { field: 'file', name: this.#name, max: MAX_IMPORT_BYTES }));
    else done(null, chunk);
  }
}

/**
 * Stores a file of creators and starts its import, which reads it first. Throws import.type for another kind of file,
 * file.too_large, file.incomplete, import.too_many_open.
 */
export async function receiveImport(ctx: OrgContext, { name: given, body }: ImportFile): Promise<{ importId: string }> {
  requireRight(ctx, 'import.run');
  requireImporter(ctx);
  const name =
    given
      .normalize('NFC')
      .replace(/[\p{Cc}/\\]/gu, '')
      .slice(-120) || 'file';
  if (!/\.(?:csv|tsv|txt|xlsx|xls)$/iu.test(name)) throw new AppError('import.type', { field: 'file', name });
  const id = newId(ctx.clock.now().getTime());
  const storageKey = `imports/${id}`;
  const { storage } = ctx.integrations;
  const limit = new SizeLimit(name);
  limit.on('error', () => {});
  let cutOff = false;
  finished(body, { writable: false }, (error) => {
    if (!error) return;
    cutOff = true;
    limit.destroy(error);
  });
  let size: number;
  try {
    ({ size } = await storage.put(storageKey, body.pipe(limit), 'application/octet-stream'));
  } catch (error) {
    if (limit.errored && isAppError(limit.errored)) throw limit.errored;
    if (cutOff) throw new AppError('file.incomplete', { field: 'file', name });
    throw error;
  } finally {
    body.unpipe(limit);
  }
  try {
    await withTx(ctx, async (tx) => {
      const { orgId, userId } = tx.actor;
      if ((await countOpen(tx.db, orgId)) >= MAX_OPEN) throw new AppError('import.too_many_open', { max: MAX_OPEN });
      const now = tx.clock.now();
      await insertImport(tx.db, {
        id,
        org_id: orgId,
        created_by: userId,
        file_name: name,
        storage_key: storageKey,
        size,
        state: 'reading',
        format: /\.xlsx?$/iu.test(name) ? 'xlsx' : 'csv',
        created_at: now,
        changed_at: now,
      });
      await startWorkflow(tx, 'creatorImport', id);
      await audit(tx, 'import.uploaded', `import:${id}`);
    });
  } catch (error) {
    await storage.remove(storageKey);
    throw error;
  }
  return { importId: id };
}
