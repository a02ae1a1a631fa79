import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { StaffAccount, StaffAccountDeal, StaffAct } from '../../../server/features/operators/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { DetailPage } from '@/components/page/Pages.tsx';
import type { Column } from '@/components/table/columns.ts';
import { useShowMore } from '@/components/table/ShowMore.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { Listed } from '@/features/platform/ListSection.tsx';
import { HoldAct } from '@/features/platform/HoldAct.tsx';
import { Payouts } from '@/features/platform/StaffDealPage.tsx';
import { DealLink } from '@/features/platform/Whom.tsx';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Tag } from '@/ui/tag.tsx';

/** An account for staff: its data, its activity, and the actions on it. */
export function StaffAccountPage({ orgId }: { orgId: string }) {
  const { t } = useTranslation('platform');
  const format = useFormat();
  const query = useQuery(api.operators.account.queryOptions({ orgId }));
  return (
    <DetailPage
      query={query}
      errorTitle={t('account.loadFailed')}
      header={(org) => ({
        title: org.name,
        crumbs: [{ label: t('title'), link: { to: '/admin-dashboard' } }, { label: org.name }],
        tag: <Tag>{t(`account.kinds.${org.kind}`)}</Tag>,
        status: [
          org.legalName,
          org.taxId,
          org.country ? format.countryName(org.country) : null,
          t('account.created', { date: format.longDate(org.createdAt) }),
        ]
          .filter(Boolean)
          .join(' · '),
        actions: org.mayHold ? <HoldAct org={org} /> : undefined,
      })}
      lead={(org) => (
        <div className="grid gap-2">
          {org.suspendedAt ? (
            <Alert tone="problem">
              {t('account.since')} <DateText value={org.suspendedAt} />
            </Alert>
          ) : null}
          {org.closedAt ? (
            <Alert tone="note">
              {t('account.closed')} <DateText value={org.closedAt} />
            </Alert>
          ) : null}
          <Alert tone="note">{t('account.noted')}</Alert>
        </div>
      )}
    >
      {(org) => (
        <div className="grid gap-10">
          <People org={org} />
          <Deals org={org} />
          {org.kind === 'brand' ? null : (
            <section>
              <h2 className="heading-section mb-1">{t('account.payoutAccount')}</h2>
              {org.payoutAccount ? (
                <p>
                  {format.countryName(org.payoutAccount.country)} · <bdi dir="ltr">{org.payoutAccount.state}</bdi>
                  {org.payoutAccount.bankLast4 ? (
                    <>
                      {' '}
                      · <bdi dir="ltr">•••• {org.payoutAccount.bankLast4}</bdi>
                    </>
                  ) : null}
                  {org.payoutAccount.disabledReason ? (
                    <>
                      {' '}
                      ·{' '}
                      <bdi dir="ltr" className="font-mono text-xs">
                        {org.payoutAccount.disabledReason}
                      </bdi>
                    </>
                  ) : null}
                </p>
              ) : (
                <p className="text-muted-foreground">{t('account.noPayoutAccount')}</p>
              )}
            </section>
          )}
          {org.kind === 'brand' ? null : <Payouts of={{ orgId: org.orgId }} first={org.payouts} />}
          <Contacts org={org} />
          <Audit org={org} />
        </div>
      )}
    </DetailPage>
  );
}

function People({ org }: { org: StaffAccount }) {
  const { t } = useTranslation('platform');
  const { t: screens } = useTranslation('screens');
  const columns: Column<StaffAccount['people'][number]>[] = [
    { id: 'name', header: t('account.person'), cell: (p) => <bdi>{p.name}</bdi> },
    {
      id: 'email',
      header: t('account.mail'),
      phone: 'line',
      cell: (p) => (
        <>
          <a href={`mailto:${p.email}`} className="link">
            <bdi dir="ltr" className="break-all">
              {p.email}
            </bdi>
          </a>{' '}
          {p.verified ? null : <Tag>{t('account.unverified')}</Tag>}{' '}
          {p.bounced ? <Tag>{t('undelivered.bounced')}</Tag> : null}
        </>
      ),
    },
    { id: 'role', header: t('account.role'), phone: 'corner', cell: (p) => screens(`roles.${p.role as 'owner'}`) },
  ];
  return (
    <Listed
      title={t('account.people')}
      none={t('account.noMembers')}
      rows={org.people}
      columns={columns}
      rowKey={({ userId }) => userId}
    />
  );
}

