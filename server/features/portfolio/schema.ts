import * as z from 'zod';
import { uuid } from '../../core/inputs.ts';
import { byHandleInput } from '../creators/schema.ts';
import { MAX_BRAND, MAX_TITLE, MAX_WORKS } from './rules.ts';

export const worksInput = byHandleInput;
export const changeWorkInput = z.strictObject({
  id: uuid,
  title: z.string().trim().min(1).max(MAX_TITLE),
  /** An address as it was typed; empty for none. */
  link: z.string().trim().max(200),
  brand: z.string().trim().max(MAX_BRAND),
});
export const pinWorkInput = z.strictObject({ id: uuid, pinned: z.boolean() });
/** Every work of the portfolio in its new order. */
export const arrangeInput = z.strictObject({ ids: z.array(uuid).max(MAX_WORKS) });
export const workInput = z.strictObject({ id: uuid });

/** A work as its creator and others see it. */
export interface WorkDto {
  id: string;
  title: string;
  link: string | null;
  brand: string;
  pinned: boolean;
  url: string;
  mime: string;
  width: number | null;
  height: number | null;
  durationMs: number | null;
}
