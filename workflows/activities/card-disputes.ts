import {
  evidenceSnapshot,
  remindOfEvidence,
  submitEvidence,
} from '../../server/features/payments/evidence/evidence.ts';
import { bindActivities, type ActivityContext } from './context.ts';

export const QUEUE = 'discovery';
export const createActivities = (ctx: ActivityContext) =>
  bindActivities(ctx, 'cardDispute', {
    readEvidencePack: evidenceSnapshot,
    remindOfEvidence,
    submitEvidencePack: async (c: ActivityContext, input: { id: string }): Promise<string> => submitEvidence(c, input),
  });
export type CardDisputeActivities = ReturnType<typeof createActivities>;
