import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NOTICE_BAR } from '@/ui/notice-bar.ts';
import { newerBuild } from '@/lib/chunk-reload.ts';
import { useAllSent, useConnection, useHasUnsentStore } from '@/lib/connection.ts';
import { tryFilesAgain, useLostFiles } from '@/lib/lost-files.ts';
import { buttonStyles } from '@/ui/button-styles.ts';

/**
 * At the top of every page, also over dialogs: the connection is lost, or a file could not be loaded. Part of the first
 * load with its texts, because nothing can be fetched when it is needed.
 */
export function TopNotice() {
  const { t } = useTranslation('nav');
  const connection = useConnection();
  const kept = useHasUnsentStore();
  const sent = useAllSent();
  const filesLost = useLostFiles();
  const [newer, setNewer] = useState(false);
  useEffect(() => {
    if (filesLost && connection !== 'lost') void newerBuild().then(setNewer);
  }, [filesLost, connection]);
  if (connection === 'lost') return <Bar alert>{t(kept ? 'connection.offlineKept' : 'connection.offline')}</Bar>;
  if (filesLost) {
    return (
      <Bar alert>
        <span>{t(newer ? 'connection.newBuild' : 'connection.lostFile')}</span>
        <button
          type="button"
          className={buttonStyles({ size: 'small' })}
          onClick={newer ? () => window.location.reload() : tryFilesAgain}
        >
          {newer ? t('connection.reload') : t('failure.tryAgain')}
        </button>
      </Bar>
    );
  }
  return connection === 'back' ? <Bar>{t(sent ? 'connection.backSent' : 'connection.back')}</Bar> : null;
}

function Bar({ alert = false, children }: { alert?: boolean; children: ReactNode }) {
  return (
    <div role={alert ? 'alert' : 'status'} data-slot="top-notice" className={NOTICE_BAR}>
      {children}
    </div>
  );
}
