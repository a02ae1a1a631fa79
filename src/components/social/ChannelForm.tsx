import { useTranslation } from 'react-i18next';
import type { Network } from '../../../server/features/connections/rules.ts';
import { SelectField } from '@/components/form/SelectField.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { appError } from '@/lib/app-error.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

/** Connects an account without its network's sign-in: by a code in the description. */
export function ChannelForm({ networks }: { networks: readonly Network[] }) {
  const { t } = useTranslation('social');
  const { t: terms } = useTranslation('terms');
  const explain = useErrorText();
  const form = useAppForm({
    schema: () => import('../../../server/features/connections/schema.ts').then((schema) => schema.channelInput),
    defaultValues: { network: networks[0] ?? 'instagram', handle: '' },
  });
  const add = trpc.connections.addChannel.useMutation({
    onSuccess: () => {
      form.reset();
      return api.connections.mine.invalidate();
    },
    onError: (error) => {
      if (appError(error)?.code === 'connection.not_found_there')
        form.setError('handle', { type: 'server', message: explain(error) }, { shouldFocus: true });
    },
  });
  const problem = appError(add.error)?.code === 'connection.not_found_there' ? null : add.error;
  return (
    <details className="rounded-lg border border-border px-4 py-3 sm:px-5">
      <summary className="cursor-pointer font-medium">{t('channel.title')}</summary>
      <form
        noValidate
        className="mt-3 grid gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)_auto] sm:items-start"
        aria-busy={add.isPending || undefined}
        onSubmit={(event) => {
          if (add.isPending) event.preventDefault();
          else void form.handleSubmit((input) => add.mutate(input))(event);
        }}
      >
        {problem ? (
          <Alert tone="problem" className="sm:col-span-3">
            {explain(problem)}
          </Alert>
        ) : null}
        <SelectField
          control={form.control}
          name="network"
          label={t('channel.network')}
          options={networks.map((network) => ({ value: network, label: terms(`platform.${network}`) }))}
        />
        <TextField
          control={form.control}
          name="handle"
          label={t('channel.handle')}
          hint={t('channel.hint')}
          maxLength={64}
        />
        <Button type="submit" pending={add.isPending} className="sm:mt-7">
          {t('channel.add')}
        </Button>
        <p className="text-sm text-muted-foreground sm:col-span-3">{t('channel.figures')}</p>
      </form>
    </details>
  );
}
