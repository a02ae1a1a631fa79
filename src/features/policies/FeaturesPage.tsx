import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { QUESTIONS } from '../../../server/features/policies/rules.ts';
import { useHeadingFocus } from '@/components/page/heading-focus.ts';
import { PublicShell } from '@/components/page/PublicShell.tsx';
import { WhenNear } from '@/components/page/WhenNear.tsx';
import { Rich } from '@/components/text/Rich.tsx';
import { CAPABILITIES, type Capability, isPlanned, PORTALS, type Role, ROLES } from '@/lib/capabilities.ts';
import { usePolicyValues } from '@/features/policies/policy-values.ts';
import { BRAND_NAME } from '@/lib/brand-name.ts';
import { cn } from '@/lib/cn.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { buttonStyles } from '@/ui/button-styles.ts';
import { Tag } from '@/ui/tag.tsx';
import { tabListStyles, tabStyles } from '@/ui/tab-styles.ts';

/** Parts of the product with invented names; loaded after the text, each when it is near. */
const TermsDemo = lazyNamed(() => import('@/features/policies/TermsDemo.tsx'), 'TermsDemo');
const MoneyDemo = lazyNamed(() => import('@/features/policies/MoneyDemo.tsx'), 'MoneyDemo');

function Demo({ id, role }: { id: Capability['id']; role: Role }) {
  switch (id) {
    case 'briefs':
    case 'contracts':
      return <TermsDemo id={id} role={role} />;
    case 'escrow':
    case 'analytics':
      return <MoneyDemo id={id} role={role} />;
    default:
      return null;
  }
}

const SHOWN: Partial<Record<Capability['id'], readonly Role[]>> = {
  briefs: ROLES,
  contracts: ROLES,
  escrow: ROLES,
  analytics: ['creator', 'agent'],
};

/** Each capability claimed on the start page, for each role: what works today, what is to come, how, and its limits. */
export function FeaturesPage({ role }: { role: Role }) {
  const { t } = useTranslation('features');
  const { t: nav } = useTranslation('nav');
  const heading = useHeadingFocus();
  return (
    <PublicShell>
      <title>{`${nav('pages.features')} · ${BRAND_NAME}`}</title>
      <div className="py-8 text-lead leading-6 md:py-14">
        <h1 ref={heading} tabIndex={-1} className="display text-display-sm md:text-display-lg">
          {t('title')}
        </h1>
        <p className="mt-4 max-w-[42rem] text-intro leading-7">{t('lead')}</p>
        <nav aria-label={t('roles')} className={cn(tabListStyles, 'mt-8')}>
          {ROLES.map((one) => (
            <Link
              key={one}
              to="/features"
              search={one === 'brand' ? {} : { for: one }}
              resetScroll={false}
              aria-current={one === role ? 'page' : undefined}
              className={cn(tabStyles, 'text-lead!')}
              activeProps={{}}
              activeOptions={{ exact: true, includeSearch: true }}
            >
              {t(`role.${one}`)}
            </Link>
          ))}
        </nav>
        {CAPABILITIES.map((capability) => (
          <CapabilityRow key={capability.id} capability={capability} role={role} />
        ))}
        <Questions />
        <section
          aria-labelledby="start"
          className="mt-14 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-y border-border-strong py-6"
        >
          <div>
            <h2 id="start" className="display text-[calc(1.75rem*var(--display-scale,1))]">
              {t('start.title')}
            </h2>
            <p className="mt-2 text-muted-foreground">{t('start.text')}</p>
          </div>
          <Link {...PORTALS[role]} className={buttonStyles({ variant: 'ink', size: 'large' })}>
            {nav('public.getStarted')}
          </Link>
        </section>
      </div>
    </PublicShell>
  );
}

function CapabilityRow({ capability, role }: { capability: Capability; role: Role }) {
  const { id, state, engine } = capability;
  const { t } = useTranslation('features');
  const values = usePolicyValues();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-14 gap-y-5 border-b border-border py-8 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
    >
      <div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h2 id={id} className="text-subtitle leading-7 font-semibold tracking-[-0.012em]">
            {t(`capability.${id}.title`)}
          </h2>
          <Tag className={state === 'open' ? 'font-semibold' : undefined}>{t(`state.${state}`)}</Tag>
        </div>
        <p className="mt-2 max-w-xl">{t(`today.${id}.${role}`, values)}</p>
        {isPlanned(capability) ? (
          <p className="mt-2 max-w-xl text-muted-foreground">
            <Tag className="me-2">{t('state.soon')}</Tag>
            {t(`later.${capability.id}.${role}`)}
          </p>
        ) : null}
        <dl className="mt-4 grid max-w-xl gap-x-4 gap-y-1 text-sm sm:cols-auto-main">
          {(
            [
              [t('engine.label'), t(`engine.${engine}`)],
              [t('source'), t(`capability.${id}.source`)],
              [t('limit'), t(`capability.${id}.limit`)],
            ] as const
          ).map(([term, text]) => (
            <div key={term} className="contents">
              <dt className="text-muted-foreground max-sm:mt-1.5">{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      {SHOWN[id]?.includes(role) ? (
        <figure className="min-w-0 self-start rounded-lg border border-border bg-card p-4 text-card-foreground md:p-5">
          <WhenNear>
            <Suspense fallback={<div className="min-h-40" />}>
              <Demo id={id} role={role} />
            </Suspense>
          </WhenNear>
          <figcaption className="mt-3 text-xs text-muted-foreground">{t('demo')}</figcaption>
        </figure>
      ) : null}
    </section>
  );
}

function Questions() {
  const { t } = useTranslation('features');
  const values = usePolicyValues();
  const terms = (inner: string) => (
    <Link to="/terms-of-service" className="link">
      {inner}
    </Link>
  );
  return (
    <section aria-labelledby="faq" className="mt-14">
      <h2 id="faq" className="display text-[calc(2.25rem*var(--display-scale,1))]">
        {t('faq.title')}
      </h2>
      <dl className="mt-6 grid gap-x-14 gap-y-6 md:grid-cols-2">
        {QUESTIONS.map((id) => (
          <div key={id}>
            <dt className="font-semibold">{t(`faq.${id}.q`)}</dt>
            <dd className="mt-1 max-w-xl">{t(`faq.${id}.a`, values)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-6 text-sm">
        <Rich text={t('legal')} parts={{ terms }} />
      </p>
    </section>
  );
}
