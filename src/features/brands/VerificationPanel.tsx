import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_MISSES } from '../../../server/features/brands/rules.ts';
import type { Verification } from '../../../server/features/brands/schema.ts';
import { VerifiedDomain } from '@/components/people/VerifiedDomain.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { Actions, Record } from '@/features/brands/verification-parts.tsx';
import { lazyNamed } from '@/lib/lazy.ts';
import { Alert } from '@/ui/alert.tsx';

const VerificationSteps = lazyNamed(() => import('@/features/brands/VerificationSteps.tsx'), 'VerificationSteps');

/** The proof that the brand controls the domain of its site: where it stands and what to do next. */
export function VerificationPanel({ verification, mayEdit }: { verification: Verification; mayEdit: boolean }) {
  const { t } = useTranslation('brands');
  const { state, site, domain } = verification;
  const steps = (
    <Suspense fallback={<PendingSkeleton rows={2} />}>
      <VerificationSteps verification={verification} mayEdit={mayEdit} />
    </Suspense>
  );
  return (
    <section
      id="verification"
      aria-labelledby="verification-title"
      data-slot="verification"
      data-state={state}
      className="grid scroll-mt-20 gap-3"
    >
      <h2 id="verification-title" className="heading-section">
        {t('verify.title')}
      </h2>
      {state === 'verified' ? (
        <Verified verification={verification} mayEdit={mayEdit} />
      ) : (
        <>
          <p className="text-sm text-muted-foreground">{t('verify.why')}</p>
          {state === 'failed' && verification.reason && verification.reason !== 'withdrawn' ? (
            <Alert tone={verification.reason === 'taken' ? 'caution' : 'problem'} title={<bdi>{domain}</bdi>}>
              {t(`verify.reason.${verification.reason}`)}
            </Alert>
          ) : null}
          {state === 'pending' ? (
            steps
          ) : site.problem ? (
            <p className="text-sm">
              {site.problem === 'shared' ? t('verify.shared', { domain: site.domain }) : t('verify.noSite')}
            </p>
          ) : mayEdit ? (
            steps
          ) : null}
        </>
      )}
    </section>
  );
}

function Verified({ verification, mayEdit }: { verification: Verification; mayEdit: boolean }) {
  const { t } = useTranslation('brands');
  const { domain, method, verifiedAt, checkedAt, misses, found, nextCheckAt } = verification;
  return (
    <>
      <p className="font-medium">
        <VerifiedDomain verified={{ domain: domain ?? '', method: method ?? 'dns', at: verifiedAt ?? new Date() }} />
      </p>
      {misses > 0 ? (
        <Alert tone="caution">
          {t(found === 'other' ? 'verify.missedOther' : 'verify.missed', { n: misses, max: MAX_MISSES })}
        </Alert>
      ) : null}
      <p className="text-sm text-muted-foreground">
        {method === 'dns' ? t('verify.daily') : t('verify.yearly')}{' '}
        {method === 'dns' && checkedAt ? (
          <>
            {t('verify.checked')} <DateText value={checkedAt} as="dateTime" />
          </>
        ) : nextCheckAt ? (
          <DateText value={nextCheckAt} as="day" />
        ) : null}
      </p>
      {verification.record ? <Record verification={verification} /> : null}
      {mayEdit ? <Actions look={method === 'dns'} giveUp={t('verify.remove')} /> : null}
    </>
  );
}
