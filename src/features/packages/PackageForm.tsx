import { useNavigate } from '@tanstack/react-router';
import { useFieldArray, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CURRENCY_CODES } from '../../../server/core/money.ts';
import type { OwnPackages, PackageContent, PackageDto } from '../../../server/features/packages/schema.ts';
import { FORMATS, PLATFORMS, RIGHTS } from '../../../server/features/terms/rules.ts';
import { SelectField } from '@/components/form/SelectField.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { FormPage } from '@/components/form/FormPage.tsx';
import { Row, Rows } from '@/components/form/Rows.tsx';
import { MoneyField } from '@/components/form/MoneyField.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { type FormControl, useAppForm } from '@/components/form/use-app-form.ts';
import { ReleaseFields } from '@/components/terms/ReleaseFields.tsx';
import { releaseForm } from '@/components/terms/terms-values.ts';
import { useIntentKey } from '@/components/deal/use-intent-key.ts';
import { keepOwn } from '@/features/packages/OwnPackagesPage.tsx';
import { toast } from '@/lib/toast.ts';
import { trpc, withRequestKey } from '@/lib/trpc.ts';

const MAX_DELIVERABLES = 6;
const MAX_ADDONS = 5;

const NEW: PackageContent = {
  title: '',
  description: '',
  deliverables: [{ platform: 'instagram', format: 'reel', count: 1 }],
  currency: 'EUR',
  price: Number.NaN,
  deliveryDays: 7,
  rights: { use: 'organic', days: 90 },
  rounds: 1,
  addons: [],
  releaseTrigger: 'on_approval',
  clocks: {},
};

const contentOf = ({ id: _id, state: _state, version: _version, updatedAt: _at, ...content }: PackageDto) => content;

type PackageControl = FormControl<PackageContent>;

/** All that brands read before they order. */
export function PackageForm({ item, liveRanges }: { item: PackageDto | null; liveRanges: OwnPackages['liveRanges'] }) {
  const { t } = useTranslation('packages');
  const { t: terms } = useTranslation('terms');
  const navigate = useNavigate();
  const requestKey = useIntentKey(item?.id);
  const save = trpc.packages.save.useMutation(withRequestKey(requestKey));
  const form = useAppForm<PackageContent, PackageContent>({
    schema: () => import('../../../server/features/packages/schema.ts').then((schema) => schema.packageContent),
    defaultValues: item ? contentOf(item) : NEW,
  });
  const { control } = form;
  const currency = useWatch({ control, name: 'currency' });
  const leave = () => navigate({ to: '/marketplace' });
  const title = t(item ? 'form.titleEdit' : 'form.titleNew');
  return (
    <FormPage
      form={form}
      header={{
        title,
        crumbs: [{ label: t('own.title'), link: { to: '/marketplace' } }, { label: title }],
        status: item ? t('own.fixedNote') : undefined,
      }}
      submitLabel={t('form.save')}
      pending={save.isPending}
      submitError={save.error}
      onCancel={() => void leave()}
      onSubmit={async (content) => {
        keepOwn(await save.mutateAsync({ ...content, ...(item ? { packageId: item.id, version: item.version } : {}) }));
        void toast('success', t('form.saved'));
        await leave();
      }}
    >
      <TextField control={control} name="title" label={t('form.title')} maxLength={80} />
      <TextareaField
        control={control}
        name="description"
        label={t('form.description')}
        hint={t('form.descriptionHint')}
        rows={4}
        maxLength={1000}
      />
      <DeliverableRows control={control} />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          control={control}
          name="currency"
          label={t('form.currency')}
          options={CURRENCY_CODES.map((value) => ({ value, label: value }))}
        />
        <MoneyField control={control} name="price" currency={currency} label={t('page.price')} />
        <TextField control={control} name="deliveryDays" type="number" label={t('form.deliveryDays')} />
        <TextField control={control} name="rounds" type="number" label={t('page.rounds')} />
        <SelectField
          control={control}
          name="rights.use"
          label={t('page.rights')}
          options={RIGHTS.map((value) => ({ value, label: terms(`use.${value}`) }))}
        />
        <TextField control={control} name="rights.days" type="number" label={terms('field.rightsDays')} />
      </div>
      <ReleaseFields form={releaseForm(form)} ranges={liveRanges} />
      <AddonRows control={control} currency={currency} />
    </FormPage>
  );
}

function DeliverableRows({ control }: { control: PackageControl }) {
  const { t } = useTranslation('packages');
  const { t: terms } = useTranslation('terms');
  const { fields, append, remove } = useFieldArray({ control, name: 'deliverables' });
  return (
    <Rows
      legend={t('page.included')}
      add={t('form.addDeliverable')}
      onAdd={
        fields.length < MAX_DELIVERABLES ? () => append({ platform: 'instagram', format: 'story', count: 1 }) : null
      }
    >
      {fields.map((field, index) => (
        <Row
          columns={3}
          key={field.id}
          label={t('form.removeDeliverable', { n: index + 1 })}
          onRemove={fields.length > 1 ? () => remove(index) : null}
          last={
            <TextField
              control={control}
              name={`deliverables.${index}.count`}
              type="number"
              label={terms('field.count')}
              className="grow"
            />
          }
        >
          <SelectField
            control={control}
            name={`deliverables.${index}.platform`}
            label={terms('field.platform')}
            options={PLATFORMS.map((value) => ({ value, label: terms(`platform.${value}`) }))}
          />
          <SelectField
            control={control}
            name={`deliverables.${index}.format`}
            label={terms('field.format')}
            options={FORMATS.map((value) => ({ value, label: terms(`format.${value}`) }))}
          />
        </Row>
      ))}
    </Rows>
  );
}

function AddonRows({ control, currency }: { control: PackageControl; currency: PackageContent['currency'] }) {
  const { t } = useTranslation('packages');
  const { fields, append, remove } = useFieldArray({ control, name: 'addons', keyName: 'key' });
  const nextId = () => {
    const used = fields.map(({ id }) => id);
    return Array.from({ length: MAX_ADDONS * 2 }, (_, i) => `a${i + 1}`).find((id) => !used.includes(id)) ?? 'a0';
  };
  return (
    <Rows
      legend={t('page.addons')}
      hint={t('form.addonsHint')}
      add={t('form.addAddon')}
      onAdd={fields.length < MAX_ADDONS ? () => append({ id: nextId(), title: '', price: Number.NaN, days: 0 }) : null}
    >
      {fields.map((field, index) => (
        <Row
          columns={3}
          key={field.key}
          label={t('form.removeAddon', { n: index + 1 })}
          onRemove={() => remove(index)}
          last={
            <TextField
              control={control}
              name={`addons.${index}.days`}
              type="number"
              label={t('form.addonDays')}
              className="grow"
            />
          }
        >
          <TextField control={control} name={`addons.${index}.title`} label={t('form.addonTitle')} maxLength={80} />
          <MoneyField
            control={control}
            name={`addons.${index}.price`}
            currency={currency}
            label={t('form.addonPrice')}
          />
        </Row>
      ))}
    </Rows>
  );
}
