import {
  CircleCheck,
  CircleDashed,
  CircleQuestionMark,
  Eye,
  LockKeyhole,
  type LucideIcon,
  PencilLine,
  Scale,
  SendHorizontal,
  ThumbsUp,
  Undo2,
} from 'lucide-react';
import type { MoneyState } from '../../../server/features/escrow/milestone/shown/rules.ts';

export const MONEY_STATE_ICONS: Record<MoneyState, LucideIcon> = {
  awaiting: CircleDashed,
  held: LockKeyhole,
  review: Eye,
  changes: PencilLine,
  approved: ThumbsUp,
  releasing: SendHorizontal,
  released: CircleCheck,
  disputed: Scale,
  refunded: Undo2,
  unknown: CircleQuestionMark,
};

/** Icons that follow the reading direction. */
export const FLIPPED_STATES: ReadonlySet<MoneyState> = new Set(['releasing', 'refunded']);

/** Text color class of a state; written out so that Tailwind finds it. */
export const MONEY_STATE_TEXT: Record<MoneyState, string> = {
  awaiting: 'text-awaiting-foreground',
  held: 'text-held-foreground',
  review: 'text-review-foreground',
  changes: 'text-changes-foreground',
  approved: 'text-approved-foreground',
  releasing: 'text-releasing-foreground',
  released: 'text-released-foreground',
  disputed: 'text-disputed-foreground',
  refunded: 'text-refunded-foreground',
  unknown: 'text-unknown-foreground',
};
