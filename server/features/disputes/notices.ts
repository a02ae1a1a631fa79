import { AMOUNT, type NoticeSpec } from '../../core/notices.ts';

/** The amount is what is disputed; of a decided or settled one what goes to the creator. */
const FIELDS = ['name', 'title', 'milestone', ...AMOUNT] as const;
const TIMED = [...FIELDS, 'deadlineAt'] as const;

export const NOTICES = {
  milestone_terminated: { topic: 'money', fields: [...TIMED, 'reason'] },
  dispute_opened: { topic: 'money', fields: TIMED },
  dispute_message: { topic: 'money', fields: TIMED },
  dispute_ending: { topic: 'money', fields: TIMED },
  dispute_evidence: { topic: 'money', fields: TIMED },
  dispute_deciding: { topic: 'money', fields: TIMED },
  dispute_decided: { topic: 'money', fields: TIMED },
  dispute_appealed: { topic: 'money', fields: TIMED },
  dispute_settled: { topic: 'money', fields: FIELDS },
  dispute_withdrawn: { topic: 'money', fields: FIELDS },
} as const satisfies Record<string, NoticeSpec>;
