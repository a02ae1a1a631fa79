import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BadgeCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DetailPage } from '@/components/page/Pages.tsx';
import { CreatorAvatar, faceOf } from '@/components/people/Party.tsx';
import { RatingList } from '@/components/ratings/RatingList.tsx';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';
import { Tag } from '@/ui/tag.tsx';

/** An agency as brands and creators read it; of its roster those creators who agreed. */
export function PublicAgencyPage({ slug }: { slug: string }) {
  const { t } = useTranslation('agencies');
  const { t: niches } = useTranslation('niches');
  const format = useFormat();
  const query = useQuery(api.agencies.page.queryOptions({ slug }));
  return (
    <DetailPage
      query={query}
      errorTitle={t('profile.failed')}
      header={({ party, city, verified }) => ({
        title: party.name,
        tag: verified ? <Tag icon={BadgeCheck}>{t('verified.tag')}</Tag> : undefined,
        status: city ?? t('profile.agency'),
      })}
      asideLabel={t('profile.aside')}
      aside={(agency) => (
        <dl className="grid gap-3 text-sm [&_dt]:text-muted-foreground">
          <div>
            <dt>{t('verified.title')}</dt>
            <dd>{t(agency.verified ? 'verified.yes' : 'verified.no')}</dd>
          </div>
          <div>
            <dt>{t('profile.commission')}</dt>
            <dd className="font-semibold">
              {agency.commissionMinBps === agency.commissionMaxBps
                ? format.percent(agency.commissionMaxBps)
                : t('profile.range', {
                    from: format.percent(agency.commissionMinBps),
                    to: format.percent(agency.commissionMaxBps),
                  })}
            </dd>
          </div>
          {agency.contactEmail ? (
            <div>
              <dt>{t('profile.contact')}</dt>
              <dd>
                <a href={`mailto:${agency.contactEmail}`} className="link wrap-anywhere">
                  {agency.contactEmail}
                </a>
              </dd>
            </div>
          ) : null}
          {agency.website ? (
            <div>
              <dt>{t('profile.website')}</dt>
              <dd>
                <a href={agency.website} target="_blank" rel="noreferrer nofollow ugc" className="link wrap-anywhere">
                  {agency.website}
                </a>
              </dd>
            </div>
          ) : null}
          {agency.licence ? (
            <div>
              <dt>{t('profile.licence')}</dt>
              <dd>
                <bdi>{agency.licence}</bdi>
              </dd>
            </div>
          ) : null}
        </dl>
      )}
    >
      {(agency) => (
        <div className="grid gap-8">
          <p className="max-w-[68ch] whitespace-pre-line" dir="auto">
            {agency.about}
          </p>
          {agency.niches.length > 0 ? (
            <ul aria-label={t('profile.niches')} className="flex flex-wrap gap-2">
              {agency.niches.map((niche) => (
                <li key={niche}>
                  <Tag>{niches(`name.${niche}`)}</Tag>
                </li>
              ))}
            </ul>
          ) : null}
          {agency.roster.length > 0 ? (
            <section aria-labelledby="creators">
              <h2 id="creators" className="heading-section">
                {t('profile.roster')}
              </h2>
              <ul className="mt-2 grid gap-3 sm:grid-cols-2">
                {agency.roster.map((creator) => (
                  <li key={creator.orgId}>
                    <Link
                      to="/creator/$handle"
                      params={{ handle: creator.slug }}
                      className="flex items-center gap-2.5 hover:underline"
                    >
                      <CreatorAvatar {...faceOf(creator)} size="sm" />
                      <span className="truncate-name">{creator.name}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
          <RatingList orgId={agency.party.orgId} />
        </div>
      )}
    </DetailPage>
  );
}
