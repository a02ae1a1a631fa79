import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { describe, expect, it, vi } from 'vitest';
import { LOCALES } from '../../../server/core/locale.ts';
import type { PublicFigures } from '../../../server/features/figures/schema.ts';
import { HOLD_CAP_MS, QUESTIONS, SHIPPED_CLOCKS } from '../../../server/features/policies/rules.ts';
import { type Claim, openness, partBehind } from '../../../src/features/welcome/claims.ts';
import { CLAIMED_FIGURES, CLAIMS } from '../../../src/features/welcome/content.ts';
import { Features } from '../../../src/features/welcome/Features.tsx';
import { HowItWorks } from '../../../src/features/welcome/HowItWorks.tsx';
import { MeasuredFigures } from '../../../src/features/welcome/MeasuredFigures.tsx';
import { Pricing } from '../../../src/features/welcome/Pricing.tsx';
import { CAPABILITIES, type Capability, isPlanned, ROLES } from '../../../src/lib/capabilities.ts';
import { renderLanding } from '../../../src/prerender.tsx';
import { SCREENS } from '../../../src/lib/screens.gen.ts';
import { textsIn } from '../../support/texts.tsx';

const answer = vi.hoisted(() => ({ figures: null as unknown }));
vi.mock('@/lib/plain-query.ts', () => ({ usePlainQuery: () => answer.figures }));

type Branch = Record<string, string | Record<string, string>>;
const landingIn = (locale: string) => JSON.parse(readFileSync(`locales/${locale}/landing.json`, 'utf8')) as Branch;
const pathsOf = (branch: Branch, name: string): string[] =>
  Object.keys(branch[name] as Record<string, string>).map((key) => `${name}.${key}`);
const textAt = (branch: Branch, key: string): string => {
  const [name = '', rest = ''] = key.split('.');
  return (branch[name] as Record<string, string>)[rest] ?? '';
};

/** Headings, leads and facts of the sample deal, which claim nothing of their own. */
const NO_CLAIMS =
  /\.(title|lead|brands|influencers|holds|silence|disagree|discover|create|pay|\w+(When|Fact)|discovery|\w*Text)$/u;

/** Screens that deliver a capability. None is built: soon; all: open; else in part. */
const SCREENS_OF: Record<Capability['id'], readonly (keyof typeof SCREENS)[]> = {
  matching: ['/match'],
  briefs: ['/post-influencer-campaign', '/ai-campaign-optimization'],
  contracts: ['/campaigns', '/dynamic-pricing'],
  vetting: ['/influencer-verification'],
  discovery: ['/discovery', '/ai-smart-search'],
  reports: ['/advanced-analytics', '/comprehensive-analytics'],
  escrow: ['/payments', '/payouts', '/content-approval'],
  analytics: ['/payouts', '/influencer-analytics'],
  social: ['/social-media-management', '/content-calendar'],
  growth: ['/creator-profile', '/media-kit-generator', '/affiliate-marketing'],
};

const jsonOf = (locale: string, namespace: string) =>
  JSON.parse(readFileSync(`locales/${locale}/${namespace}.json`, 'utf8')) as Record<string, Record<string, Branch>>;

/** What the answers of the features page and the descriptions of pages rest on; null: on no capability. */
const ANSWERS: Record<(typeof QUESTIONS)[number], Capability['id'] | null> = {
  cost: 'escrow',
  holds: 'escrow',
  silence: 'escrow',
  nothing: 'escrow',
  card: 'escrow',
  paid: 'escrow',
  agent: 'contracts',
  ai: null,
};
const DESCRIPTIONS: Record<string, readonly Capability['id'][]> = {
  home: ['contracts', 'escrow'],
  features: [],
  auth: [],
  'business-auth': ['briefs', 'escrow'],
  'influencer-auth': ['growth', 'escrow'],
  'privacy-policy': [],
  'terms-of-service': ['contracts', 'escrow'],
  'cookie-policy': [],
  'data-deletion': [],
};
/** Texts that name only what works as soon as the capability is open in part. */
const NAME_ONLY_THE_PART: readonly string[] = ['agent', 'home', 'business-auth', 'influencer-auth', 'terms-of-service'];

describe('claims of the features page', () => {
  it('say what works today for each role, and what is to come exactly where a capability is not open', () => {
    for (const locale of LOCALES) {
      const { today = {}, later = {} } = jsonOf(locale, 'features');
      expect(Object.keys(today), locale).toEqual(CAPABILITIES.map(({ id }) => id));
      expect(Object.keys(later), locale).toEqual(CAPABILITIES.filter(isPlanned).map(({ id }) => id));
      for (const roles of [...Object.values(today), ...Object.values(later)])
        expect(Object.keys(roles)).toEqual([...ROLES]);
    }
  });

  it('call what is not open by the words of the start page', () => {
    for (const locale of LOCALES)
      expect(jsonOf(locale, 'features')['state']?.['soon'], locale).toBe(landingIn(locale)['soon']);
  });
});

