import { useEffect, useRef } from 'react';

/** Whether the component is still on the screen: a late answer must not take somebody back who has gone elsewhere. */
export function useStillHere(): () => boolean {
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return () => here.current;
}
