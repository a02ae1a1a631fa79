import { z } from 'zod';
import { LOCALES, type Locale } from '../../core/locale.ts';
import { NOTICE_SWITCHES, type NoticeSwitch } from '../notifications/schema.ts';

export const confirmAgeInput = z.strictObject({
  /** Day of birth, YYYY-MM-DD. Only its year is kept. */
  birthDate: z.iso.date(),
});
export const identityInput = z.strictObject({
  displayName: z.string().trim().min(1).max(80),
  locale: z.enum(LOCALES),
  timeZone: z.string().min(1).max(60),
});
export const noticesInput = z.strictObject({
  /** Cells of the matrix that are switched off. */
  off: z.array(z.enum(NOTICE_SWITCHES as [NoticeSwitch, ...NoticeSwitch[]])).max(NOTICE_SWITCHES.length),
});
export const hiddenInput = z.strictObject({ hidden: z.boolean() });

export interface PersonalSettings {
  displayName: string;
  email: string;
  locale: Locale;
  timeZone: string;
  noticesOff: NoticeSwitch[];
  /** Null for those whom nobody searches for. */
  hidden: boolean | null;
}
/** Largest picture that is taken, in bytes; the browser sends far smaller ones. */
export const AVATAR_MAX_BYTES = 512 * 1024;
/** Width and height that a picture may have at most. */
export const AVATAR_MAX_SIDE = 512;
