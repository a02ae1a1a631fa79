import { Globe } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { BrandProfile } from '../../../server/features/brands/schema.ts';
import type { BrandFormOf } from '@/features/brands/SiteFindings.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

const SiteFindings = lazyNamed(() => import('@/features/brands/SiteFindings.tsx'), 'SiteFindings');

/** Reads the brand's own site and shows what it says beside what the profile says; each is taken over by a tick. */
export function SiteReader({ form, profile }: { form: BrandFormOf; profile: BrandProfile }) {
  const { t } = useTranslation('brands');
  const explain = useErrorText();
  const read = trpc.brands.readSite.useMutation();
  const website = form.watch('website').trim();
  return (
    <div className="-mt-2 grid gap-3" data-slot="site-reader">
      <div>
        <Button
          pending={read.isPending}
          aria-disabled={website.length < 4 || undefined}
          onClick={() => {
            if (website.length >= 4) read.mutate({ website });
          }}
        >
          <Globe aria-hidden />
          {t('site.read')}
        </Button>
        <p className="mt-1 text-sm text-muted-foreground">{t('site.hint')}</p>
      </div>
      {read.error ? <Alert tone="problem">{explain(read.error)}</Alert> : null}
      {read.data ? (
        <Suspense fallback={null}>
          <SiteFindings
            key={read.submittedAt}
            site={read.data}
            form={form}
            profile={profile}
            onDone={() => read.reset()}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
