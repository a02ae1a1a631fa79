import type { ErrorCode } from '../../../server/core/errors.ts';
import { declaredType } from '../../../server/features/content/rules.ts';
import type { AnyMime, FileTypes } from '../../../server/features/content/schema.ts';

/** Value of a file field's `accept`. */
export const acceptOf = (types: FileTypes<AnyMime> | Partial<FileTypes<AnyMime>>): string =>
  Object.entries(types)
    .flatMap(([mime, type]) => [mime, ...(type?.extensions ?? []).map((extension) => `.${extension}`)])
    .join(',');

/** Whether the server refused the file itself: a retry would be refused too. */
export const refusesFile = (code: ErrorCode | undefined): boolean =>
  code === 'file.type' ||
  code === 'file.empty' ||
  code === 'file.too_large' ||
  code === 'file.mismatch' ||
  code === 'file.damaged';

/** Refuses files before the upload that the server would refuse after it. */
export function checkFile<M extends AnyMime>(
  file: File,
  types: FileTypes<M>,
): { code: 'file.empty' | 'file.too_large' | 'file.type' | 'file.mismatch' } | null {
  if (file.size === 0) return { code: 'file.empty' };
  const type = declaredType(file.name, file.type, types);
  if (type === 'file.type' || type === 'file.mismatch') return { code: type };
  return file.size > types[type].max ? { code: 'file.too_large' } : null;
}
