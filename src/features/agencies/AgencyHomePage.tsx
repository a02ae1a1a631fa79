import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AgencyHome, PipelineItem, RosterEntry } from '../../../server/features/agencies/schema.ts';
import type { PartyDto } from '../../../server/features/orgs/schema.ts';
import { MoneyStrip } from '@/components/money/MoneyStrip.tsx';
import { DetailPage } from '@/components/page/Pages.tsx';
import { CreatorAvatar, faceOf, PairAvatar } from '@/components/people/Party.tsx';
import { ActList } from '@/components/representation/ActList.tsx';
import { RequestPrice } from '@/components/representation/RequestPrice.tsx';
import { usePages } from '@/components/table/use-pages.ts';
import { Countdown } from '@/components/time/Countdown.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { MoreButton } from '@/components/table/MoreButton.tsx';
import { ActFor } from '@/features/agencies/ActFor.tsx';
import { Clashes } from '@/features/agencies/Clashes.tsx';
import { RosterCard } from '@/features/agencies/RosterCard.tsx';
import { Statements } from '@/features/agencies/Statements.tsx';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { useLive } from '@/lib/live.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Suspense } from 'react';

const InviteDialog = lazyNamed(() => import('@/components/representation/InviteDialog.tsx'), 'InviteDialog');
const SHOWN_DUE = 8;

interface Due extends PipelineItem {
  creator: PartyDto;
}
const dueOf = (home: AgencyHome): Due[] =>
  home.roster.flatMap(({ representation: { creator }, figures }) =>
    creator ? (figures?.due ?? []).map((item) => ({ ...item, creator })) : [],
  );

const sumOf = ({ roster }: AgencyHome, of: 'active' | 'offers'): number =>
  roster.reduce((sum, { figures }) => sum + (figures?.[of] ?? 0), 0);

