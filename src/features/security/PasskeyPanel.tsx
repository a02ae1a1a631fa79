import { KeyRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PasskeyDto } from '../../../server/features/security/schema.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { passkeyName } from '@/features/security/passkey-name.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { passkeySupport } from '@/lib/passkey-support.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

const NamePasskeyDialog = lazyNamed(() => import('@/features/security/NamePasskeyDialog.tsx'), 'NamePasskeyDialog');
const RemoveFactorDialog = lazyNamed(() => import('@/features/security/RemoveFactorDialog.tsx'), 'RemoveFactorDialog');

/** Passkeys of the account; where the address or browser does not support them, the panel says why. */
export function PasskeyPanel({ passkeys, onlyFactors }: { passkeys: readonly PasskeyDto[]; onlyFactors: boolean }) {
  const { t } = useTranslation('security');
  const [naming, setNaming] = useState<PasskeyDto | 'new' | null>(null);
  const [removing, setRemoving] = useState<PasskeyDto | null>(null);
  const support = passkeySupport();
  return (
    <div className="grid gap-4">
      {passkeys.length > 0 ? (
        <ul className="divide-y divide-border border-y border-border">
          {passkeys.map((passkey) => (
            <li
              key={passkey.id}
              className="grid cols-auto-main items-center gap-x-3 gap-y-1.5 py-2.5 sm:cols-auto-main-auto"
            >
              <KeyRound aria-hidden className="size-4 text-muted-foreground" />
              <div className="min-w-0">
                <p className="truncate text-ui font-medium">
                  <bdi>{passkeyName(passkey)}</bdi>
                </p>
                {passkey.createdAt ? (
                  <p className="text-xs text-muted-foreground">
                    {t('passkeys.added')} <DateText value={passkey.createdAt} as="day" />
                  </p>
                ) : null}
              </div>
              <div className="col-start-2 flex flex-wrap gap-1 sm:col-start-3">
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={t('passkeys.renameNamed', { name: passkeyName(passkey) })}
                  onClick={() => setNaming(passkey)}
                >
                  {t('passkeys.rename')}
                </Button>
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={t('passkeys.removeNamed', { name: passkeyName(passkey) })}
                  onClick={() => setRemoving(passkey)}
                >
                  {t('passkeys.remove')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      {support === 'ready' ? (
        <div>
          <Button onClick={() => setNaming('new')}>{t('passkeys.add')}</Button>
        </div>
      ) : (
        <Alert tone="note" title={t('passkeys.offTitle')}>
          {t(support === 'bare-ip' ? 'passkeys.bareIp' : 'passkeys.unsupported', {
            address: window.location.origin.replace(/\/\/[^:/]+/u, '//localhost'),
          })}
        </Alert>
      )}
      <Suspense fallback={null}>
        {naming ? (
          <NamePasskeyDialog passkey={naming === 'new' ? null : naming} onClose={() => setNaming(null)} />
        ) : null}
        {removing ? (
          <RemoveFactorDialog
            factor={removing}
            isLast={onlyFactors && passkeys.length === 1}
            onClose={() => setRemoving(null)}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
