import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LOCALES } from '../../../server/core/locale.ts';
import type { PersonalSettings } from '../../../server/features/privacy/schema.ts';
import { SelectField } from '@/components/form/SelectField.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { Form } from '@/components/form/Form.tsx';
import { sending } from '@/components/form/sending.ts';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { keepAnswer } from '@/lib/form-start.ts';
import { LANGUAGE_NAMES, switchLanguage } from '@/lib/i18n.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

/** Name, language and time zone: used by mails, deadlines and signatures. */
export function IdentityForm({ settings }: { settings: PersonalSettings }) {
  const { t } = useTranslation('profile');
  const values = { displayName: settings.displayName, locale: settings.locale, timeZone: settings.timeZone };
  const form = useAppForm({
    schema: () => import('../../../server/features/privacy/schema.ts').then((schema) => schema.identityInput),
    defaultValues: values,
  });
  const zones = useMemo(
    () =>
      [...new Set([settings.timeZone, ...Intl.supportedValuesOf('timeZone')])]
        .sort()
        .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
    [settings.timeZone],
  );
  const router = useRouter();
  const save = trpc.privacy.saveIdentity.useMutation();
  const submit = async (input: typeof values) => {
    const settle = sending(form);
    const saved = await save.mutateAsync(input);
    settle({ displayName: saved.displayName, locale: saved.locale, timeZone: saved.timeZone });
    keepAnswer(api.privacy.settings.queryOptions().queryKey, saved);
    await switchLanguage(saved.locale);
    await api.accounts.session.invalidate();
    await router.invalidate();
    void toast('success', t('identity.saved'));
  };
  return (
    <Form form={form} pending={save.isPending} submitError={save.error} onSubmit={submit}>
      <TextField
        control={form.control}
        name="displayName"
        label={t('identity.name')}
        hint={t('identity.nameHint')}
        autoComplete="name"
        maxLength={80}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          control={form.control}
          name="locale"
          label={t('identity.language')}
          hint={t('identity.languageHint')}
          options={LOCALES.map((locale) => ({ value: locale, label: LANGUAGE_NAMES[locale] }))}
        />
        <SelectField
          control={form.control}
          name="timeZone"
          label={t('identity.timeZone')}
          hint={t('identity.timeZoneHint')}
          options={zones}
        />
      </div>
      <div>
        <Button type="submit" variant="ink" pending={save.isPending}>
          {t('identity.save')}
        </Button>
      </div>
    </Form>
  );
}
