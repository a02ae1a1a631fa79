import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readOutdatedAgain } from '@/lib/outdated.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

/** Above every page while something on it is from before a refetch that failed. */
export function OutdatedNotice() {
  const { t } = useTranslation('outdated');
  const { t: common } = useTranslation();
  const [pending, setPending] = useState(false);
  return (
    <Alert
      data-slot="outdated"
      className="sticky top-[calc(var(--banner)+0.5rem)] z-10 mb-3 max-md:top-[calc(var(--banner)+4rem)] print-hidden"
      action={
        <Button
          size="small"
          pending={pending}
          onClick={() => {
            setPending(true);
            void readOutdatedAgain().finally(() => setPending(false));
          }}
        >
          {common('action.tryAgain')}
        </Button>
      }
    >
      {t('text')}
    </Alert>
  );
}
