import type { Env } from '../env.ts';

/**
 * Downloads per minute and network address, counted by route: `read` for stored files (a video is read in many ranges),
 * `small` for avatars, of which a list shows dozens, `made` for files that are generated: PDFs, tables, zips.
 */
const PER_MINUTE = { read: 240, small: 1_200, made: 60 } as const;
export type FileLimit = keyof typeof PER_MINUTE;
export type FileLimits = Record<FileLimit, { rateLimit: { max: number; timeWindow: string; allowList: string[] } }>;

/** Tests send all requests from one machine. */
const REHEARSAL_FACTOR = 100;

/** The configuration of a route by its kind. */
export function fileLimits(mode: Env['SPONSIO_MODE']): FileLimits {
  const limit = (kind: FileLimit) => ({
    rateLimit: {
      max: PER_MINUTE[kind] * (mode === 'production' ? 1 : REHEARSAL_FACTOR),
      timeWindow: '1 minute',
      allowList: [],
    },
  });
  return { read: limit('read'), small: limit('small'), made: limit('made') };
}
