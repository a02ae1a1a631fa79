import { truncated } from '../../core/text.ts';
import { FILE_TYPES } from '../content/rules.ts';
import type { AnyMime, FileTypes } from '../content/schema.ts';

export const MAX_WORKS = 30;
export const MAX_PINNED = 3;
/** So many works count as a whole portfolio. */
export const FULL_PORTFOLIO = 6;
export const MAX_TITLE = 120;
export const MAX_BRAND = 80;

const MAX_PICTURE = 15_000_000;
const MAX_VIDEO = 150_000_000;
const limited = <T extends { extensions: readonly string[] }>(type: T, max: number) => ({ ...type, max });
/** Pictures and videos. */
export const WORK_TYPES = {
  'image/jpeg': limited(FILE_TYPES['image/jpeg'], MAX_PICTURE),
  'image/png': limited(FILE_TYPES['image/png'], MAX_PICTURE),
  'image/webp': limited(FILE_TYPES['image/webp'], MAX_PICTURE),
  'video/mp4': limited(FILE_TYPES['video/mp4'], MAX_VIDEO),
  'video/quicktime': limited(FILE_TYPES['video/quicktime'], MAX_VIDEO),
  'video/webm': limited(FILE_TYPES['video/webm'], MAX_VIDEO),
} satisfies Partial<FileTypes<AnyMime>>;
export const isVideo = (mime: string): boolean => mime.startsWith('video/');

/** Folder of the storage. */
export const FOLDER = 'portfolio';
export const workUrl = (id: string): string => `/files/portfolio/${id}`;

/** The title of a work before it has one: the file's name without its ending. */
export const titleOf = (fileName: string): string =>
  truncated(
    fileName
      .replace(/\.[^.]*$/u, '')
      .replaceAll(/[_-]+/gu, ' ')
      .trim(),
    MAX_TITLE,
  ) || 'Work';

/** Whether these are the same ids in another order. */
export const sameIds = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && new Set(a).size === a.length && a.every((id) => b.includes(id));
