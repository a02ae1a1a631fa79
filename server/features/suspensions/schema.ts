import * as z from 'zod';
import type { OrgKind } from '../../context.ts';

export const suspendOrgInput = z.strictObject({ orgId: z.uuid(), reason: z.string().trim().min(3).max(200) });
export const reinstateOrgInput = z.strictObject({ orgId: z.uuid() });
export interface FoundOrg {
  orgId: string;
  name: string;
  slug: string;
  kind: OrgKind;
  suspendedAt: Date | null;
}
