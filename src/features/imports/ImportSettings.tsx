import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { LOCALES, type Locale } from '../../../server/core/locale.ts';
import {
  ENCODINGS,
  FIELDS,
  type Encoding,
  type Field,
  BASES,
  type Basis,
} from '../../../server/features/imports/rules.ts';
import type { ImportDetail, Mapping } from '../../../server/features/imports/schema.ts';
import { PLATFORMS } from '../../../server/features/terms/rules.ts';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { SelectField } from '@/components/form/SelectField.tsx';
import { RadioField } from '@/components/form/choice-fields.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { Form } from '@/components/form/Form.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { NONE } from '@/features/imports/no-choice.ts';
import { PreviewTable } from '@/features/imports/PreviewTable.tsx';
import { BRAND_NAME } from '@/lib/brand-name.ts';
import { useFormat } from '@/lib/format.ts';
import { LANGUAGE_NAMES } from '@/lib/i18n.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { toastError } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Field as FieldFrame } from '@/ui/field.tsx';
import { Select } from '@/ui/select.tsx';

/** What the columns hold, with the first rows as they would be imported. */
export function ImportSettings({ row }: { row: ImportDetail }) {
  const { t } = useTranslation(['imports', 'terms']);
  const format = useFormat();
  const may = usePermitted('import.run');
  const start = trpc.imports.start.useMutation({ onSuccess: () => api.imports.invalidate() });
  const form = useAppForm({
    schema: () => import('@/features/imports/checks.ts').then((checks) => checks.importSettings),
    defaultValues: {
      mapping: Object.fromEntries(
        FIELDS.map((field) => [field, row.mapping[field] === undefined ? NONE : String(row.mapping[field])]),
      ),
      locale: row.locale,
      platform: row.platform ?? NONE,
      basis: row.basis ?? ('' as Basis),
      source: row.source ?? '',
    },
  });
  const columns = [
    { value: NONE, label: t('settings.noColumn') },
    ...row.headings.map((heading, i) => ({
      value: String(i),
      label: heading || t('settings.column', { n: format.number(i + 1) }),
    })),
  ];
  const given = useDeferredValue(JSON.stringify(form.watch(['mapping', 'locale', 'platform'])));
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="flex flex-col gap-x-12 gap-y-6 lg:flex-row lg:[&>form]:w-[640px]">
        <Form
          form={form}
          draft={`import.${row.id}`}
          pending={start.isPending}
          submitError={start.error}
          onSubmit={(values) => start.mutateAsync({ importId: row.id, ...values })}
        >
          <EncodingField row={row} />
          <fieldset>
            <legend className="heading-item">{t('settings.columns')}</legend>
            <p className="mb-3 text-sm text-muted-foreground">{t('settings.columnsHint')}</p>
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
              {FIELDS.map((field) => (
                <SelectField
                  key={field}
                  control={form.control}
                  name={`mapping.${field}`}
                  label={t(`field.${field}`)}
                  options={columns}
                />
              ))}
            </div>
          </fieldset>
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <SelectField
              control={form.control}
              name="platform"
              label={t('settings.platform')}
              hint={t('settings.platformHint')}
              optional
              options={[
                { value: NONE, label: t('settings.noPlatform') },
                ...PLATFORMS.map((platform) => ({ value: platform, label: t(`terms:platform.${platform}`) })),
              ]}
            />
            <SelectField
              control={form.control}
              name="locale"
              label={t('settings.numbers')}
              hint={t('settings.numbersHint')}
              options={LOCALES.map((locale) => ({ value: locale, label: LANGUAGE_NAMES[locale] }))}
            />
          </div>
          <RadioField
            control={form.control}
            name="basis"
            label={t('settings.basis')}
            options={BASES.map((basis) => ({
              value: basis,
              label: t(`basis.${basis}`),
              hint: t(`basisHint.${basis}`),
            }))}
          />
          <TextField
            control={form.control}
            name="source"
            label={t('settings.source')}
            hint={t('settings.sourceHint')}
            maxLength={200}
          />
          <div className="flex flex-wrap items-center gap-3">
            <RefusableButton can={may} variant="ink" type="submit" pending={start.isPending}>
              {t('settings.start', { rows: format.number(row.rowsTotal ?? 0) })}
            </RefusableButton>
          </div>
        </Form>
        <aside className="min-w-0 text-sm text-muted-foreground">
          <p>{t('settings.visible', { brand: BRAND_NAME })}</p>
        </aside>
      </div>
      <Preview importId={row.id} given={given} />
    </div>
  );
}

function EncodingField({ row }: { row: ImportDetail }) {
  const { t } = useTranslation('imports');
  const choose = trpc.imports.encoding.useMutation({ onSuccess: () => api.imports.invalidate(), onError: toastError });
  if (row.format === 'xlsx') return null;
  return (
    <FieldFrame id="import-encoding" label={t('settings.encoding')} hint={t('settings.encodingHint')}>
      <Select
        id="import-encoding"
        aria-describedby="import-encoding-hint"
        dir="ltr"
        disabled={choose.isPending}
        options={ENCODINGS.map((encoding) => ({ value: encoding, label: encoding }))}
        value={row.encoding ?? ''}
        onValueChange={(encoding) => choose.mutate({ importId: row.id, encoding: encoding as Encoding })}
      />
    </FieldFrame>
  );
}

function Preview({ importId, given }: { importId: string; given: string }) {
  const { t } = useTranslation('imports');
  const [columns, locale, platform] = JSON.parse(given) as [Record<Field, string>, Locale, string];
  const mapping: Mapping = Object.fromEntries(
    FIELDS.flatMap((field) => (columns[field] === NONE ? [] : [[field, Number(columns[field])]])),
  );
  const query = useQuery({
    ...api.imports.preview.queryOptions({
      importId,
      mapping,
      locale,
      platform: PLATFORMS.find((known) => known === platform) ?? null,
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby="import-preview">
      <h2 id="import-preview" className="heading-section">
        {t('preview.title')}
      </h2>
      {query.isPending ? (
        <PendingSkeleton rows={5} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} title={t('preview.couldNotLoad')} onRetry={() => void query.refetch()} />
      ) : (
        <PreviewTable rows={query.data.rows} />
      )}
    </section>
  );
}
