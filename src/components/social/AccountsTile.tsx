import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ConnectionDto } from '../../../server/features/connections/schema.ts';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';

/** The creator's connected accounts and how fresh their figures are. */
export function AccountsTile() {
  const { t } = useTranslation('social');
  const { t: terms } = useTranslation('terms');
  const query = useQuery(api.connections.mine.queryOptions());
  if (!query.data) return null;
  const { connections } = query.data;
  return (
    <section aria-labelledby="home-accounts" className="mt-8">
      <h2 id="home-accounts" className="heading-section">
        {t('tile.title')}
      </h2>
      {connections.length === 0 ? (
        <p className="mt-1.5 text-sm text-muted-foreground">
          {t('tile.none')}{' '}
          <Link to="/profile" hash="social" className="link">
            {t('tile.connect')}
          </Link>
        </p>
      ) : (
        <ul className="mt-1.5">
          {connections.map((connection) => (
            <li key={connection.id} className="border-b border-border last:border-b-0">
              <Link to="/profile" hash="social" className="block py-2.5 hover:bg-accent">
                <span className="font-medium">{terms(`platform.${connection.network}`)} </span>
                <bdi dir="ltr" className="text-muted-foreground">
                  @{connection.handle}
                </bdi>
                <Freshness connection={connection} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Freshness({ connection }: { connection: ConnectionDto }) {
  const { t } = useTranslation('social');
  const format = useFormat();
  const text =
    connection.state === 'unproven'
      ? t('channel.check')
      : connection.state === 'consent_needed'
        ? t('tile.over')
        : connection.problem && connection.problemSince
          ? t('tile.stale', { date: format.dateTime(connection.problemSince) })
          : connection.progress || !connection.lastSyncAt
            ? t('tile.reading')
            : t('tile.fresh', { date: format.dateTime(connection.lastSyncAt) });
  return <span className="block text-sm text-muted-foreground">{text}</span>;
}
