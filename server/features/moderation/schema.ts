import * as z from 'zod';
import { uuid } from '../../core/inputs.ts';
import type { Page } from '../../core/pagination.ts';
import type { TextKind, TextRule } from './rules.ts';

/** `withdrawn`: its author changed or deleted it before staff decided. */
export type HeldTextState = 'held' | 'released' | 'removed' | 'withdrawn';

export const releaseTextInput = z.strictObject({ heldId: uuid });
export const removeTextInput = z.strictObject({ heldId: uuid, reason: z.string().trim().min(3).max(200) });

/** A text that waits for staff. */
export interface HeldText {
  id: string;
  kind: TextKind;
  orgId: string;
  orgName: string;
  text: string;
  rule: TextRule;
  /** The words that the rule is about, as places in the text. */
  start: number;
  end: number;
  at: Date;
}
export interface HeldTexts extends Page<HeldText> {
  /** All that wait, up to `COUNT_CAP`. */
  count: number;
}
