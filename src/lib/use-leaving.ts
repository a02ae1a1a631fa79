import { useEffect, useState } from 'react';
import { refreshScreen } from '@/lib/live.ts';
import { useIsMounted } from '@/lib/use-is-mounted.ts';

/**
 * Navigation to a page of the payment provider. It does not happen if the user has left the screen meanwhile; if the
 * user comes back, the screen is active again.
 */
export function useLeaving(): { leaving: boolean; leaveFor: (url: string) => void } {
  const [leaving, setLeaving] = useState(false);
  const isMounted = useIsMounted();
  useEffect(() => {
    // The back button may restore the page from the cache, still waiting.
    const wake = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      setLeaving(false);
      void refreshScreen();
    };
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, []);
  return {
    leaving,
    leaveFor: (url) => {
      if (!isMounted()) return;
      setLeaving(true);
      window.location.assign(url);
    },
  };
}