describe('answers and descriptions of pages', () => {
  it('rest on capabilities that are open, or in part where they name only that part', () => {
    expect(Object.keys(ANSWERS)).toEqual([...QUESTIONS]);
    expect(Object.keys(DESCRIPTIONS)).toEqual(Object.keys(jsonOf('en', 'head')['description'] ?? {}));
    const stateOf = (id: Capability['id']) => CAPABILITIES.find((capability) => capability.id === id)?.state;
    const claims = [
      ...Object.entries(ANSWERS).map(([key, id]) => [key, id ? [id] : []] as const),
      ...Object.entries(DESCRIPTIONS),
    ];
    for (const [key, ids] of claims)
      for (const id of ids)
        expect(NAME_ONLY_THE_PART.includes(key) ? ['open', 'part'] : ['open'], `${key}: ${id}`).toContain(stateOf(id));
  });

  it('describe pages that are built', () => {
    const described = new Set(Object.keys(DESCRIPTIONS));
    const built = Object.values(SCREENS)
      .filter((screen) => screen.built && described.has(screen.title))
      .map((screen) => screen.title);
    expect(new Set([...built, 'home'])).toEqual(new Set([...described, 'home']));
  });
});

describe('figures of the start page', () => {
  it('are the code’s own where they state a term', () => {
    expect([HOLD_CAP_MS / 86_400_000, SHIPPED_CLOCKS.review.fallback]).toEqual([75, 'P5D']);
    for (const locale of LOCALES) expect(textAt(landingIn(locale), 'questions.holdsText'), locale).toContain('75');
  });

  it('are each shown with how they were measured where they are measured, and left out without data', async () => {
    for (const locale of LOCALES) {
      const i18n = await textsIn(locale);
      const htmlWith = (facts: PublicFigures | null) => {
        answer.figures = facts;
        return renderToStaticMarkup(
          <I18nextProvider i18n={i18n}>
            <MeasuredFigures />
          </I18nextProvider>,
        );
      };
      const none = { creators: null, paid: null, released: null, measuredAt: new Date('2026-11-24T10:00:00Z') };
      expect(htmlWith(null)).toBe('');
      expect(htmlWith(none)).toBe('');
      const html = htmlWith({ ...none, creators: 12, paid: 34, released: { amount: 56_000, currency: 'EUR' } });
      const measured = landingIn(locale)['measured'] as Record<string, string>;
      for (const key of ['influencersHow', 'paidHow', 'releasedHow']) expect(html, locale).toContain(measured[key]);
      expect(html.match(/<dd/gu)).toHaveLength(3);
    }
  });

  it('are in production no figure, quote or rating that nothing measured', async () => {
    const { copy, measured } = await renderLanding();
    for (const locale of LOCALES) {
      const { figures, testimonials } = landingIn(locale) as Record<string, Record<string, string>>;
      const invented = [
        CLAIMED_FIGURES.influencers,
        ...['influencers', 'roi', 'rating', 'example'].map((key) => figures![key]!),
        testimonials!['ellen']!,
      ].map((text) => text.replaceAll('&', '&amp;'));
      expect(
        invented.filter((text) => !copy[locale].includes(text)),
        locale,
      ).toEqual([]);
      expect(
        invented.filter((text) => measured[locale].includes(text)),
        locale,
      ).toEqual([]);
    }
  });
});

describe('claims of the start page', () => {
  it('are each tied to a capability, and every sentence that claims something is one', () => {
    const landing = landingIn('en');
    const claims = Object.keys(CLAIMS);
    const known = new Set(CAPABILITIES.map(({ id }) => id));
    expect(Object.values(CLAIMS).filter(([id]) => !known.has(id))).toEqual([]);
    expect(claims.filter((key) => textAt(landing, key) === '')).toEqual([]);
    const headings = ['features', 'pricing']
      .flatMap((name) => pathsOf(landing, name))
      .filter((key) => !NO_CLAIMS.test(key));
    const sentences = [...pathsOf(landing, 'how'), ...pathsOf(landing, 'questions')].filter((key) =>
      /(Text|Roi)$/u.test(key),
    );
    expect([...headings, ...sentences].filter((key) => !claims.includes(key))).toEqual([]);
  });

  it('hold as far as the screens behind their capability are open', () => {
    const states = Object.fromEntries(
      Object.entries(SCREENS_OF).map(([id, paths]) => {
        const built = paths.filter((path) => SCREENS[path].built).length;
        return [id, built === 0 ? 'soon' : built === paths.length ? 'open' : 'part'];
      }),
    );
    expect(Object.fromEntries(CAPABILITIES.map(({ id, state }) => [id, state]))).toEqual(states);
  });

  it('say "Coming soon" where nothing works, and which part works where one does, in every language', async () => {
    const page = (
      <>
        <Features />
        <HowItWorks />
        <Pricing />
      </>
    );
    const all = Object.keys(CLAIMS) as Claim[];
    for (const locale of LOCALES) {
      const i18n = await textsIn(locale);
      const html = renderToStaticMarkup(<I18nextProvider i18n={i18n}>{page}</I18nextProvider>);
      const landing = landingIn(locale);
      expect(html.split(`>${landing['soon'] as string}<`).length - 1, locale).toBe(
        all.filter((claim) => openness(claim) === 'soon').length,
      );
      for (const claim of all) {
        const part = partBehind(claim);
        if (part) expect(html, `${claim} in ${locale}`).toContain(textAt(landing, `today.${part}`));
      }
    }
  });

  it('promise no ruling within a time while disputes are not open', () => {
    for (const locale of LOCALES)
      expect(Object.values(landingIn(locale)['questions'] as Record<string, string>).join(' '), locale).not.toMatch(
        /\b21\b/u,
      );
  });
});
