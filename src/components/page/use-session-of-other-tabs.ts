import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { onSessionChange } from '@/lib/auth-calls.ts';

/**
 * A sign-in, a sign-out or a change of account in another tab takes effect here at once: the route guards run again.
 */
export function useSessionOfOtherTabs(): void {
  const router = useRouter();
  useEffect(() => onSessionChange(() => void router.invalidate()), [router]);
}
