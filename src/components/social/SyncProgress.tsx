import { useTranslation } from 'react-i18next';
import type { ConnectionDto } from '../../../server/features/connections/schema.ts';
import { useFormat } from '@/lib/format.ts';
import { Progress } from '@/ui/progress.tsx';

/** How far the first reading of an account's posts has come. `done`: also says when it is over. */
export function SyncProgress({ connection, done = false }: { connection: ConnectionDto; done?: boolean }) {
  const { t } = useTranslation('social');
  const format = useFormat();
  const { progress } = connection;
  if (!progress) return done && connection.lastSyncAt ? <p className="mt-2 text-sm">{t('progress.done')}</p> : null;
  const n = format.number(progress.read);
  return (
    <div className="mt-2" role="status">
      <p className="mb-2 text-sm">
        {progress.total === null
          ? t('progress.some', { n })
          : t('progress.of', { n, total: format.number(progress.total) })}
      </p>
      <Progress
        value={progress.total ? Math.min(100, (100 * progress.read) / progress.total) : 0}
        label={t('section.lastSync')}
      />
    </div>
  );
}
