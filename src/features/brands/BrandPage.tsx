import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { PublicBrand } from '../../../server/features/brands/schema.ts';
import { PayText } from '@/components/money/PayText.tsx';
import { DetailPage } from '@/components/page/Pages.tsx';
import { faceOf, OrgAvatar } from '@/components/people/Party.tsx';
import { RatingList } from '@/components/ratings/RatingList.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { BrandMap } from '@/features/brands/BrandMap.tsx';
import { Figures } from '@/features/brands/Figures.tsx';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';

/** A brand as creators and agencies see it: who it is, how it pays and answers, open campaigns, reviews. */
export function BrandPage({ slug, viewerOrg }: { slug: string; viewerOrg: string | null }) {
  const { t } = useTranslation('brands');
  const query = useQuery(api.brands.page.queryOptions({ slug }));
  return (
    <DetailPage
      query={query}
      errorTitle={t('couldNotLoad')}
      header={(brand) => ({
        title: <bdi>{brand.party.name}</bdi>,
        documentTitle: brand.party.name,
        lead: <OrgAvatar {...faceOf(brand.party)} size="xl" />,
        crumbs: [{ label: t('list.title'), link: { to: '/brand' } }, { label: <bdi>{brand.party.name}</bdi> }],
        status: (
          <>
            {brand.city ? (
              <>
                <bdi>{brand.city}</bdi>
                {' · '}
              </>
            ) : null}
            {t('since')} <DateText value={brand.since} as="day" />
          </>
        ),
      })}
      aside={(brand) => <Facts brand={brand} />}
      asideLabel={t('facts')}
    >
      {(brand) => (
        <div className="grid gap-8">
          {brand.party.orgId === viewerOrg ? <Alert>{t('yours')}</Alert> : null}
          {brand.covers[0] ? (
            <img
              src={brand.covers[0].url}
              alt={t('kit.coverOf', { brand: brand.party.name })}
              className="-mb-4 aspect-[3/1] w-full rounded-lg border border-border object-cover"
            />
          ) : null}
          <About brand={brand} />
          <Campaigns brand={brand} />
          <Wishes brand={brand} />
          <Places brand={brand} />
          <RatingList orgId={brand.party.orgId} />
        </div>
      )}
    </DetailPage>
  );
}

function Facts({ brand }: { brand: PublicBrand }) {
  const { t } = useTranslation('brands');
  return (
    <section>
      <h2 className="heading-section">{t('facts')}</h2>
      <div className="mt-1 text-ui">
        <Figures brand={brand} />
      </div>
      <p className="mt-2 text-xs text-muted-foreground">{t('factsSource')}</p>
    </section>
  );
}