function Deals({ org }: { org: StaffAccount }) {
  const { rows, more } = useShowMore(org.deals.items, org.deals.next, (after) =>
    api.operators.deals.queryOptions({ orgId: org.orgId, after }),
  );
  const { t } = useTranslation('platform');
  const { t: contracts } = useTranslation('contracts');
  const columns: Column<StaffAccountDeal>[] = [
    {
      id: 'title',
      header: t('search.kinds.deal'),
      cell: (d) => (
        <>
          <DealLink contractId={d.contractId} title={d.title} />
          <span className="block text-sm font-normal text-muted-foreground">
            <bdi>{d.otherName}</bdi>
          </span>
        </>
      ),
    },
    { id: 'state', header: t('operation.state'), cell: (d) => <Tag>{contracts(`state.${d.state as 'active'}`)}</Tag> },
    { id: 'at', header: t('workflow.moved'), cell: (d) => <DateText value={d.updatedAt} as="relative" /> },
    {
      id: 'total',
      header: t('operation.amount'),
      align: 'end',
      phone: 'corner',
      cell: (d) => <MoneyText money={{ amount: d.total, currency: d.currency }} />,
    },
  ];
  return (
    <Listed
      title={t('account.deals')}
      none={t('account.noDeals')}
      rows={rows}
      columns={columns}
      rowKey={({ contractId }) => contractId}
      more={more}
    />
  );
}

function Contacts({ org }: { org: StaffAccount }) {
  const { t } = useTranslation('platform');
  const format = useFormat();
  const columns: Column<StaffAccount['contacts'][number]>[] = [
    { id: 'kind', header: t('account.contact'), cell: (row) => t(`account.contacts.${row.kind}`) },
    {
      id: 'sent',
      header: t('account.sent'),
      align: 'end',
      cell: (row) => <span className="figures">{format.number(row.sent)}</span>,
    },
    {
      id: 'limit',
      header: t('account.limit'),
      align: 'end',
      cell: (row) => <span className="figures">{format.number(row.limit)}</span>,
    },
  ];
  return (
    <Listed
      title={t('account.limits')}
      none={t('account.none')}
      rows={org.contacts}
      columns={columns}
      rowKey={({ kind }) => kind}
    />
  );
}

function Audit({ org }: { org: StaffAccount }) {
  const { rows, more } = useShowMore(org.audit.items, org.audit.next, (after) =>
    api.operators.acts.queryOptions({ orgId: org.orgId, after }),
  );
  const { t } = useTranslation('platform');
  const columns: Column<StaffAct>[] = [
    {
      id: 'action',
      header: t('account.action'),
      cell: (row) => (
        <>
          <bdi dir="ltr" className="font-mono text-xs">
            {row.action}
          </bdi>
          <bdi dir="ltr" className="block rtl:text-end font-mono text-xs font-normal break-all text-muted-foreground">
            {row.target}
          </bdi>
        </>
      ),
    },
    {
      id: 'by',
      header: t('account.by'),
      cell: (row) => (
        <>
          <bdi>{row.by ?? '–'}</bdi> {row.staff ? <Tag>{t('account.staff')}</Tag> : null}
        </>
      ),
    },
    { id: 'at', header: t('search.at'), phone: 'line', cell: (row) => <DateText value={row.at} /> },
  ];
  return (
    <Listed
      title={t('account.audit')}
      none={t('account.noAudit')}
      rows={rows}
      columns={columns}
      rowKey={({ id }) => String(id)}
      more={more}
    />
  );
}
