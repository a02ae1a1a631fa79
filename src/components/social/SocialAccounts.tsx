import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionDto } from '../../../server/features/connections/schema.ts';
import { NETWORKS, type Network } from '../../../server/features/connections/rules.ts';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { ChannelForm } from '@/components/social/ChannelForm.tsx';
import { DisconnectDialog } from '@/components/social/DisconnectDialog.tsx';
import { ScopeList } from '@/components/social/ScopeList.tsx';
import { SyncProgress } from '@/components/social/SyncProgress.tsx';
import { YoutubeOutcome } from '@/components/social/YoutubeOutcome.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { keepAnswer } from '@/lib/form-start.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

const POLL_MS = 1_500;
const SLOW_POLL_MS = 20_000;

/** The creator's accounts on networks: connect, what is allowed, last sync, disconnect. */
export function SocialAccounts() {
  const { t } = useTranslation('social');
  const { t: terms } = useTranslation('terms');
  const explain = useErrorText();
  const query = useQuery({
    ...api.connections.mine.queryOptions(),
    refetchInterval: ({ state }) => (state.data?.connections.some(isMoving) ? POLL_MS : SLOW_POLL_MS),
  });
  const begin = trpc.connections.begin.useMutation({ onSuccess: ({ url }) => window.location.assign(url) });
  if (query.isPending) return <PendingSkeleton rows={3} />;
  if (query.isError && !query.data)
    return <ErrorState error={query.error} title={t('section.couldNotLoad')} onRetry={() => void query.refetch()} />;
  const { ways, connections } = query.data;
  const offered = NETWORKS.filter((network) => ways[network].includes('consent'));
  const byCode = NETWORKS.filter((network) => ways[network].includes('public'));
  const connect = (network: Network) => begin.mutate({ network });
  return (
    <div className="grid gap-5">
      <YoutubeOutcome />
      {begin.error ? <Alert tone="problem">{explain(begin.error)}</Alert> : null}
      {connections.length > 0 ? (
        <ul className="grid gap-3">
          {connections.map((connection) => (
            <Connected key={connection.id} connection={connection} onConnect={() => connect(connection.network)} />
          ))}
        </ul>
      ) : null}
      {offered.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          {offered.map((network) => (
            <Button
              key={network}
              pending={(begin.isPending || begin.isSuccess) && begin.variables?.network === network}
              onClick={() => connect(network)}
            >
              {t('section.connect', { platform: terms(`platform.${network}`) })}
            </Button>
          ))}
        </div>
      ) : null}
      {byCode.length > 0 ? <ChannelForm networks={byCode} /> : null}
      {NETWORKS.every((network) => ways[network].length === 0) ? (
        <p className="text-sm text-muted-foreground">
          {t('section.none')}{' '}
          <Link to="/creator-profile" className="link">
            {t('section.editProfile')}
          </Link>
        </p>
      ) : null}
    </div>
  );
}

/** Whether a sync is running or about to. */
const isMoving = ({ progress, nextSyncAt, problem }: ConnectionDto): boolean =>
  problem === null && (progress !== null || (nextSyncAt !== null && nextSyncAt.getTime() < Date.now()));

