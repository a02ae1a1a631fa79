import { Link, type LinkOptions } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHeadingFocus } from '@/components/page/heading-focus.ts';
import { BRAND_NAME } from '@/lib/brand-name.ts';
import { Button } from '@/ui/button.tsx';

export interface FocusShellProps {
  title: ReactNode;
  documentTitle?: string;
  subtitle?: ReactNode;
  /** Target of the back arrow. */
  back: LinkOptions;
  /** In the bar: versions, a clock. */
  tools?: ReactNode;
  children: ReactNode;
}

/** Review and editors: one bar of 60 px, no sidebar. The route says `staticData: { frame: 'focus' }`. */
export function FocusShell({ title, documentTitle, subtitle, back, tools, children }: FocusShellProps) {
  const { t } = useTranslation();
  const heading = useHeadingFocus();
  const name = documentTitle ?? (typeof title === 'string' ? title : undefined);
  return (
    <div className="grid min-h-dvh grid-cols-1 grid-rows-[auto_1fr]">
      {name ? <title>{`${name} · ${BRAND_NAME}`}</title> : null}
      <header className="sticky top-0 z-20 flex min-h-[60px] items-center gap-3.5 border-b border-border bg-background px-3 md:px-5">
        <Button asChild variant="quiet" size="icon" aria-label={t('action.back')}>
          <Link {...back}>
            <ArrowLeft aria-hidden className="flip" />
          </Link>
        </Button>
        <div className="min-w-0 grow">
          <h1 ref={heading} tabIndex={-1} className="heading-section truncate">
            {title}
          </h1>
          {subtitle ? <p className="truncate text-xs text-muted-foreground">{subtitle}</p> : null}
        </div>
        {tools}
      </header>
      <main id="main" tabIndex={-1} className="min-w-0">
        {children}
      </main>
    </div>
  );
}
