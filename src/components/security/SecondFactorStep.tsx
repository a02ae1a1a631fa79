import { Suspense } from 'react';
import { DataProvider } from '@/components/page/DataProvider.tsx';
import type { SecondFactorFormProps } from '@/components/security/SecondFactorForm.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { lazy } from '@/lib/lazy.ts';

const Form = lazy(async () => {
  const [module] = await Promise.all([import('@/components/security/SecondFactorForm.tsx'), loadTexts('security')]);
  return { default: module.SecondFactorForm };
});

/** Loaded only for accounts with a second factor. */
export function SecondFactorStep(props: SecondFactorFormProps) {
  return (
    <Suspense fallback={null}>
      <DataProvider>
        <Form {...props} />
      </DataProvider>
    </Suspense>
  );
}
