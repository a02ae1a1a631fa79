import type { ErrorComponentProps, NotFoundRouteProps } from '@tanstack/react-router';
import { Suspense } from 'react';
import { ScreenError } from '@/components/states/ScreenError.tsx';
import { isNoRecord } from '@/lib/app-error.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { wrongAccountIn } from '@/lib/wrong-account.ts';

const states = () => import('@/components/states/RouteStates.tsx');
const NotFoundPage = lazyNamed(states, 'NotFoundPage');
const WrongAccountFrame = lazyNamed(() => import('@/components/page/SignedInFrame.tsx'), 'WrongAccountFrame');
const NotFoundInFrame = lazyNamed(states, 'NotFoundInFrame');
const Pending = lazyNamed(states, 'PendingPage');

/** Rendered instead of a screen that failed; the other states are loaded when they are needed. */
export function RouteError(props: ErrorComponentProps) {
  return isNoRecord(props.error) ? <LazyNotFoundInFrame /> : <ScreenError {...props} />;
}

/** An unknown address, or one for another kind of account, which the guard reports in the same way. */
export function LazyNotFoundPage(props: NotFoundRouteProps) {
  const wrong = wrongAccountIn(props.data);
  return (
    <Suspense fallback={null}>
      {wrong ? <WrongAccountFrame session={wrong.session} screen={wrong.screen} /> : <NotFoundPage />}
    </Suspense>
  );
}

export function LazyNotFoundInFrame() {
  return (
    <Suspense fallback={null}>
      <NotFoundInFrame />
    </Suspense>
  );
}

export function LazyPending() {
  return (
    <Suspense fallback={null}>
      <Pending />
    </Suspense>
  );
}