function About({ brand }: { brand: PublicBrand }) {
  const { t } = useTranslation('brands');
  const { t: nameOf } = useTranslation('niches');
  return (
    <section>
      <h2 className="heading-section">{t('about')}</h2>
      {brand.description ? (
        <p dir="auto" className="mt-1 max-w-70ch whitespace-pre-line">
          {brand.description}
        </p>
      ) : (
        <p className="mt-1 text-sm text-muted-foreground">{t('noDescription')}</p>
      )}
      {brand.niches.length > 0 ? (
        <p className="mt-2 text-sm text-muted-foreground">
          {brand.niches.map((niche) => nameOf(`name.${niche}`)).join(' · ')}
        </p>
      ) : null}
      {brand.website ? (
        <p className="mt-2">
          <a href={brand.website} target="_blank" rel="noreferrer nofollow ugc" dir="ltr" className="link">
            {new URL(brand.website).hostname}
          </a>
        </p>
      ) : null}
      {brand.links.length > 0 ? (
        <ul aria-label={t('field.links')} className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
          {brand.links.map((link) => (
            <li key={link}>
              <a href={link} target="_blank" rel="noreferrer nofollow ugc" dir="ltr" className="link">
                {linkName(link)}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {brand.colors.length > 0 ? (
        <ul aria-label={t('field.colors')} className="mt-3 flex flex-wrap gap-2">
          {brand.colors.map((color) => (
            <li key={color} className="flex items-center gap-1.5 text-sm">
              <span aria-hidden className="size-5 rounded-sm border border-border" style={{ backgroundColor: color }} />
              <bdi dir="ltr" className="figures">
                {color}
              </bdi>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function Campaigns({ brand: { campaigns } }: { brand: PublicBrand }) {
  const { t } = useTranslation('brands');
  const format = useFormat();
  return (
    <section>
      <h2 className="heading-section">{t('campaigns')}</h2>
      {campaigns.length === 0 ? (
        <p className="mt-1 text-sm text-muted-foreground">{t('noCampaigns')}</p>
      ) : (
        <ul>
          {campaigns.map((campaign) => (
            <li
              key={campaign.id}
              className="relative flex flex-wrap items-baseline justify-between gap-x-4 border-b border-border py-3 last:border-b-0 hover:bg-accent"
            >
              <span className="min-w-0">
                <Link
                  to="/campaigns/$campaignId"
                  params={{ campaignId: campaign.id }}
                  className="font-medium after:absolute after:inset-0"
                >
                  <bdi>{campaign.title}</bdi>
                </Link>
                <span className="block text-sm text-muted-foreground">
                  {campaign.city ? <bdi>{campaign.city}</bdi> : null}
                  {campaign.city && campaign.applicationDeadline ? ' · ' : null}
                  {campaign.applicationDeadline
                    ? t('closes', { date: format.date(campaign.applicationDeadline) })
                    : null}
                </span>
              </span>
              <span className="font-semibold">
                <PayText min={campaign.payMin} max={campaign.payMax} currency={campaign.currency} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** "instagram.com/cafe.lumen". */
const linkName = (link: string): string => {
  const { hostname, pathname } = new URL(link);
  return `${hostname.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`;
};

/** The creators and the audience that the brand looks for, and what may be said of it. */
function Wishes({ brand: { audience, claimsAllowed, claimsForbidden, targets } }: { brand: PublicBrand }) {
  const { t } = useTranslation('brands');
  const { t: nameOf } = useTranslation('niches');
  const format = useFormat();
  const { ageMin, ageMax, genders } = audience;
  const reached = [
    ageMin !== null && ageMax !== null
      ? t('ages', { min: ageMin, max: ageMax })
      : ageMin !== null
        ? t('agesFrom', { min: ageMin })
        : ageMax !== null
          ? t('agesTo', { max: ageMax })
          : null,
    ...genders.map((gender) => t(`gender.${gender}`)),
  ].filter((part) => part !== null);
  const lists = [
    { title: t('field.claimsAllowed'), claims: claimsAllowed },
    { title: t('field.claimsForbidden'), claims: claimsForbidden },
  ].filter(({ claims }) => claims.length > 0);
  const { followersMin, followersMax } = targets;
  const sought = [
    ...targets.niches.map((niche) => nameOf(`name.${niche}`)),
    ...targets.places.map(({ city }) => city),
    followersMin !== null && followersMax !== null
      ? t('followers', { min: format.number(followersMin), max: format.number(followersMax) })
      : followersMin !== null
        ? t('followersFrom', { min: format.number(followersMin) })
        : followersMax !== null
          ? t('followersTo', { max: format.number(followersMax) })
          : null,
  ].filter((part) => part !== null);
  if (reached.length === 0 && sought.length === 0 && lists.length === 0) return null;
  return (
    <section>
      <h2 className="heading-section">{t('wishes')}</h2>
      {sought.length > 0 ? <p className="mt-1">{t('sought', { value: sought.join(' · ') })}</p> : null}
      {reached.length > 0 ? <p className="mt-1">{t('audience', { value: reached.join(' · ') })}</p> : null}
      {lists.map(({ title, claims }) => (
        <div key={title} className="mt-3">
          <h3 className="heading-item">{title}</h3>
          <ul className="list-disc ps-5 text-ui">
            {claims.map((claim) => (
              <li key={claim} dir="auto">
                {claim}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function Places({ brand }: { brand: PublicBrand }) {
  const { locations } = brand;
  const { t } = useTranslation('brands');
  const format = useFormat();
  if (locations.length === 0) return null;
  return (
    <section>
      <h2 className="heading-section">{t('field.locations')}</h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        {locations.map((place, index) => (
          <li key={index}>
            <bdi className="font-medium">{place.name}</bdi>
            <span className="block text-sm text-muted-foreground">
              <bdi>
                {[place.address, place.city, place.country ? format.countryName(place.country) : null]
                  .filter(Boolean)
                  .join(', ')}
              </bdi>
            </span>
          </li>
        ))}
      </ul>
      <BrandMap brand={brand} />
    </section>
  );
}
