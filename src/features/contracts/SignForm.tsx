import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContractDetail } from '../../../server/features/contracts/schema.ts';
import { TextField } from '@/components/form/fields.tsx';
import { Form } from '@/components/form/Form.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { randomId } from '@/lib/random-id.ts';
import { toast } from '@/lib/toast.ts';
import { api, appError, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

/** The name typed under the text. */
export function SignForm({ contract, signer }: { contract: ContractDetail; signer: string }) {
  const { t } = useTranslation('contracts');
  const entity = contract.document[contract.mySide].legal?.name ?? contract[contract.mySide].name;
  // An account named like the business does not identify the signing person.
  const named = contract.mySide !== 'brand' || signer.trim() !== contract.brand.name.trim();
  const [requestKey] = useState(randomId);
  const [reloaded, setReloaded] = useState(false);
  const form = useAppForm({
    schema: () => import('@/features/contracts/checks.ts').then((checks) => checks.typedName),
    defaultValues: { typedName: '' },
  });
  const sign = trpc.contracts.sign.useMutation({
    ...withRequestKey(requestKey),
    onSuccess: async (answer) => {
      // An agency without the right to sign has requested the creator's signature; the notice above says so.
      if (answer.signatures.some(({ side }) => side === contract.mySide)) void toast('success', t('sign.done'));
      await Promise.all([
        api.representations.invalidate(),
        api.contracts.invalidate(),
        api.escrow.invalidate(),
        api.home.invalidate(),
      ]);
    },
    onError: async (error) => {
      const stale = appError(error)?.code === 'contract.hash_mismatch';
      if (stale) setReloaded(true);
      if (stale || appError(error)?.code === 'contract.already_signed')
        await api.contracts.get.invalidate({ contractId: contract.id });
    },
  });
  return (
    <Form
      form={form}
      guard={false}
      pending={sign.isPending}
      submitError={reloaded && appError(sign.error)?.code === 'contract.hash_mismatch' ? null : sign.error}
      onSubmit={({ typedName }) =>
        sign.mutateAsync({ contractId: contract.id, documentHash: contract.documentHash, typedName })
      }
      className="gap-4!"
    >
      {reloaded ? <Alert tone="caution">{t('sign.reloaded')}</Alert> : null}
      <TextField
        control={form.control}
        name="typedName"
        label={t('sign.name')}
        hint={named ? t('sign.nameHint', { name: signer }) : t('sign.nameHintEntity', { entity })}
        autoComplete="off"
        maxLength={80}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="ink" pending={sign.isPending}>
          {t('sign.button')}
        </Button>
        <p className="min-w-0 text-xs text-muted-foreground">{t('sign.note')}</p>
      </div>
    </Form>
  );
}
