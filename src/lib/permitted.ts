import { useRouteContext } from '@tanstack/react-router';
import { type Action, roleMay } from '../../server/features/orgs/rules.ts';
import { type StaffAct, staffMay, type StaffRole } from '../../server/core/staff.ts';
import type { Session } from '@/lib/auth.ts';

/** Whether the user's role allows an action: true, or the code of the refusal that the server would answer. */
export function usePermitted(action: Action): true | 'auth.not_allowed' {
  const { session } = useRouteContext({ strict: false }) as { session?: Session };
  const role = session?.org?.role;
  return !role || roleMay(role, action) ? true : 'auth.not_allowed';
}

/** The role of the signed-in staff member; null for all others. */
export const useStaffRole = (): StaffRole | null =>
  (useRouteContext({ strict: false }) as { session?: Session }).session?.staffRole ?? null;

/** Whether the staff member's role allows an act; an act that it does not allow is not offered. */
export function useStaffMay(): (act: StaffAct) => boolean {
  const role = useStaffRole();
  return (act) => role !== null && staffMay(role, act);
}
