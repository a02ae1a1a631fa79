import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { MAX_MESSAGE, MERGE_FIELDS, messagesOf } from '../../../server/features/outreach/rules.ts';
import type { SequenceDetail } from '../../../server/features/outreach/schema.ts';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { SelectField } from '@/components/form/SelectField.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { Form } from '@/components/form/Form.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { NO_CAMPAIGN } from '@/features/outreach/no-campaign.ts';
import { TextCheck } from '@/features/outreach/TextCheck.tsx';
import { LimitList } from '@/features/outreach/LimitList.tsx';
import { useFormat } from '@/lib/format.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { useSessionFacts } from '@/lib/persona.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

const MAX_MESSAGES = 4;
const DAYS = 4;

/** The messages: an editor in a draft, afterwards to read. */
export function Messages({ row }: { row: SequenceDetail }) {
  const { t } = useTranslation('outreach');
  return (
    <div className="flex flex-col gap-8 lg:flex-row lg:justify-between lg:gap-12">
      {row.state === 'draft' ? (
        <div className="grid gap-6">
          <TextCheck check={row.check} />
          <Editor row={row} />
        </div>
      ) : (
        <Written row={row} />
      )}
      <aside className="min-w-0 lg:w-72">
        <h2 className="heading-item mb-2">{t('limit.title')}</h2>
        <LimitList limits={row.limits} />
        <p className="mt-3 text-sm text-muted-foreground">{t('limit.text')}</p>
      </aside>
    </div>
  );
}

function Written({ row }: { row: SequenceDetail }) {
  const { t } = useTranslation('outreach');
  const format = useFormat();
  return (
    <ol className="grid max-w-form gap-5">
      {messagesOf(row.steps).map((message, i) => (
        <li key={i} className="border-b border-border pb-5">
          <h2 className="heading-item">
            {i === 0 ? t('edit.first') : t('edit.after', { days: format.number(message.afterDays) })}
          </h2>
          {message.texts.map((text, n) => (
            <div key={n} className="mt-2">
              {message.texts.length > 1 ? (
                <p className="text-caption text-muted-foreground">{t(n === 0 ? 'variant.a' : 'variant.b')}</p>
              ) : null}
              <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                {text}
              </p>
            </div>
          ))}
        </li>
      ))}
    </ol>
  );
}

function Editor({ row }: { row: SequenceDetail }) {
  const { t } = useTranslation('outreach');
  const format = useFormat();
  const may = usePermitted('outreach.edit');
  const isBrand = useSessionFacts().persona === 'brand';
  const campaigns = useQuery({ ...api.campaigns.list.queryOptions({ limit: 100 }), enabled: isBrand });
  const save = trpc.outreach.save.useMutation({
    onSuccess: async () => {
      await api.outreach.invalidate();
      void toast('success', t('edit.saved'));
    },
  });
  const form = useAppForm({
    schema: () => import('@/features/outreach/checks.ts').then((checks) => checks.sequenceContent),
    defaultValues: {
      name: row.name,
      subject: row.subject,
      campaignId: row.campaign?.id ?? NO_CAMPAIGN,
      messages: messagesOf(row.steps).map(({ texts, afterDays }) => ({
        days: afterDays || DAYS,
        a: texts[0] ?? '',
        b: texts[1] ?? '',
      })),
    },
  });
  const { control } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'messages', keyName: 'key' });
  // Also one that is older than those listed.
  const chosen = row.campaign ? [row.campaign] : [];
  const listed = [...chosen, ...(campaigns.data?.items ?? []).filter(({ id }) => id !== row.campaign?.id)].map(
    ({ id, title }) => ({ value: id, label: title || t('edit.untitled') }),
  );
  return (
    <Form
      form={form}
      draft={`outreach.${row.id}`}
      pending={save.isPending}
      submitError={save.error}
      onSubmit={async (values) => {
        await save.mutateAsync({ sequenceId: row.id, version: row.version, ...values });
        form.reset(form.getValues());
      }}
      className="max-w-form"
    >
      <TextField control={control} name="name" label={t('edit.name')} hint={t('edit.nameHint')} maxLength={80} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {isBrand ? (
          <SelectField
            control={control}
            name="campaignId"
            label={t('edit.campaign')}
            optional
            options={[{ value: NO_CAMPAIGN, label: t('edit.noCampaign') }, ...listed]}
          />
        ) : null}
        <TextField
          control={control}
          name="subject"
          label={t('edit.subject')}
          hint={t('edit.subjectHint')}
          optional
          maxLength={120}
        />
      </div>
      <p className="text-sm text-muted-foreground">
        {t('edit.fields')}{' '}
        <span dir="ltr">
          {MERGE_FIELDS.filter((field) => isBrand || field !== 'campaign')
            .map((field) => `{${field}}`)
            .join(' ')}
        </span>
      </p>
      {fields.map((field, i) => (
        <fieldset key={field.key} className="grid gap-4 border-t border-border pt-5">
          <legend className="sr-only">{i === 0 ? t('edit.first') : t('edit.followUp', { n: format.number(i) })}</legend>
          <div className="flex items-center justify-between gap-3">
            <p className="heading-item">{i === 0 ? t('edit.first') : t('edit.followUp', { n: format.number(i) })}</p>
            {i === 0 ? null : (
              <Button
                variant="quiet"
                size="icon"
                aria-label={t('edit.removeFollowUp', { n: format.number(i) })}
                onClick={() => remove(i)}
              >
                <Trash2 aria-hidden />
              </Button>
            )}
          </div>
          {i === 0 ? null : (
            <TextField
              control={control}
              name={`messages.${i}.days`}
              type="number"
              label={t('edit.days')}
              hint={t('edit.daysHint')}
              className="max-w-48"
            />
          )}
          <TextareaField
            control={control}
            name={`messages.${i}.a`}
            label={t('edit.text')}
            rows={6}
            maxLength={MAX_MESSAGE}
          />
          <TextareaField
            control={control}
            name={`messages.${i}.b`}
            label={t('edit.second')}
            hint={t('edit.secondHint')}
            optional
            rows={3}
            maxLength={MAX_MESSAGE}
          />
        </fieldset>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <RefusableButton can={may} variant="ink" type="submit" pending={save.isPending}>
          {t('edit.save')}
        </RefusableButton>
        {fields.length < MAX_MESSAGES ? (
          <Button onClick={() => append({ days: DAYS, a: '', b: '' })}>
            <Plus aria-hidden />
            {t('edit.add')}
          </Button>
        ) : null}
      </div>
    </Form>
  );
}
