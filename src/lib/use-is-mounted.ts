import { useEffect, useRef } from 'react';

/** Whether the component is still mounted: a late answer must not navigate after the user has left the page. */
export function useIsMounted(): () => boolean {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return () => mounted.current;
}
