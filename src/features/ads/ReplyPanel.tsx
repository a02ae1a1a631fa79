import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdDetail } from '../../../server/features/ads/schema.ts';
import { DateField } from '@/components/form/DateField.tsx';
import { Form } from '@/components/form/Form.tsx';
import { MoneyField } from '@/components/form/MoneyField.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { AgeGate, needsAge } from '@/components/gates/AgeGate.tsx';
import { ReplyCard } from '@/features/ads/ReplyList.tsx';
import { codeText, isErrorCode, useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { randomId } from '@/lib/random-id.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

/** The reply that was sent, and the form for another one while none is open. */
export function ReplyPanel({ ad }: { ad: AdDetail }) {
  const { t } = useTranslation('ads');
  useErrorText();
  const why = ad.can.reply;
  return (
    <div className="grid gap-5">
      {ad.reply ? (
        <section aria-labelledby="my-reply" className="rounded-lg border border-border-strong bg-card px-5 py-4.5">
          <h2 id="my-reply" className="heading-section">
            {t('reply.yours')}
          </h2>
          <ul className="[&>li]:border-0 [&>li]:pb-0">
            <ReplyCard reply={ad.reply} />
          </ul>
        </section>
      ) : null}
      {why === true ? (
        <section aria-labelledby="reply" className="rounded-lg border border-border-strong bg-card px-5 py-4.5">
          <h2 id="reply" className="heading-section">
            {t(ad.reply ? 'reply.again' : 'reply.heading')}
          </h2>
          <ReplyForm ad={ad} />
        </section>
      ) : why === 'ad.reply_duplicate' ? null : (
        <Alert>{codeText(isErrorCode(why) ? why : 'state.wrong')}</Alert>
      )}
    </div>
  );
}

function ReplyForm({ ad }: { ad: AdDetail }) {
  const { t } = useTranslation('ads');
  const format = useFormat();
  const [requestKey] = useState(randomId);
  const { payMin, payMax, currency } = ad;
  const form = useAppForm({
    schema: () => import('@/features/ads/checks.ts').then((checks) => checks.replyForm),
    defaultValues: {
      body: '',
      price: payMin !== null && payMax === null ? payMin : null,
      dueAt: null as Date | null,
      links: '',
    },
  });
  const reply = trpc.ads.reply.useMutation({
    ...withRequestKey(requestKey),
    onSuccess: async () => {
      void toast('success', t('reply.done', { name: ad.owner.name }));
      await api.ads.invalidate();
    },
  });
  const money = (amount: number) => format.money({ amount, currency });
  const range =
    payMin === null
      ? t('reply.priceHintOpen')
      : payMax === null || payMax === payMin
        ? t('reply.priceHintFixed', { amount: money(payMin) })
        : t('reply.priceHint', { min: money(payMin), max: money(payMax) });
  return (
    <>
      <Form
        form={form}
        draft={`ad-reply.${ad.id}`}
        className="mt-3"
        pending={reply.isPending}
        submitError={needsAge(reply.error) ? null : reply.error}
        onSubmit={(values) => reply.mutateAsync({ adId: ad.id, ...values })}
      >
        <TextareaField
          control={form.control}
          name="body"
          label={t('reply.body')}
          hint={t('reply.bodyHint')}
          rows={4}
          maxLength={1000}
        />
        <MoneyField
          control={form.control}
          name="price"
          currency={currency}
          label={t(ad.kind === 'wanted' ? 'reply.price' : 'reply.budget')}
          hint={range}
          optional
        />
        <DateField control={form.control} name="dueAt" label={t('reply.due')} min={new Date()} optional />
        <TextareaField
          control={form.control}
          name="links"
          label={t('reply.links')}
          hint={t('reply.linksHint')}
          rows={2}
          optional
        />
        <Button type="submit" variant="ink" pending={reply.isPending} className="w-full">
          {t('reply.send')}
        </Button>
        <p className="-mt-2 text-xs text-muted-foreground">{t('reply.promise')}</p>
      </Form>
      <AgeGate
        error={reply.error}
        onClose={() => reply.reset()}
        onConfirmed={() => {
          if (reply.variables) reply.mutate(reply.variables);
        }}
      />
    </>
  );
}
