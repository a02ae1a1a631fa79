import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { onSessionChange } from '@/lib/auth.ts';

/** A sign-in, a sign-out or another account in a second tab reaches this one at once: its guards decide anew. */
export function useSessionOfOtherTabs(): void {
  const router = useRouter();
  useEffect(() => onSessionChange(() => void router.invalidate()), [router]);
}
