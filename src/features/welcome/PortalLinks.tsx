import { useTranslation } from 'react-i18next';
import { PageLink } from '@/components/page/PageLink.tsx';
import { useSignedIn } from '@/lib/signed-in.ts';
import { buttonStyles } from '@/ui/button-styles.ts';

const LOOKS = {
  ground: { first: 'ink', firstClass: '', secondClass: '' },
  /** On the closing field, which is dark in both themes. */
  field: {
    first: 'outline',
    firstClass: 'border-transparent bg-ink-field-foreground text-ink-field hover:bg-ink-field-foreground/85',
    secondClass: 'border-ink-field-muted bg-transparent text-ink-field-foreground hover:bg-ink-field-foreground/10',
  },
} as const;
const SIZE = 'h-[50px]! px-6! text-intro! max-md:h-11.5! max-md:grow max-md:px-4! max-md:text-lead!';

/** The two portals; a signed-in user gets a link to the dashboard instead. */
export function PortalLinks({ on = 'ground', className = '' }: { on?: keyof typeof LOOKS; className?: string }) {
  const { t } = useTranslation('nav');
  const signedIn = useSignedIn();
  const { first, firstClass, secondClass } = LOOKS[on];
  return (
    <div className={`flex flex-wrap gap-2.5 ${className}`}>
      {signedIn ? (
        <PageLink
          to="/dashboard"
          className={buttonStyles({ variant: first, size: 'large', className: `${SIZE} ${firstClass}` })}
        >
          {t('public.openDashboard')}
        </PageLink>
      ) : (
        <>
          <PageLink
            to="/business-auth"
            tab="sign-up"
            className={buttonStyles({ variant: first, size: 'large', className: `${SIZE} ${firstClass}` })}
          >
            {t('public.startAsBrand')}
          </PageLink>
          <PageLink
            to="/influencer-auth"
            tab="sign-up"
            className={buttonStyles({ variant: 'outline', size: 'large', className: `${SIZE} ${secondClass}` })}
          >
            {t('public.joinAsInfluencer')}
          </PageLink>
        </>
      )}
    </div>
  );
}
