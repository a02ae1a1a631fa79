import { useQuery } from '@tanstack/react-query';
import { Bell, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdAlertDto, AdCenter } from '../../../server/features/ads/schema.ts';
import { isNiche } from '../../../server/features/niches/rules.ts';
import { type AdSearch, FIRST_KM } from '@/features/ads/ad-search.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { keepAnswer } from '@/lib/form-start.ts';
import { randomId } from '@/lib/random-id.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

const EVERYWHERE_KM = 500;

/** A daily digest of new ads for the filters on the screen, and those that are set. */
export function AdAlerts({ search, center }: { search: AdSearch; center: AdCenter | null }) {
  const { t } = useTranslation('ads');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Bell aria-hidden />
        {t('alert.open')}
      </Button>
      {open ? <AlertsDialog search={search} center={center} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function AlertsDialog({ search, center, onClose }: { search: AdSearch; center: AdCenter | null; onClose: () => void }) {
  const { t } = useTranslation('ads');
  const { t: common } = useTranslation();
  const explain = useErrorText();
  const format = useFormat();
  const textOf = useAlertText();
  const [key, setKey] = useState(randomId);
  const query = useQuery(api.ads.alerts.queryOptions());
  const kept = {
    onSuccess: (alerts: AdAlertDto[]) => {
      keepAnswer(api.ads.alerts.queryOptions().queryKey, alerts);
      setKey(randomId());
    },
  };
  const create = trpc.ads.createAlert.useMutation({ ...withRequestKey(key), ...kept });
  const remove = trpc.ads.deleteAlert.useMutation(kept);
  const error = create.error ?? remove.error ?? query.error;
  const km = search.km === 0 ? EVERYWHERE_KM : (search.km ?? FIRST_KM);
  const wanted = {
    ...(search.city ? { city: search.city } : {}),
    ...(search.country ? { country: search.country } : {}),
    km,
    ...(search.niche ? { niche: search.niche } : {}),
    ...(search.format ? { format: search.format } : {}),
    ...(search.currency && search.payMin ? { currency: search.currency, payMin: search.payMin } : {}),
  };
  const alerts = query.data ?? [];
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      pending={create.isPending}
      title={t('alert.title')}
      description={t('alert.text')}
      closeLabel={common('action.close')}
      footer={
        <>
          <Button onClick={onClose}>{common('action.close')}</Button>
          <Button
            variant="ink"
            pending={create.isPending}
            aria-disabled={center ? undefined : true}
            onClick={() => {
              if (center) create.mutate(wanted);
            }}
          >
            {t('alert.create')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {error ? <Alert tone="problem">{explain(error)}</Alert> : null}
        <p className="text-sm">
          {center
            ? t('alert.forThis', {
                list: textOf({
                  city: center.name,
                  km,
                  niche: search.niche ?? null,
                  format: search.format ?? null,
                  currency: search.currency ?? null,
                  payMin: search.payMin ?? null,
                }),
              })
            : t('alert.noPlace')}
        </p>
        {alerts.length > 0 ? (
          <section aria-label={t('alert.yours')}>
            <h3 className="heading-item">{t('alert.yours')}</h3>
            <ul className="mt-1">
              {alerts.map((alert) => (
                <li key={alert.id} className="flex items-center gap-3 border-b border-border py-2 text-sm">
                  <span className="min-w-0 grow">
                    {textOf(alert)}
                    <span className="block text-muted-foreground">
                      {t('alert.next', { date: format.dateTime(alert.nextAt) })}
                    </span>
                  </span>
                  <Button
                    variant="quiet"
                    size="icon"
                    aria-label={t('alert.delete', { list: textOf(alert) })}
                    pending={remove.isPending && remove.variables?.alertId === alert.id}
                    onClick={() => remove.mutate({ alertId: alert.id })}
                  >
                    <Trash2 aria-hidden />
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </div>
    </Dialog>
  );
}

function useAlertText(): (alert: Omit<AdAlertDto, 'id' | 'nextAt' | 'country'>) => string {
  const { t } = useTranslation('ads');
  const { t: terms } = useTranslation('terms');
  const { t: nameOf } = useTranslation('niches');
  const format = useFormat();
  return ({ city, km, niche, format: form, currency, payMin }) =>
    [
      city,
      t('find.within', { km: format.number(km) }),
      niche ? (isNiche(niche) ? nameOf(`name.${niche}`) : niche) : null,
      form ? terms(`format.${form}`) : null,
      currency && payMin !== null ? t('alert.fromPay', { amount: format.money({ amount: payMin, currency }) }) : null,
    ]
      .filter(Boolean)
      .join(' · ');
}
