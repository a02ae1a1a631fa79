import { lazyRouteComponent } from '@tanstack/react-router';
import { loadFile } from '@/lib/lost-files.ts';

/** A file of its own: most visitors of the account pages sign in. */
export const SignUpForm = lazyRouteComponent(
  () => loadFile(() => import('@/features/accounts/SignUpForm.tsx')),
  'SignUpForm',
);

/**
 * For route loaders: the form is there before its tab is shown, and takes the place of the other tab, or of the form that
 * the page was sent with, in one step. Nothing moves, and what was typed and where the focus was are kept.
 */
export const loadSignUp = async (search: { tab?: unknown }): Promise<void> => {
  if (search.tab === 'sign-up') await SignUpForm.preload?.();
};
