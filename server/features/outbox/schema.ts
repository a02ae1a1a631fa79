import * as z from 'zod';

export const outboxRow = z.strictObject({ id: z.number().int() });

export interface DeadLetter {
  id: number;
  workflowId: string;
  kind: string;
  name: string | null;
  attempts: number;
  lastError: string | null;
  createdAt: Date;
  deadAt: Date | null;
  workflowUrl: string;
}
