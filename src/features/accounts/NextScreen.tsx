import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Portal } from '@/features/accounts/demo-hints.ts';
import { useScreenTitle } from '@/lib/screen-title.ts';
import { screenOf } from '@/lib/screens.ts';

/** The screen that opens after the sign-in, by name; nothing for the home. */
export function NextScreen({ inner, portal }: { inner: string; portal: Portal }) {
  const { t } = useTranslation('accounts');
  const titleOf = useScreenTitle();
  const wanted = screenOf(new URL(inner, 'http://inner.invalid').pathname);
  if (!wanted || wanted.path === '/dashboard') return null;
  const goesOn = t('portal.next', { screen: titleOf(wanted) });
  // A deep link always leads to the creators' page.
  if (portal !== 'influencer') return goesOn;
  return (
    <>
      {goesOn} <BrandHere next={inner} />
    </>
  );
}

function BrandHere({ next }: { next: string }) {
  const { t } = useTranslation('accounts');
  const [before, words, after] = t('portal.brandHere').split(/<brand>|<\/brand>/u);
  return (
    <>
      {before}
      <Link to="/business-auth" search={{ next }} className="text-foreground link">
        {words}
      </Link>
      {after}
    </>
  );
}
