import { useRouterState } from '@tanstack/react-router';
import { NotOpenYet } from '@/components/states/NotOpenYet.tsx';
import { screenAt, screenOf } from '@/lib/screens.ts';

/** The page of an address that is not built yet. */
export function OpeningSoon() {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  return <NotOpenYet screen={screenOf(pathname) ?? screenAt('/')} home={screenAt('/')} />;
}
