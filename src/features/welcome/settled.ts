import { useEffect } from 'react';

const WAIT_MS = 3_000;

/**
 * Sets `data-settled` on the document three seconds after the page is readable. Nothing on the page depends on it;
 * measurements may.
 */
export function useSettled(): void {
  useEffect(() => {
    const timer = window.setTimeout(() => document.documentElement.toggleAttribute('data-settled', true), WAIT_MS);
    return () => {
      window.clearTimeout(timer);
      document.documentElement.removeAttribute('data-settled');
    };
  }, []);
}
