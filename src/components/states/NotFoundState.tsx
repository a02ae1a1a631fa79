import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { HelpLink } from '@/components/page/HelpLink.tsx';
import { useHeadingFocus } from '@/components/page/heading-focus.ts';
import { BRAND_NAME } from '@/lib/brand-name.ts';
import { Button } from '@/ui/button.tsx';
import { buttonStyles } from '@/ui/button-styles.ts';

/** An unknown address, an unknown record, and a record of another org: all render this. */
export function NotFoundState() {
  const { t } = useTranslation();
  const heading = useHeadingFocus();
  return (
    <div data-slot="not-found" className="py-10">
      <title>{`${t('notFound.title')} · ${BRAND_NAME}`}</title>
      <p className="figures text-sm text-muted-foreground">404</p>
      <h1 ref={heading} tabIndex={-1} className="heading-page mt-1">
        {t('notFound.title')}
      </h1>
      <p className="mt-1 max-w-52ch text-muted-foreground">{t('notFound.text')}</p>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button asChild variant="ink">
          <Link to="/">{t('notFound.home')}</Link>
        </Button>
        <HelpLink className={buttonStyles({ variant: 'quiet' })} />
      </div>
    </div>
  );
}