/** What waits for creators or for the agency, its commission, the roster, and what was done in the creators' names. */
export function AgencyHomePage({ orgId, agentName }: { orgId: string; agentName: string }) {
  const { t } = useTranslation('agencies');
  const { t: common } = useTranslation('representation');
  const { t: incoming } = useTranslation('incoming');
  const format = useFormat();
  const mayInvite = usePermitted('roster.edit') === true;
  const mayReadMoney = usePermitted('money.view') === true;
  const [inviting, setInviting] = useState(false);
  const query = useQuery(api.agencies.home.queryOptions());
  useLive([`org:${orgId}`]);
  const { query: requests, rows: waiting } = usePages((after) =>
    api.representations.requests.queryOptions({ state: 'open', limit: 100, ...(after ? { after } : {}) }),
  );
  return (
    <>
      <DetailPage
        query={query}
        errorTitle={t('home.failed')}
        moneySafe
        header={(home) => ({
          title:
            home.roster.length === 0
              ? t('home.empty')
              : t('home.title', { count: waiting.length + dueOf(home).length }),
          documentTitle: t('home.documentTitle'),
          eyebrow: format.weekday(home.serverNow),
          status:
            home.roster.length === 0
              ? undefined
              : (['active', 'offers'] as const)
                  .map((id) => format.labeled(t(`roster.${id}`), format.number(sumOf(home, id))))
                  .join(' · '),
          actions: mayInvite ? (
            <Button variant="ink" onClick={() => setInviting(true)}>
              <UserPlus aria-hidden />
              {t('invite.open')}
            </Button>
          ) : undefined,
        })}
        lead={(home) =>
          home.commission.map(({ currency, held, earned, paid }) => (
            <MoneyStrip
              key={currency}
              label={t('commission.title')}
              items={[
                {
                  id: 'held',
                  state: 'held',
                  label: t('commission.held'),
                  money: { amount: held, currency },
                  note: t('commission.heldNote'),
                },
                {
                  id: 'earned',
                  state: 'releasing',
                  label: t('commission.earned'),
                  money: { amount: earned, currency },
                  note: t('commission.earnedNote'),
                },
                {
                  id: 'paid',
                  state: 'released',
                  label: t('commission.paid'),
                  money: { amount: paid, currency },
                  note: incoming('strip.paidNote'),
                },
              ]}
            />
          ))
        }
      >
        {(home) =>
          home.roster.length === 0 ? (
            <p className="max-w-60ch text-muted-foreground">{t('home.emptyText')}</p>
          ) : (
            <div className="grid gap-10">
              {waiting.length > 0 ? (
                <section aria-labelledby="waiting">
                  <h2 id="waiting" className="heading-section">
                    {t('waiting.title')}
                  </h2>
                  <ul>
                    {waiting.map((request) => (
                      <li
                        key={request.id}
                        className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-border py-3 last:border-b-0"
                      >
                        <span className="flex min-w-0 items-center gap-2.5">
                          <CreatorAvatar {...faceOf(request.creator)} size="sm" />
                          <span className="min-w-0">
                            <span className="font-semibold">
                              {common(`waiting.${request.act}`, {
                                name: request.agentName,
                                creator: request.creator.name,
                              })}
                            </span>
                            <span className="block text-sm text-muted-foreground">
                              <bdi>{request.title}</bdi> · <DateText value={request.createdAt} as="relative" />
                            </span>
                          </span>
                        </span>
                        <div className="w-full max-w-80 empty:hidden">
                          <RequestPrice request={request} reader="agency" />
                        </div>
                      </li>
                    ))}
                  </ul>
                  <MoreButton query={requests} />
                </section>
              ) : null}
              <DueList home={home} orgId={orgId} />
              <Clashes clashes={home.clashes} orgId={orgId} />
              <section aria-labelledby="roster">
                <h2 id="roster" className="heading-section">
                  {t('roster.title')}
                </h2>
                {/* The lines between the cells: the outer ones of the first row and column are cut off. */}
                <ul className="mt-2 grid overflow-hidden border-y border-border md:grid-cols-2 lg:grid-cols-3">
                  {home.roster.map((entry: RosterEntry) => (
                    <RosterCard key={entry.representation.id} entry={entry} orgId={orgId} />
                  ))}
                </ul>
              </section>
              {mayReadMoney ? <Statements /> : null}
              <section aria-labelledby="done">
                <h2 id="done" className="heading-section">
                  {t('acts.title')}
                </h2>
                <p className="mb-2 text-sm text-muted-foreground">{t('acts.text')}</p>
                <ActList />
              </section>
            </div>
          )
        }
      </DetailPage>
      {inviting ? (
        <Suspense fallback={null}>
          <InviteDialog agentName={agentName} onClose={() => setInviting(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** What is the creators' turn, over the whole roster, the nearest deadline first. */
function DueList({ home, orgId }: { home: AgencyHome; orgId: string }) {
  const { t } = useTranslation('agencies');
  const due = dueOf(home);
  if (due.length === 0) return null;
  return (
    <section aria-labelledby="due">
      <h2 id="due" className="heading-section">
        {t('due.title')}
      </h2>
      <ul>
        {due.slice(0, SHOWN_DUE).map((item) => (
          <li
            key={`${item.stage}:${item.id}`}
            className="grid cols-main-auto items-center gap-x-4 gap-y-2 border-b border-border py-3 last:border-b-0 md:grid-cols-[minmax(0,1fr)_150px_auto]"
          >
            <span className="flex min-w-0 items-center gap-2.5 max-md:col-span-2">
              <PairAvatar brand={faceOf(item.brand)} creator={faceOf(item.creator)} size="sm" />
              <span className="min-w-0">
                <span className="font-semibold">
                  {t('due.pair', { brand: item.brand.name, creator: item.creator.name })}
                </span>
                <span className="block text-sm text-muted-foreground">
                  <bdi>{item.title}</bdi> · {t(`stage.${item.stage}`)}
                </span>
              </span>
            </span>
            <span className="text-sm">{item.deadlineAt ? <Countdown deadline={item.deadlineAt} /> : null}</span>
            <ActFor
              agency={orgId}
              creator={item.creator.orgId}
              link={item.link}
              label={`${t('due.show')}: ${item.title}`}
            >
              {t('due.show')}
            </ActFor>
          </li>
        ))}
      </ul>
    </section>
  );
}
