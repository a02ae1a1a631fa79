import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';

/** The demo's staff have no phone: the current code is shown here. */
export function DemoCode() {
  const { t } = useTranslation('security');
  const { data } = useQuery({ ...api.security.demoCode.queryOptions(), refetchInterval: 10_000, staleTime: 0 });
  if (!data) return null;
  return (
    <Alert tone="note" title={t('step.demo')}>
      {t('step.demoCode')}{' '}
      <bdi dir="ltr" className="figures font-semibold">
        {data.code}
      </bdi>
    </Alert>
  );
}
