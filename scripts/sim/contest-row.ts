import type { DisputeOutcome, DisputeState } from '../../server/features/disputes/schema.ts';
import type { PostFacts } from '../../server/features/escrow/live/rules.ts';
import type { DisputableState } from '../../server/features/escrow/settlement/rules.ts';
import type { Side } from '../../server/features/terms/schema.ts';

/** A dispute between the sides, its row with what the judges have to know of it. */
export interface Contest {
  id: string;
  milestoneId: string;
  version: number;
  state: DisputeState;
  amount: number;
  returned: number;
  kept: number | null;
  /** Null: two staff members ended the milestone. */
  opened_side: Side | null;
  opened_at: Date;
  joined_at: Date | null;
  brand_answered_at: Date | null;
  creator_answered_at: Date | null;
  brand_offered_at: Date | null;
  creator_offered_at: Date | null;
  prior_state: DisputableState;
  prior_deadline_at: Date;
  talk_ends_at: Date;
  evidence_ends_at: Date;
  decision_ends_at: Date;
  appeal_ms: number;
  execution_ms: number;
  /** In which its phases count working days; null: 24 hours a day. */
  zone: string | null;
  limit_at: Date;
  phase_ends_at: Date | null;
  outcome: DisputeOutcome | null;
  settled_at: Date | null;
  appealed_side: Side | null;
  announced: DisputeState | null;
  ended_at: Date | null;
  offers: Partial<Record<Side, number>>;
  /** The offers that met, and who gave in. */
  met: Record<Side, number> | null;
  conceded: Side | null;
  /** The post of its milestone, as the looks before it left that. */
  post: PostFacts | null;
  /** `at`: the state in which it was made. */
  decisions: { n: 1 | 2; kept: number; by: number; at: DisputeState }[];
}

export const contestIdOf = (milestone: number, n: number): string =>
  `00000000-0000-7000-8000-0d00${String(milestone).padStart(4, '0')}${String(n).padStart(4, '0')}`;
