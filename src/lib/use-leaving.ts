import { useEffect, useState } from 'react';
import { refreshScreen } from '@/lib/live.ts';
import { useIsMounted } from '@/lib/use-is-mounted.ts';

/** Going to a page of the provider: whoever has left this screen meanwhile stays where they are, and whoever comes back finds it awake. */
export function useLeaving(): { leaving: boolean; leaveFor: (url: string) => void } {
  const [leaving, setLeaving] = useState(false);
  const isMounted = useIsMounted();
  useEffect(() => {
    // The back button may bring the page as it was left, waiting.
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
