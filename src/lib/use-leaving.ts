import { useEffect, useRef, useState } from 'react';
import { refreshScreen } from '@/lib/live.ts';

/**
 * Navigation to a page of the payment provider. It does not happen if the user has left the screen meanwhile; if the
 * user comes back, the screen is active again. The component may be gone by then: a live update can replace the button
 * that began the payment before its answer arrives.
 */
export function useLeaving(): { leaving: boolean; leaveFor: (url: string) => void } {
  const [leaving, setLeaving] = useState(false);
  const screen = useRef<string | null>(null);
  useEffect(() => {
    screen.current = window.location.pathname;
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
      if (window.location.pathname !== screen.current) return;
      setLeaving(true);
      window.location.assign(url);
    },
  };
}
