import { isInForce, POLICIES, type Policy, POLICY_VERSIONS } from '../../../server/features/policies/rules.ts';
import { Link } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHeadingFocus } from '@/components/page/heading-focus.ts';
import { PublicShell } from '@/components/page/PublicShell.tsx';
import { useNow } from '@/components/time/use-now.ts';
import { POLICY_PATHS } from '@/features/policies/paths.ts';
import { BRAND_NAME } from '@/lib/brand-name.ts';
import { useFormat } from '@/lib/format.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

export interface PolicySection {
  id: string;
  title: string;
  /** In plain words, beside the text. */
  summary: string;
  paragraphs: readonly ReactNode[];
  /** A list beneath the paragraphs. */
  items: readonly string[];
  /** A table or control beneath them. */
  more?: ReactNode;
}

export interface PolicyPageProps {
  policy: Policy;
  lead: string;
  sections: readonly PolicySection[];
}

/** A legal text: contents, numbered sections with links, its versions; prints without the frame. */
export function PolicyPage({ policy, lead, sections }: PolicyPageProps) {
  const { t } = useTranslation('policies');
  const { t: nav } = useTranslation('nav');
  const { t: agreements } = useTranslation('agreements');
  const format = useFormat();
  const heading = useHeadingFocus();
  const titleOf = (one: Policy) => nav(`pages.${POLICY_SCREEN[one]}`);
  const day = (iso: string) => format.longDate(new Date(`${iso}T12:00:00Z`));
  const [newest] = POLICY_VERSIONS[policy];
  const today = new Date(useNow(() => null));
  const all: Partial<Record<Policy, Record<string, readonly string[]>>> = agreements('changes', {
    returnObjects: true,
  });
  const changes = all[policy] ?? {};
  return (
    <PublicShell>
      <title>{`${titleOf(policy)} · ${BRAND_NAME}`}</title>
      <article data-slot="policy" className="py-8 text-lead leading-6 md:py-14">
        <div className="max-w-[44rem]">
          <h1 ref={heading} tabIndex={-1} className="display text-display-sm md:text-display-lg">
            {titleOf(policy)}
          </h1>
          <p className="mt-4 text-intro leading-7">{lead}</p>
          <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2 text-sm text-muted-foreground">
            <span>{t(isInForce(newest, today) ? 'version' : 'coming', { date: day(newest) })}</span>
            <a href="#versions" className="link text-foreground print-hidden">
              {agreements('changed')}
            </a>
            <Button className="print-hidden" onClick={() => window.print()}>
              <Printer aria-hidden />
              {t('print')}
            </Button>
          </div>
          <Alert tone="caution" role="note" title={t('draft.title')} className="mt-6">
            {t('draft.text')}
          </Alert>
        </div>
        <div className="mt-10 grid gap-x-14 lg:grid-cols-[14rem_minmax(0,1fr)]">
          <nav
            aria-label={t('contents')}
            className="print-hidden mb-8 lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto"
          >
            <p className="text-sm font-semibold">{t('contents')}</p>
            <ol className="mt-2 grid gap-x-6 text-sm sm:max-lg:grid-cols-2">
              {sections.map(({ id, title }, index) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="flex gap-2 rounded-xs py-1 text-muted-foreground hover:text-foreground touch:min-h-11 touch:items-center"
                  >
                    <span className="figures w-5 shrink-0">{index + 1}.</span>
                    {title}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
          <div className="min-w-0">
            {sections.map((section, index) => (
              <Section key={section.id} section={section} number={index + 1} />
            ))}
            <footer aria-labelledby="versions" className="pt-8 text-sm text-muted-foreground">
              <h2 id="versions" className="scroll-mt-4 font-semibold text-foreground">
                {t('versions.title')}
              </h2>
              <ul className="mt-1.5">
                {POLICY_VERSIONS[policy].map((iso) => (
                  <li key={iso} className="mt-2 first:mt-0">
                    <span className="font-semibold text-foreground">{day(iso)}</span>
                    {isInForce(iso, today) ? null : ` · ${t('versions.coming')}`}
                    <ul className="list-disc ps-5">
                      {(changes[iso] ?? [t('versions.first')]).map((change) => (
                        <li key={change}>{change}</li>
                      ))}
                    </ul>
                  </li>
                ))}
              </ul>
              <p className="mt-3">{t('versions.language')}</p>
              <p className="print-hidden mt-5 flex flex-wrap gap-x-5 gap-y-1">
                <span>{t('others')}</span>
                {POLICIES.filter((one) => one !== policy).map((one) => (
                  <Link key={one} to={POLICY_PATHS[one]} className="link text-foreground">
                    {titleOf(one)}
                  </Link>
                ))}
              </p>
            </footer>
          </div>
        </div>
      </article>
    </PublicShell>
  );
}

const POLICY_SCREEN = { terms: 'terms-of-service', privacy: 'privacy-policy', cookies: 'cookie-policy' } as const;

function Section({
  section: { id, title, summary, paragraphs, items, more },
  number,
}: {
  section: PolicySection;
  number: number;
}) {
  const { t } = useTranslation('policies');
  return (
    <section aria-labelledby={id} className="border-t border-border py-6 first:border-t-0 first:pt-0">
      <div className="grid gap-x-10 gap-y-3 md:cols-main-240">
        <div className="min-w-0 max-w-[42rem]">
          <h2 id={id} className="scroll-mt-4 text-subtitle leading-7 font-semibold tracking-[-0.012em]">
            <span className="figures me-1.5 text-muted-foreground">{number}.</span>
            {title}
          </h2>
          {paragraphs.map((paragraph, index) => (
            <p key={index} className="mt-2.5">
              {paragraph}
            </p>
          ))}
          {items.length > 0 ? (
            <ul className="mt-2.5 list-disc space-y-1 ps-5 marker:text-muted-foreground">
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          ) : null}
        </div>
        <p className="self-start text-sm text-muted-foreground max-md:border-s-2 max-md:border-border max-md:ps-3 md:pt-1">
          <span className="block font-semibold text-foreground">{t('plain')}</span>
          {summary}
        </p>
      </div>
      {more ? <div className="mt-5">{more}</div> : null}
    </section>
  );
}