function Connected({ connection, onConnect }: { connection: ConnectionDto; onConnect: () => void }) {
  const { t } = useTranslation('social');
  const { t: terms } = useTranslation('terms');
  const explain = useErrorText();
  const [isEnding, setIsEnding] = useState(false);
  const network = terms(`platform.${connection.network}`);
  const sync = trpc.connections.syncNow.useMutation({ onSettled: () => api.connections.mine.invalidate() });
  const prove = trpc.connections.proveChannel.useMutation({ onSuccess: () => api.connections.mine.invalidate() });
  const remove = trpc.connections.disconnect.useMutation({
    onSuccess: (left) => keepAnswer(api.connections.mine.queryOptions().queryKey, left),
  });
  const problem = sync.error ?? prove.error ?? remove.error;
  const isProven = connection.state !== 'unproven';
  return (
    <li
      data-slot="connection"
      data-network={connection.network}
      data-state={connection.state}
      className="rounded-lg border border-border bg-card px-4 py-4 sm:px-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="min-w-0">
          <span className="block font-semibold">{network}</span>
          <a href={connection.url} target="_blank" rel="noreferrer nofollow" className="link wrap-anywhere">
            <bdi dir="ltr">@{connection.handle}</bdi>
          </a>
        </p>
        <div className="flex flex-wrap gap-2">
          {connection.state === 'consent_needed' ? (
            <Button variant="ink" onClick={onConnect}>
              {t('section.connectAgain')}
            </Button>
          ) : null}
          {connection.state === 'active' && connection.progress === null ? (
            <Button pending={sync.isPending} onClick={() => sync.mutate({ connectionId: connection.id })}>
              {t('section.sync')}
            </Button>
          ) : null}
          {isProven ? (
            <Button variant="quiet" onClick={() => setIsEnding(true)}>
              {t('section.disconnect')}
            </Button>
          ) : (
            <Button
              variant="quiet"
              pending={remove.isPending}
              onClick={() => remove.mutate({ connectionId: connection.id })}
            >
              {t('section.remove')}
            </Button>
          )}
        </div>
      </div>
      {problem ? (
        <Alert tone="problem" className="mt-3">
          {explain(problem)}
        </Alert>
      ) : null}
      {connection.proof ? (
        <div className="mt-3 grid gap-2">
          <p className="text-sm">{t('channel.put')}</p>
          <p>
            <code dir="ltr" className="rounded-sm bg-secondary px-2 py-1 font-semibold select-all">
              {connection.proof}
            </code>
          </p>
          <div>
            <Button pending={prove.isPending} onClick={() => prove.mutate({ connectionId: connection.id })}>
              {t('channel.check')}
            </Button>
          </div>
        </div>
      ) : null}
      <Problem connection={connection} network={network} />
      <SyncProgress connection={connection} />
      {isProven ? <Facts connection={connection} network={network} /> : null}
      <DisconnectDialog connection={connection} open={isEnding} onOpenChange={setIsEnding} />
    </li>
  );
}

function Problem({ connection, network }: { connection: ConnectionDto; network: string }) {
  const { t } = useTranslation('social');
  const format = useFormat();
  const text =
    connection.state === 'consent_needed'
      ? t('problem.consent', { platform: network })
      : connection.problem
        ? t(`problem.${connection.problem}`, {
            platform: network,
            date: connection.problemSince ? format.dateTime(connection.problemSince) : '',
          })
        : null;
  return text ? (
    <Alert tone="caution" className="mt-3">
      {text}
    </Alert>
  ) : null;
}

function Facts({ connection, network }: { connection: ConnectionDto; network: string }) {
  const { t } = useTranslation('social');
  const format = useFormat();
  return (
    <dl className="mt-3 grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
      <div>
        <dt className="text-muted-foreground">{t('section.lastSync')}</dt>
        <dd>{connection.lastSyncAt ? format.dateTime(connection.lastSyncAt) : t('section.never')}</dd>
      </div>
      {connection.consentEndsAt ? (
        <div>
          <dt className="text-muted-foreground">{t('section.until')}</dt>
          <dd>{format.date(connection.consentEndsAt)}</dd>
        </div>
      ) : null}
      <div>
        <dt className="text-muted-foreground">{t('section.allowed')}</dt>
        <dd>
          {connection.kind === 'consent' ? (
            <ScopeList scopes={connection.granted} />
          ) : (
            t(connection.hasFigures ? 'section.public' : 'section.byCode')
          )}
        </dd>
      </div>
      {connection.refused.length > 0 ? (
        <div>
          <dt className="text-muted-foreground">{t('notAllowed', { platform: network })}</dt>
          <dd>
            <ScopeList scopes={connection.refused} without />
          </dd>
        </div>
      ) : null}
    </dl>
  );
}
