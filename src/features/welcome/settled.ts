import { useEffect } from 'react';

const WAIT_MS = 3_000;

/** Three seconds after the page can be read `data-settled` says so on the document. Nothing on the page waits for it; measurements may. */
export function useSettled(): void {
  useEffect(() => {
    const timer = window.setTimeout(() => document.documentElement.toggleAttribute('data-settled', true), WAIT_MS);
    return () => {
      window.clearTimeout(timer);
      document.documentElement.removeAttribute('data-settled');
    };
  }, []);
}
