import { Link, type LinkOptions } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { Fragment, useContext, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHeadingFocus } from '@/components/page/heading-focus.ts';
import { PageCrumbs } from '@/components/page/page-crumbs.ts';
import { BRAND_NAME } from '@/lib/brand-name.ts';

export interface Crumb {
  label: ReactNode;
  /** The last crumb has none. */
  link?: LinkOptions;
}

export interface PageHeaderProps {
  /** The heading; it may be a message: "Five things need you". */
  title: ReactNode;
  /** The title of the browser tab if `title` is more than plain text. */
  documentTitle?: string;
  /** Area and screen when left out. */
  crumbs?: readonly Crumb[];
  /** Instead of crumbs: the date on a home. */
  eyebrow?: ReactNode;
  /** One line under the heading. */
  status?: ReactNode;
  /** Beside the heading: a tag. */
  tag?: ReactNode;
  /** Before the heading: a pair of avatars. */
  lead?: ReactNode;
  /** At the end, in one row of 34 px: at most one ink button. */
  actions?: ReactNode;
}

/**
 * Crumbs and actions in one row, which is left out if there are none; then `h1` and one status line. On a phone the actions
 * come last, so that they do not part the crumbs from the heading. The `h1` is focused after a navigation.
 */
export function PageHeader({ title, documentTitle, crumbs, eyebrow, status, tag, lead, actions }: PageHeaderProps) {
  const name = documentTitle ?? (typeof title === 'string' ? title : undefined);
  const heading = useHeadingFocus();
  const ofScreen = useContext(PageCrumbs);
  const shown = crumbs ?? (eyebrow ? [] : ofScreen);
  return (
    <header data-slot="page-header" className="grid gap-x-4 sm:grid-cols-[minmax(0,1fr)_fit-content(70%)]">
      {name ? <title>{`${name} · ${BRAND_NAME}`}</title> : null}
      {shown.length > 0 || eyebrow ? (
        <div className="mb-1.5 flex items-center sm:min-h-[34px]">
          {shown.length > 0 ? <Crumbs crumbs={shown} /> : <p className="text-sm text-muted-foreground">{eyebrow}</p>}
        </div>
      ) : null}
      <div className="flex items-start gap-4 sm:col-span-2 sm:row-start-2">
        {lead}
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 ref={heading} tabIndex={-1} className="heading-page text-balance">
              {title}
            </h1>
            {tag}
          </div>
          {status ? <div className="text-sm text-muted-foreground">{status}</div> : null}
        </div>
      </div>
      {actions ? (
        <div className="flex flex-wrap items-center gap-2 empty:hidden max-sm:mt-3 sm:col-start-2 sm:row-start-1 sm:mb-1.5 sm:min-h-[34px] sm:justify-end">
          {actions}
        </div>
      ) : null}
    </header>
  );
}

function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation('nav');
  return (
    <nav
      aria-label={t('shell.breadcrumb')}
      className="flex min-w-0 flex-wrap items-center gap-1.5 text-sm text-muted-foreground"
    >
      {crumbs.map((crumb, index) => (
        <Fragment key={index}>
          {index > 0 ? <ChevronRight aria-hidden className="flip size-3" /> : null}
          {crumb.link ? (
            <Link {...crumb.link} className="rounded-xs hover:text-foreground">
              {crumb.label}
            </Link>
          ) : (
            <span className="min-w-0 truncate-name">{crumb.label}</span>
          )}
        </Fragment>
      ))}
    </nav>
  );
}
