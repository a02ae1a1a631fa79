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

export const MONEY_STATES = [
  'awaiting',
  'held',
  'review',
  'changes',
  'approved',
  'releasing',
  'released',
  'disputed',
  'refunded',
  'unknown',
] as const;
/** What is happening to money; where it is, is a part of the escrow bar. */
export type MoneyState = (typeof MONEY_STATES)[number];

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

/** Icons that point with the reading direction. */
export const FLIPPED_STATES: ReadonlySet<MoneyState> = new Set(['releasing', 'refunded']);

/** Text colour of a state, as a class; spelled out so that the build finds them. */
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
