import { useRouteContext } from '@tanstack/react-router';
import { type Action, roleMay } from '../../server/features/orgs/rules.ts';
import type { Session } from '@/lib/auth.ts';

/** Whether the user's role allows an action: true, or the code of the refusal that the server would answer. */
export function usePermitted(action: Action): true | 'auth.not_allowed' {
  const { session } = useRouteContext({ strict: false }) as { session?: Session };
  const role = session?.org?.role;
  return !role || roleMay(role, action) ? true : 'auth.not_allowed';
}
